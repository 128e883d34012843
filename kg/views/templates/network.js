
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { nodes, edges, facts, passages } = data;
  const root = document.documentElement;
  const panel = document.getElementById("panel");
  const byKey = new Map(facts.map((fact, id) => [fact.key, id]));
  // Beyond this, names of roles stand on the edges of the chosen node only.
  const OVERVIEW = 400;
  const SHOWN_AT_ONCE = 60;

  const incident = nodes.map(() => []);
  edges.forEach((edge, id) => {
    edge.id = id;
    incident[edge.from].push(id);
    if (edge.to !== edge.from) incident[edge.to].push(id);
  });

  const roleName = (role) => {
    const name = data.roles[role] || { zh: role, en: "" };
    return name.en ? `${name.zh} ${name.en}` : name.zh;
  };
  const kindName = (kind) => {
    const name = data.kinds[kind] || { zh: kind, en: "" };
    return name.en ? `${name.zh} ${name.en}` : name.zh;
  };

  // ---- building elements: text only ever goes in as text
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "onclick") element.addEventListener("click", value);
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };
  const english = (text) => make("span", { lang: "en" }, text);

  // ---- theme
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const setTheme = (name) => {
    root.dataset.theme = name;
    const ink = getComputedStyle(root).getPropertyValue("--ink").trim();
    const paper = getComputedStyle(root).getPropertyValue("--paper").trim();
    network.setOptions({
      nodes: { font: { color: ink } },
      edges: {
        color: { opacity: few ? 1 : 0.35, color: name === "dark" ? "#77736b" : "#b8b2a7", highlight: "#3a8fd0", hover: "#3a8fd0", inherit: false },
        font: { color: ink, strokeColor: paper },
      },
    });
  };

  // ---- network
  const groups = {};
  for (const [kind, style] of Object.entries(data.style)) {
    groups[kind] = { shape: style.shape, color: { background: style.color, border: style.color, highlight: style.color, hover: style.color } };
    if (style.shape === "box") groups[kind].font = { color: "#ffffff", size: 14 };
  }
  const shownKinds = new Set([...document.querySelectorAll("input[name=kind]")].map((box) => box.value));
  if (shownKinds.has("Passage")) {
    // The panel shows the passages; as nodes they are there for whoever asks.
    shownKinds.delete("Passage");
    document.querySelector("input[name=kind][value=Passage]").checked = false;
  }
  // Named in the tooltip: the thing, then who and what takes part in an act.
  nodes.forEach((node, id) => {
    const fact = facts[id];
    const lines = [[fact.zh, fact.pinyin, fact.en].filter(Boolean).join(" · ")];
    if (node.group === "Act")
      for (const link of incident[id])
        if (edges[link].from === id && data.roles[edges[link].role] && !["next", "passage"].includes(edges[link].role))
          lines.push(`${roleName(edges[link].role)}: ${facts[edges[link].to].zh}`);
    node.title = lines.join("\n");
  });
  let near = null; // the ids shown when only a neighbourhood is
  const nodeSet = new vis.DataSet(nodes);
  const edgeSet = new vis.DataSet(edges);
  const isShown = (node) => shownKinds.has(node.group) && (near === null || near.has(node.id));
  const nodeView = new vis.DataView(nodeSet, { filter: isShown });
  const few = nodes.length <= OVERVIEW;
  const han = getComputedStyle(root).getPropertyValue("--han").trim();
  const network = new vis.Network(
    document.getElementById("network"),
    { nodes: nodeView, edges: edgeSet },
    {
      physics: false,
      layout: { improvedLayout: false },
      groups,
      nodes: {
        size: few ? 12 : 9,
        scaling: {
          min: 12, max: few ? 22 : 100,
          label: { enabled: true, min: few ? 16 : 18, max: few ? 20 : 260, drawThreshold: few ? 4 : 8, maxVisible: 26 },
          // By the root of the number of acts, so that areas compare; vis scales by it directly.
          customScalingFunction: (_low, high, _total, value) => (high ? Math.sqrt(value / high) : 0),
        },
        borderWidth: 1, borderWidthSelected: 4, font: { face: han, size: 16 }, margin: 6,
      },
      edges: {
        smooth: false, width: few ? 1 : 0.6, selectionWidth: 2, hoverWidth: 0,
        arrows: { to: { enabled: true, scaleFactor: 0.5 } },
        font: { face: han, size: 11, strokeWidth: 3, align: "middle" },
      },
      interaction: { hideEdgesOnDrag: true, hideEdgesOnZoom: true, tooltipDelay: 120, hover: few, multiselect: false },
    },
  );
  const labelEdges = (ids, on) =>
    edgeSet.update(ids.map((id) => ({ id, label: on ? (data.roles[edges[id].role] || { zh: edges[id].role }).zh : undefined })));
  edgeSet.update(edges.filter((edge) => edge.supplied).map((edge) => ({ id: edge.id, dashes: true })));
  if (few) labelEdges(edges.filter((edge) => edge.role !== "passage").map((edge) => edge.id), true);

  const showHint = () => {
    const hint = document.getElementById("hint");
    hint.replaceChildren(`${nodeView.length} / ${nodes.length} 節點 `, english("nodes"));
    root.dataset.shown = String(nodeView.length);
  };
  const refresh = () => { nodeView.refresh(); showHint(); };

  const hopsFrom = (start, depth) => {
    const seen = new Set([start]);
    let edge = [start];
    for (let step = 0; step < depth; step += 1) {
      const next = [];
      for (const id of edge)
        for (const link of incident[id]) {
          const other = edges[link].from === id ? edges[link].to : edges[link].from;
          if (!seen.has(other)) { seen.add(other); next.push(other); }
        }
      edge = next;
    }
    return seen;
  };

  // ---- passage with marked words; offsets count code points
  const quote = (number, marks) => {
    const passage = passages[number];
    const characters = Array.from(passage.text);
    const role = new Array(characters.length).fill("");
    for (const [start, end, name] of marks)
      for (let at = start; at < end && at < characters.length; at += 1) if (role[at] !== "verb") role[at] = name;
    const block = make("blockquote", { lang: "lzh-Hant" });
    for (let at = 0; at < characters.length; ) {
      let end = at;
      while (end < characters.length && role[end] === role[at]) end += 1;
      const words = characters.slice(at, end).join("");
      if (role[at] === "") block.append(words);
      else block.append(make("mark", { class: role[at] === "verb" ? "verb" : "role", title: role[at] === "verb" ? "" : roleName(role[at]) }, words));
      at = end;
    }
    block.append(make("footer", { lang: "zh-Hant" }, passage.citation));
    return block;
  };

  const isAct = (id) => nodes[id].group === "Act";
  const passagesOf = (id) => {
    const marks = new Map(); // passage number -> marks of the acts that concern this node
    const add = (act) => {
      const fact = facts[act];
      if (fact.passage === undefined) return;
      if (!marks.has(fact.passage)) marks.set(fact.passage, []);
      marks.get(fact.passage).push(...(fact.marks || []));
    };
    if (isAct(id)) add(id);
    else {
      if (facts[id].passage !== undefined) marks.set(facts[id].passage, []);
      for (const link of incident[id]) {
        const other = edges[link].from === id ? edges[link].to : edges[link].from;
        if (isAct(other)) add(other);
      }
    }
    return [...marks].sort((one, two) => one[0] - two[0]);
  };

  const doers = (act) =>
    incident[act].filter((link) => edges[link].from === act && edges[link].role === "actor").map((link) => facts[edges[link].to].zh).join("、");
  const linkRow = (id, link) => {
    const edge = edges[link];
    const out = edge.from === id;
    const other = out ? edge.to : edge.from;
    const fact = facts[other];
    return make("li", {}, make("button", { type: "button", onclick: () => choose(other) },
      make("small", {}, `${out ? "→" : "←"} ${roleName(edge.role)}${edge.supplied ? " （補 supplied）" : ""} `),
      isAct(other) ? `${doers(other)} ` : "",
      fact.zh, fact.pinyin ? ` ${fact.pinyin}` : "", fact.en ? make("small", { lang: "en" }, ` ${fact.en}`) : "",
      isAct(other) && fact.passage !== undefined ? make("small", {}, ` · ${passages[fact.passage].citation}`) : ""));
  };

  let labelled = [];
  const show = (id) => {
    const fact = facts[id];
    const hops = make("div", { class: "hops" }, make("span", {}, "顯示 ", english("Show")));
    for (const [text, depth] of [["全 all", 0], ["鄰 1", 1], ["鄰 2", 2]])
      hops.append(make("button", { type: "button", onclick: () => { near = depth ? hopsFrom(id, depth) : null; refresh(); network.fit(); } }, text));
    const rows = passagesOf(id);
    const quotes = make("div", {}, ...rows.slice(0, 12).map(([number, marks]) => quote(number, marks)));
    if (rows.length > 12) {
      const more = make("button", { type: "button", onclick: () => { quotes.append(...rows.slice(12).map(([number, marks]) => quote(number, marks))); more.remove(); } }, `另 ${rows.length - 12} 則 more passages`);
      quotes.append(more);
    }
    const links = incident[id];
    const list = make("ul", { class: "links" }, ...links.slice(0, SHOWN_AT_ONCE).map((link) => linkRow(id, link)));
    if (links.length > SHOWN_AT_ONCE) {
      const more = make("li", {}, make("button", { type: "button", onclick: () => { list.append(...links.slice(SHOWN_AT_ONCE).map((link) => linkRow(id, link))); more.remove(); } }, `另 ${links.length - SHOWN_AT_ONCE} 條 more links`));
      list.append(more);
    }
    const gloss = make("p", { class: "gloss" }, ...[fact.pinyin, fact.en && english(fact.en), kindName(nodes[id].group)].filter(Boolean).flatMap((part, at) => (at ? [" · ", part] : [part])));
    panel.replaceChildren(
      make("h2", { lang: "lzh-Hant" }, fact.zh), gloss,
      ...(fact.variants ? [make("p", { class: "gloss" }, `又作 `, english("also "), fact.variants.join("、"))] : []),
      ...(fact.notes ? [make("ul", { class: "facts" }, ...fact.notes.map((note) => make("li", {}, note)))] : []),
      hops, quotes, list);
    panel.scrollTop = 0;
    if (!few) {
      labelEdges(labelled, false);
      labelled = links.slice(0, 300);
      labelEdges(labelled, true);
    }
  };

  const choose = (id, { move = true } = {}) => {
    if (!isShown(nodes[id])) {
      if (!shownKinds.has(nodes[id].group)) {
        shownKinds.add(nodes[id].group);
        document.querySelector(`input[name=kind][value=${nodes[id].group}]`).checked = true;
      }
      if (near !== null && !near.has(id)) near = null;
      refresh();
    }
    network.selectNodes([id]);
    if (move) network.focus(id, { scale: Math.max(network.getScale(), 0.9), animation: false });
    show(id);
    history.replaceState(null, "", `#${encodeURIComponent(facts[id].key)}`);
  };
  network.on("click", (event) => { if (event.nodes.length) choose(event.nodes[0], { move: false }); });

  // ---- kinds
  document.querySelector(".kinds").addEventListener("change", (event) => {
    if (event.target.checked) shownKinds.add(event.target.value); else shownKinds.delete(event.target.value);
    refresh();
  });
  document.querySelector(".kinds").addEventListener("submit", (event) => event.preventDefault());

  // ---- search: Han, pinyin with or without tone marks, English
  const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const rank = { Actor: 0, Object: 1, Position: 2, Direction: 3, Commentator: 4, Act: 5, Passage: 6 };
  const index = facts.map((fact, id) => ({
    id, zh: [fact.zh, ...(fact.variants || [])], plain: fold(`${fact.pinyin || ""} ${(fact.pinyin || "").replace(/ /g, "")}`), en: fold(fact.en || ""),
  }));
  const search = document.getElementById("search");
  const found = document.getElementById("found");
  let hits = [];
  let chosen = -1;
  const match = (words) => {
    const plain = fold(words.trim());
    if (!plain) return [];
    const scored = [];
    for (const row of index) {
      const whole = row.zh.some((name) => name === words.trim()) || row.plain.trim().split(/\s{2,}| /).includes(plain);
      if (whole) scored.push([0, row.id]);
      else if (row.zh.some((name) => name.includes(words.trim())) || row.plain.includes(plain)) scored.push([1, row.id]);
      else if (row.en.includes(plain)) scored.push([2, row.id]);
    }
    scored.sort((one, two) => one[0] - two[0] || rank[nodes[one[1]].group] - rank[nodes[two[1]].group] || one[1] - two[1]);
    return scored.slice(0, 40).map(([, id]) => id);
  };
  const point = (at) => {
    chosen = at;
    [...found.children].forEach((row, number) => row.setAttribute("aria-selected", String(number === at)));
    if (at >= 0) { search.setAttribute("aria-activedescendant", `hit${at}`); found.children[at].scrollIntoView({ block: "nearest" }); }
    else search.removeAttribute("aria-activedescendant");
  };
  const close = () => { found.hidden = true; search.setAttribute("aria-expanded", "false"); point(-1); };
  const take = (id) => { close(); choose(id); };
  search.addEventListener("input", () => {
    hits = match(search.value);
    found.replaceChildren(...hits.map((id, number) => {
      const fact = facts[id];
      return make("li", { role: "option", id: `hit${number}`, "aria-selected": "false", onclick: () => take(id) }, fact.zh, make("small", {}, ` ${fact.pinyin || ""} · ${kindName(nodes[id].group)} `), fact.en ? make("small", { lang: "en" }, fact.en) : "");
    }));
    found.hidden = hits.length === 0;
    search.setAttribute("aria-expanded", String(hits.length > 0));
    point(hits.length ? 0 : -1);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && hits.length) { event.preventDefault(); point(Math.min(chosen + 1, hits.length - 1)); }
    else if (event.key === "ArrowUp" && hits.length) { event.preventDefault(); point(Math.max(chosen - 1, 0)); }
    else if (event.key === "Enter" && hits[chosen] !== undefined) take(hits[chosen]);
    else if (event.key === "Escape") close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== search) { event.preventDefault(); search.focus(); search.select(); }
  });

  // ---- start
  document.getElementById("fit").addEventListener("click", () => network.fit());
  document.getElementById("theme").addEventListener("click", () => setTheme(root.dataset.theme === "dark" ? "light" : "dark"));
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  setTheme(dark.matches ? "dark" : "light");
  showHint();
  const fromAddress = () => {
    let key = "";
    try { key = decodeURIComponent(location.hash.slice(1)); } catch (error) { if (!(error instanceof URIError)) throw error; }
    return byKey.get(key);
  };
  window.addEventListener("hashchange", () => { const id = fromAddress(); if (id !== undefined) choose(id); });
  const asked = fromAddress();
  network.once("afterDrawing", () => { root.dataset.ready = "true"; });
  network.fit();
  if (asked !== undefined) choose(asked);
  else if (data.focus.length === 1) { network.selectNodes(data.focus); show(data.focus[0]); }
  window.kgView = { network, choose };
})();
