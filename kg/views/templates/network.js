"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { facts, passages } = data;
  const nodes = data.nodes.map(([group, x, y, value], id) => ({ id, group: data.groups[group], x, y, ...(value === undefined ? {} : { value }) }));
  const edges = data.edges.map(([from, to, role, supplied]) => ({ from, to, role: data.kindsOfEdge[role], supplied: supplied === 1 }));
  // Names are told once, however many acts bear them; labels are made from them.
  facts.forEach((fact, id) => {
    Object.assign(fact, data.names[fact.name]);
    nodes[id].label = fact.pinyin ? `${fact.zh}\n${fact.pinyin}` : fact.zh;
    // An act stands on the page of its passage.
    if (!fact.href && fact.key.includes("/act/") && fact.passage !== undefined && passages[fact.passage].href)
      fact.href = `${passages[fact.passage].href.split("#")[0]}#${fact.key.split("/act/").pop()}`;
  });
  const root = document.documentElement;
  const panel = document.getElementById("panel");
  const byKey = new Map(facts.map((fact, id) => [fact.key, id]));
  // Beyond this, names of roles stand on the edges of the chosen node only.
  const OVERVIEW = 400;
  // Beyond these, names on edges only hide one another.
  const NAMED_EDGES = 200;
  const NAMED_LINKS = 40;
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

  // ---- theme: on a page of the site its own switch turns it
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const inSite = Boolean(window.kg);
  const setTheme = (name) => { root.dataset.theme = name; view.theme(name); };

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
  // ---- what is shown: kinds, roles, a phase, a neighbourhood
  let near = null; // the ids shown when only a neighbourhood is
  let phase = null; // the ids of a phase's acts and what takes part in them
  const hiddenRoles = new Set();
  const few = nodes.length <= OVERVIEW;
  const isShown = (node) => shownKinds.has(node.group) && (near === null || near.has(node.id)) && (phase === null || phase.has(node.id));
  const edgeShown = (edge) => !hiddenRoles.has(edge.role);
  const han = getComputedStyle(root).getPropertyValue("--han").trim();
  const colour = (name) => getComputedStyle(root).getPropertyValue(name).trim();

  // vis-network, as pyvis brings it; and beyond some thousands of nodes a lighter drawing with the same few methods.
  const visView = () => {
    const nodeSet = new vis.DataSet(nodes);
    const edgeSet = new vis.DataSet(edges);
    const nodeView = new vis.DataView(nodeSet, { filter: isShown });
    const edgeView = new vis.DataView(edgeSet, { filter: edgeShown });
    const network = new vis.Network(
      document.getElementById("network"),
      { nodes: nodeView, edges: edgeView },
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
    edgeSet.update(edges.filter((edge) => edge.supplied).map((edge) => ({ id: edge.id, dashes: true })));
    return {
      network,
      refresh: () => { nodeView.refresh(); edgeView.refresh(); },
      count: () => nodeView.length,
      label: (ids, on) => edgeSet.update(ids.map((id) => ({ id, label: on ? (data.roles[edges[id].role] || { zh: edges[id].role }).zh : undefined }))),
      select: (id) => network.selectNodes([id]),
      focus: (id) => network.focus(id, { scale: Math.max(network.getScale(), 0.9), animation: false }),
      fit: () => network.fit(),
      on: (name, tell) => network.on(name, (event) => { if (event.nodes.length) tell(event.nodes[0]); }),
      drawn: (tell) => network.once("afterDrawing", tell),
      canvas: () => network.canvas.frame.canvas,
      theme: (name) => network.setOptions({
        nodes: { font: { color: colour("--ink") } },
        edges: {
          color: { opacity: few ? 1 : 0.35, color: name === "dark" ? "#77736b" : "#b8b2a7", highlight: "#3a8fd0", hover: "#3a8fd0", inherit: false },
          font: { color: colour("--ink"), strokeColor: colour("--paper") },
        },
      }),
    };
  };
  const view = data.canvas
    ? window.kgCanvas({ holder: document.getElementById("network"), nodes, edges, style: data.style, isShown, edgeShown, font: han, colour })
    : visView();
  const network = view.network;
  const labelEdges = view.label;
  const named = nodes.length <= NAMED_EDGES;
  if (named) labelEdges(edges.filter((edge) => edge.role !== "passage").map((edge) => edge.id), true);

  const showHint = () => {
    const hint = document.getElementById("hint");
    hint.replaceChildren(`${view.count()} / ${nodes.length} 節點 `, english("nodes"));
    root.dataset.shown = String(view.count());
  };
  const refresh = () => { view.refresh(); showHint(); };

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
    block.append(make("footer", { lang: "zh-Hant" }, passage.href ? make("a", { href: data.root + passage.href }, passage.citation) : passage.citation));
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
      hops.append(make("button", { type: "button", onclick: () => { near = depth ? hopsFrom(id, depth) : null; refresh(); view.fit(); } }, text));
    hops.append(make("button", { type: "button", onclick: () => expand(id) }, "展 expand"), make("button", { type: "button", onclick: () => collapse(id) }, "收 collapse"));
    const out = [];
    if (fact.href) out.push(make("a", { href: data.root + fact.href }, isAct(id) ? "在文中 in the text →" : "其頁 its page →"));
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
      hops, ...out.map((link) => make("p", {}, link)), quotes, list);
    panel.scrollTop = 0;
    if (!named) {
      labelEdges(labelled, false);
      labelled = links.length <= NAMED_LINKS ? links : [];
      labelEdges(labelled, true);
    }
  };

  // Brings a node's neighbours in; or takes away those of them that hang on it alone.
  const expand = (id) => {
    if (near === null) return;
    for (const other of hopsFrom(id, 1)) near.add(other);
    refresh();
  };
  const collapse = (id) => {
    const shown = new Set(nodes.filter(isShown).map((node) => node.id));
    const kept = new Set(shown);
    for (const other of hopsFrom(id, 1)) {
      if (other === id) continue;
      const others = new Set(incident[other].map((link) => (edges[link].from === other ? edges[link].to : edges[link].from)).filter((end) => shown.has(end) && end !== other));
      if (others.size <= 1) kept.delete(other);
    }
    near = kept;
    refresh();
  };

  const choose = (id, { move = true } = {}) => {
    if (!isShown(nodes[id])) {
      if (phase !== null && !phase.has(id)) { phase = null; if (phases) phases.value = ""; }
      if (!shownKinds.has(nodes[id].group)) {
        shownKinds.add(nodes[id].group);
        document.querySelector(`input[name=kind][value=${nodes[id].group}]`).checked = true;
      }
      if (near !== null && !near.has(id)) near = null;
      refresh();
    }
    view.select(id);
    if (move) view.focus(id);
    show(id);
    history.replaceState(null, "", `#${encodeURIComponent(facts[id].key)}`);
  };
  view.on("click", (id) => choose(id, { move: false }));
  view.on("doubleClick", (id) => expand(id));

  // ---- kinds, roles, phases
  const form = document.querySelector(".kinds");
  const roles = document.getElementById("roles");
  for (const role of [...new Set(edges.map((edge) => edge.role))].sort()) {
    const name = data.roles[role] || { zh: role, en: "" };
    roles.append(make("label", {}, make("input", { type: "checkbox", name: "role", value: role, checked: "" }), make("span", { class: "name" }, `${name.zh} `, english(name.en))));
  }
  const phases = document.getElementById("phase");
  if (!data.phases.length) phases.closest("label").hidden = true;
  data.phases.forEach((one, number) => phases.append(make("option", { value: String(number) }, `${"　".repeat(one.depth)}${one.zh} ${one.en}`.trimEnd())));
  form.addEventListener("change", (event) => {
    const { name, value, checked } = event.target;
    if (name === "kind") { if (checked) shownKinds.add(value); else shownKinds.delete(value); }
    else if (name === "role") { if (checked) hiddenRoles.delete(value); else hiddenRoles.add(value); }
    else if (name === "phase") {
      phase = value === "" ? null : new Set(data.phases[Number(value)].acts.flatMap((act) => [act, ...incident[act].filter((link) => edges[link].from === act && edges[link].role !== "next").map((link) => edges[link].to)]));
    }
    refresh();
    if (name === "phase") view.fit();
  });
  form.addEventListener("submit", (event) => event.preventDefault());

  // ---- search: Han, pinyin with or without tone marks, English
  const standard = (text) => (inSite ? window.kg.han(text) : text);
  const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const rank = { Actor: 0, Object: 1, Position: 2, Direction: 3, Commentator: 4, Act: 5, Passage: 6 };
  const index = facts.map((fact, id) => ({
    id, zh: [fact.zh, ...(fact.variants || [])].map(standard), plain: fold(`${fact.pinyin || ""} ${(fact.pinyin || "").replace(/ /g, "")}`), en: fold(fact.en || ""),
  }));
  const search = document.getElementById("search");
  const found = document.getElementById("hits");
  let hits = [];
  let chosen = -1;
  const match = (words) => {
    const plain = fold(words.trim());
    const typed = standard(words.trim());
    if (!plain) return [];
    const scored = [];
    for (const row of index) {
      const whole = row.zh.some((name) => name === typed) || row.plain.trim().split(/\s{2,}| /).includes(plain);
      if (whole) scored.push([0, row.id]);
      else if (row.zh.some((name) => name.includes(typed)) || row.plain.includes(plain)) scored.push([1, row.id]);
      else if (row.en.includes(plain)) scored.push([2, row.id]);
    }
    scored.sort((one, two) => one[0] - two[0] || rank[nodes[one[1]].group] - rank[nodes[two[1]].group] || one[1] - two[1]);
    return scored.slice(0, 40).map(([, id]) => id);
  };
  const point = (at) => {
    chosen = at;
    [...found.children].forEach((row, number) => row.setAttribute("aria-selected", String(number === at)));
    if (at >= 0) { search.setAttribute("aria-activedescendant", `node${at}`); found.children[at].scrollIntoView({ block: "nearest" }); }
    else search.removeAttribute("aria-activedescendant");
  };
  const close = () => { found.hidden = true; search.setAttribute("aria-expanded", "false"); point(-1); };
  const take = (id) => { close(); choose(id); };
  search.addEventListener("input", () => {
    hits = match(search.value);
    found.replaceChildren(...hits.map((id, number) => {
      const fact = facts[id];
      return make("li", { role: "option", id: `node${number}`, "aria-selected": "false", onclick: () => take(id) }, fact.zh, make("small", {}, ` ${fact.pinyin || ""} · ${kindName(nodes[id].group)} `), fact.en ? make("small", { lang: "en" }, fact.en) : "");
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
  document.getElementById("fit").addEventListener("click", () => view.fit());
  if (inSite) {
    root.addEventListener("kg:theme", () => view.theme(root.dataset.theme));
    view.theme(root.dataset.theme);
  } else {
    document.getElementById("theme").addEventListener("click", () => setTheme(root.dataset.theme === "dark" ? "light" : "dark"));
    dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
    setTheme(dark.matches ? "dark" : "light");
  }
  showHint();
  const fromAddress = () => {
    let key = "";
    try { key = decodeURIComponent(location.hash.slice(1)); } catch (error) { if (!(error instanceof URIError)) throw error; }
    return byKey.get(key);
  };
  window.addEventListener("hashchange", () => { const id = fromAddress(); if (id !== undefined) choose(id); });
  const asked = fromAddress();
  view.drawn(() => { root.dataset.ready = "true"; });
  view.fit();
  if (asked !== undefined) choose(asked);
  else if (data.focus.length === 1) { view.select(data.focus[0]); show(data.focus[0]); }
  window.kgView = { network, view, choose, expand, collapse };

  // ---- what can be taken away: the picture, the drawing, the graph
  const save = (name, blob) => {
    const link = make("a", { href: URL.createObjectURL(blob), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  const title = document.querySelector("h1").textContent.trim().split(/\s+/)[0].replace(/[\\/:*?"<>|]/g, "_").slice(0, 40) || "network";
  // What XML cannot hold in any form is left out of names.
  const clean = (text) => text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
  const element = (doc, space, tag, attributes, ...children) => {
    const made = doc.createElementNS(space, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, clean(String(value)));
    made.append(...children.map((child) => (typeof child === "string" ? clean(child) : child)));
    return made;
  };
  const shownGraph = () => {
    const kept = nodes.filter(isShown);
    const ids = new Set(kept.map((node) => node.id));
    return [kept, edges.filter((edge) => edgeShown(edge) && ids.has(edge.from) && ids.has(edge.to))];
  };
  const asXml = (doc) => `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(doc)}\n`;
  const toSvg = () => {
    const space = "http://www.w3.org/2000/svg";
    const [kept, joined] = shownGraph();
    const xs = kept.map((node) => node.x), ys = kept.map((node) => node.y);
    const low = [Math.min(...xs) - 90, Math.min(...ys) - 60], size = [Math.max(...xs) - low[0] + 90, Math.max(...ys) - low[1] + 70];
    const doc = document.implementation.createDocument(space, "svg");
    const svg = doc.documentElement;
    svg.setAttribute("viewBox", [...low, ...size].join(" "));
    const lines = element(doc, space, "g", { stroke: "#b8b2a7", "stroke-width": 1 });
    for (const edge of joined) lines.append(element(doc, space, "line", { x1: nodes[edge.from].x, y1: nodes[edge.from].y, x2: nodes[edge.to].x, y2: nodes[edge.to].y, ...(edge.supplied ? { "stroke-dasharray": "4 3" } : {}) }, element(doc, space, "title", {}, roleName(edge.role))));
    svg.append(element(doc, space, "rect", { x: low[0], y: low[1], width: size[0], height: size[1], fill: "#fff" }), lines);
    for (const node of kept) {
      const { shape, color } = data.style[node.group];
      const { x, y } = node;
      const mark = shape === "dot" ? element(doc, space, "circle", { cx: x, cy: y, r: 11, fill: color })
        : shape === "square" ? element(doc, space, "rect", { x: x - 10, y: y - 10, width: 20, height: 20, fill: color })
        : shape === "triangle" ? element(doc, space, "path", { d: `M${x} ${y - 12}l12 21h-24z`, fill: color })
        : shape === "triangleDown" ? element(doc, space, "path", { d: `M${x} ${y + 12}l12 -21h-24z`, fill: color })
        : element(doc, space, "path", { d: `M${x} ${y - 13}l13 13 -13 13 -13 -13z`, fill: color });
      svg.append(element(doc, space, "g", {}, mark, element(doc, space, "text", { x, y: y + 28, "text-anchor": "middle", "font-size": 16, "font-family": "Noto Serif CJK TC, Songti TC, PMingLiU, serif", fill: "#221f1b" }, facts[node.id].zh), element(doc, space, "title", {}, node.title)));
    }
    return asXml(doc);
  };
  const toGexf = () => {
    const space = "http://gexf.net/1.3", viz = "http://gexf.net/1.3/viz";
    const [kept, joined] = shownGraph();
    const doc = document.implementation.createDocument(space, "gexf");
    const top = doc.documentElement;
    top.setAttribute("version", "1.3");
    const attribute = (id, name) => element(doc, space, "attribute", { id, title: name, type: "string" });
    const value = (id, text) => element(doc, space, "attvalue", { for: id, value: text });
    const graph = element(doc, space, "graph", { defaultedgetype: "directed", mode: "static" },
      element(doc, space, "attributes", { class: "node" }, ...["iri", "kind", "pinyin", "gloss", "passage"].map((name) => attribute(name, name))),
      element(doc, space, "attributes", { class: "edge" }, attribute("role", "role"), attribute("supplied", "supplied")));
    graph.append(
      element(doc, space, "nodes", {}, ...kept.map((node) => {
        const fact = facts[node.id];
        const rgb = data.style[node.group].color.slice(1).match(/../g).map((part) => parseInt(part, 16));
        return element(doc, space, "node", { id: node.id, label: fact.zh },
          element(doc, space, "attvalues", {}, value("iri", data.base + fact.key), value("kind", node.group), value("pinyin", fact.pinyin || ""), value("gloss", fact.en || ""), value("passage", fact.passage === undefined ? "" : passages[fact.passage].citation)),
          element(doc, viz, "viz:position", { x: node.x, y: -node.y, z: 0 }), element(doc, viz, "viz:color", { r: rgb[0], g: rgb[1], b: rgb[2] }));
      })),
      element(doc, space, "edges", {}, ...joined.map((edge) => element(doc, space, "edge", { id: edge.id, source: edge.from, target: edge.to, label: roleName(edge.role), kind: edge.role },
        element(doc, space, "attvalues", {}, value("role", edge.role), value("supplied", String(Boolean(edge.supplied))))))));
    top.append(graph);
    return asXml(doc);
  };
  const toPng = () => {
    const drawn = view.canvas();
    const copy = make("canvas", { width: String(drawn.width), height: String(drawn.height) });
    const pen = copy.getContext("2d");
    pen.fillStyle = colour("--paper");
    pen.fillRect(0, 0, copy.width, copy.height);
    pen.drawImage(drawn, 0, 0);
    copy.toBlob((blob) => save(`${title}.png`, blob), "image/png");
  };
  document.getElementById("png").addEventListener("click", toPng);
  document.getElementById("svg").addEventListener("click", () => save(`${title}.svg`, new Blob([toSvg()], { type: "image/svg+xml" })));
  document.getElementById("gexf").addEventListener("click", () => save(`${title}.gexf`, new Blob([toGexf()], { type: "application/xml" })));
  window.kgView.toSvg = toSvg;
  window.kgView.toGexf = toGexf;
})();
