"use strict";
(() => {
  const { make, draw, data, both, csv, download } = window.kg;
  const page = data("data");
  const root = document.getElementById("seek").dataset.root;
  const [box, run, state, answer, ready, save, asGraph] = ["sparql", "run", "state", "answer", "ready", "csv", "asgraph"].map((id) => document.getElementById(id));
  const SHOWN = 500, DRAWN = 60;
  const FIRST = "SELECT ?passage ?who ?verb ?thing WHERE {\n  ?act a rit:Act ; rit:action/skos:prefLabel ?verb ;\n    rit:passage/dcterms:identifier ?passage ;\n    rit:actor/skos:prefLabel ?who ;\n    rit:object ?object .\n  ?object skos:prefLabel ?thing .\n  FILTER(?thing = \"楅\"@lzh)\n}\nORDER BY ?passage\nLIMIT 50\n";
  const heads = Object.entries(page.prefixes).map(([name, space]) => `PREFIX ${name}: <${space}>`).join(" "); // on the first line, so that faults are told with the reader's own lines
  let store = null;
  let result = null; // { names, rows: [[term]] }
  const unpack = async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  };
  const shown = (term) => {
    if (!term) return "";
    if (term.termType !== "NamedNode") return term.value;
    for (const [name, space] of Object.entries(page.prefixes)) if (term.value.startsWith(space)) return `${name}:${term.value.slice(space.length)}`;
    return term.value.startsWith(page.base) ? term.value.slice(page.base.length) : term.value;
  };
  const things = new Map((window.kgIndex || []).map(([zh, , , , , href]) => [zh, href]));
  const cell = (term) => {
    const text = shown(term);
    const href = page.passages[text] !== undefined ? `${page.passages[text]}#${text}` : term && term.termType === "Literal" && things.get(text);
    return make("td", { class: "han", lang: "lzh-Hant" }, href ? make("a", { href: root + href }, text) : text);
  };
  const table = () => make("div", { class: "scroll" }, make("table", {},
    make("thead", {}, make("tr", {}, ...result.names.map((name) => make("th", { scope: "col", lang: "en" }, name)))),
    make("tbody", {}, ...result.rows.slice(0, SHOWN).map((row) => make("tr", {}, ...row.map(cell))))));
  // A row is a path: each value joined with the next; equal values are one node.
  const network = () => {
    const nodes = new Map();
    const joined = [];
    const node = (term) => { const key = `${term.termType}${term.value}`; if (!nodes.has(key)) nodes.set(key, { text: shown(term), x: 0, y: 0 }); return nodes.get(key); };
    for (const row of result.rows) {
      const terms = row.map((term, at) => [term, result.names[at]]).filter(([term]) => term);
      if (nodes.size + terms.length > DRAWN) break;
      terms.slice(1).forEach(([term, name], at) => joined.push([node(terms[at][0]), node(term), name]));
      if (terms.length === 1) node(terms[0][0]);
    }
    const all = [...nodes.values()];
    all.forEach((one, at) => { const radius = 40 + 26 * Math.sqrt(at), angle = at * 2.399963; one.x = radius * Math.cos(angle) * 1.5; one.y = radius * Math.sin(angle); });
    for (let round = 0; round < 160; round += 1) {
      for (const one of all) for (const other of all) if (one !== other) { const dx = one.x - other.x, dy = one.y - other.y, far = Math.max(1, dx * dx + dy * dy); one.x += dx / far * 90; one.y += dy / far * 60; }
      for (const [from, to] of joined) { const dx = to.x - from.x, dy = to.y - from.y, pull = 0.03; from.x += dx * pull; from.y += dy * pull; to.x -= dx * pull; to.y -= dy * pull; }
    }
    const xs = all.map((one) => one.x), ys = all.map((one) => one.y);
    const low = [Math.min(...xs, 0) - 70, Math.min(...ys, 0) - 40];
    return make("figure", { style: null }, draw("svg", { class: "star", role: "img", "aria-label": "查詢結果之網絡 The result as a network", viewBox: [...low, Math.max(...xs, 0) - low[0] + 70, Math.max(...ys, 0) - low[1] + 50].join(" ") },
      ...joined.map(([from, to, name]) => draw("g", {}, draw("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }), draw("text", { class: "edge", x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, name))),
      ...all.map((one) => draw("g", {}, draw("circle", { cx: one.x, cy: one.y, r: 6 }), draw("text", { x: one.x, y: one.y + 20 }, Array.from(one.text).slice(0, 18).join(""))))));
  };
  const paint = () => {
    const drawn = asGraph.getAttribute("aria-pressed") === "true";
    answer.replaceChildren(drawn ? network() : table());
    if (!drawn && result.rows.length > SHOWN) answer.append(make("p", { class: "faint" }, `… ${SHOWN} / ${result.rows.length}`));
  };
  const ask = () => {
    const text = `${heads} ${box.value}`;
    const start = performance.now();
    try {
      const found = store.query(text, { use_default_graph_as_union: !/\bfrom\b/i.test(box.value) });
      if (typeof found === "boolean") result = { names: ["answer"], rows: [[{ termType: "Literal", value: found ? "是 yes" : "否 no" }]] };
      else if (found.length && found[0].subject) result = { names: ["subject", "predicate", "object"], rows: found.map((quad) => [quad.subject, quad.predicate, quad.object]) };
      else {
        const asked = /select\s+(distinct\s+|reduced\s+)?([^{]*?)(where\s*)?\{/i.exec(box.value);
        const order = asked ? [...asked[2].matchAll(/[?$]([\p{L}\p{N}_]+)\s*(?=\)|[?$(\s]|$)/gu)].map((one) => one[1]) : [];
        const present = new Set(found.flatMap((row) => [...row.keys()]));
        const names = [...new Set([...order.filter((name) => present.has(name)), ...present])];
        result = { names, rows: found.map((row) => names.map((name) => row.get(name))) };
      }
      state.replaceChildren(both(`${result.rows.length} 列，${Math.round(performance.now() - start)} 毫秒`, `${result.rows.length} rows, ${Math.round(performance.now() - start)} ms`));
      save.disabled = asGraph.disabled = false;
      paint();
    } catch (error) {
      result = null;
      save.disabled = asGraph.disabled = true;
      state.replaceChildren(both("不能執行", "cannot be run"));
      answer.replaceChildren(make("p", { class: "wrong", lang: "en" }, String(error.message || error)));
    }
  };
  document.getElementById("ask").addEventListener("submit", (event) => { event.preventDefault(); if (store) ask(); });
  box.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && store) { event.preventDefault(); ask(); } });
  save.addEventListener("click", () => download("answer.csv", "text/csv;charset=utf-8", csv([result.names, ...result.rows.map((row) => row.map(shown))])));
  asGraph.addEventListener("click", () => { asGraph.setAttribute("aria-pressed", String(asGraph.getAttribute("aria-pressed") !== "true")); paint(); });
  const take = (name) => { if (page.questions[name]) { box.value = page.questions[name][2]; ready.value = name; return true; } return false; };
  ready.addEventListener("change", () => { if (take(ready.value)) { history.replaceState(null, "", `#${ready.value}`); if (store) ask(); } });
  const asked = () => { try { return decodeURIComponent(location.hash.slice(1)); } catch (error) { if (!(error instanceof URIError)) throw error; return ""; } };
  if (!take(asked())) box.value = FIRST;
  (async () => {
    const start = performance.now();
    window.oxigraph.initSync({ module: await unpack(window.kgWasm) });
    const text = await unpack(window.kgGraph);
    const made = new window.oxigraph.Store();
    made.load(text, { format: "application/n-quads", lenient: true, no_transaction: true });
    store = made;
    run.disabled = false;
    state.replaceChildren(both(`圖已載：${window.kgQuads.toLocaleString("en")} 條，${((performance.now() - start) / 1000).toFixed(1)} 秒`, `graph loaded: ${window.kgQuads.toLocaleString("en")} statements, ${((performance.now() - start) / 1000).toFixed(1)} s`));
    if (page.questions[asked()]) ask();
    document.documentElement.dataset.ready = "true";
  })().catch((error) => { state.replaceChildren(both("載入未成", "could not be loaded")); answer.replaceChildren(make("p", { class: "wrong" }, String(error.message || error))); document.documentElement.dataset.ready = "failed"; });
})();
