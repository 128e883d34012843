"use strict";
(() => {
  const { make, both, data, han } = window.kg;
  const page = data("data");
  const root = document.getElementById("seek").dataset.root;
  const index = window.kgIndex;
  const panel = document.getElementById("panel");
  const start = [...panel.childNodes];
  const text = document.getElementById("text");
  const byKey = new Map(page.acts.map((act, number) => [act.k, number]));
  const term = (name) => page.terms[name] || [name, ""];
  const link = (address) => root + address.split("#").map((part, at) => (at ? encodeURIComponent(part).replaceAll("%2F", "/") : part)).join("#");

  // ---- one act in the panel
  const nameOf = (number, words) => {
    if (number < 0) return make("q", { class: "han", lang: "lzh-Hant" }, words);
    const [zh, py, en, , kind, href] = index[number];
    return make("span", { class: `k-${kind}` }, make("span", { class: "dot" }), make("a", { href: root + href, class: "han", lang: "lzh-Hant" }, zh), " ", make("span", { class: "py", lang: "zh-Latn-pinyin" }, py), " ", make("span", { class: "en faint small", lang: "en" }, en));
  };
  const links = (zh, en, rows) => (rows.length ? make("p", { class: "small" }, both(zh, en), " ", ...rows.flatMap(([key, address, words]) => [make("a", { href: link(address), lang: "lzh-Hant", class: "han" }, words), ` ${key} `])) : "");
  let shown = -1;
  const clear = () => {
    for (const lit of text.querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const one of text.querySelectorAll(".v[aria-current]")) one.removeAttribute("aria-current");
    for (const one of text.querySelectorAll(".passage.on")) one.classList.remove("on");
  };
  const show = (number, { scroll = false, siblings = [] } = {}) => {
    const act = page.acts[number];
    const word = [...text.querySelectorAll(`.v[data-a~="${number}"]`)][0];
    clear();
    shown = number;
    const passage = word.closest(".passage");
    passage.classList.add("on");
    for (const one of text.querySelectorAll(`.v[data-a~="${number}"]`)) one.setAttribute("aria-current", "true");
    const things = new Set(act.p.map((part) => part[1]));
    for (const name of passage.querySelectorAll(".m")) if (things.has(Number(name.dataset.t))) name.classList.add("lit");
    const [zh, py, en, , , href] = index[act.a];
    const facts = [act.g, act.m].filter(Boolean).map(term);
    if (act.n) facts.push(term("negated"));
    if (act.x) facts.push([`${term("count")[0]} ${act.x}`, `${term("count")[1]} ${act.x}`]);
    const rule = page.rules[act.r] || [act.r, ""];
    panel.replaceChildren(
      make("button", { type: "button", class: "close", "aria-label": "關 Close", onclick: () => { clear(); shown = -1; panel.classList.remove("open"); panel.replaceChildren(...start); history.replaceState(null, "", location.pathname); } }, "✕"),
      make("h2", {}, make("a", { href: root + href, lang: "lzh-Hant" }, (act.n ? "不" : "") + zh)),
      make("p", {}, make("span", { class: "py", lang: "zh-Latn-pinyin" }, py), " ", make("span", { class: "en faint", lang: "en" }, en)),
      siblings.length > 1 ? make("p", { class: "go" }, ...siblings.map((other) => make("button", { type: "button", "aria-pressed": String(other === number), onclick: () => show(other, { siblings }) }, index[page.acts[other].a][0], ` ${page.acts[other].k}`))) : "",
      make("ul", { class: "roles" },
        ...act.p.map(([role, thing, words, supplied, why, grade, quantity]) => make("li", {},
          make("span", { class: "role" }, both(...(page.roles[role] || [role, ""]))),
          make("span", {}, nameOf(thing, words), quantity ? ` × ${quantity}` : "", supplied ? " " : "", supplied ? make("span", { class: "supplied" }, "補 supplied") : ""),
          supplied || (why && why !== act.r) ? make("span", { class: "why" }, both(...(page.rules[why] || [why, ""])), grade ? make("span", {}, " · ", both(...term(grade))) : "", make("br"), make("code", {}, why)) : "")),
        act.p.some(([role]) => role === "actor") ? "" : make("li", {}, make("span", { class: "role" }, both(...(page.roles.actor || ["行事者", "actor"]))), make("span", { class: "faint" }, both("文不言其人", "nobody is named")))),
      make("p", { class: "small faint" }, ...facts.flatMap(([one, other], at) => [at ? " · " : "", both(one, other)]), make("br"), both(...rule), " ", make("code", {}, act.r)),
      links("如前", "like", act.l), links("所命", "orders", act.d), links("受命於", "ordered by", act.f),
      make("p", { class: "small" }, both("出處", "passage"), " ", make("a", { href: `#${passage.id}` }, passage.id), " · ", make("a", { href: `#${act.k}` }, act.k)),
      make("p", { class: "go" },
        make("a", { class: "button", href: `${root}network/${page.text}.html#${encodeURIComponent(page.base + act.k)}` }, both("網絡", "Network")),
        make("a", { class: "button", href: `${root}plan/${page.text}.html#${act.o}` }, both("平面", "Plan")),
        make("a", { class: "button", href: `${root}time/${page.text}.html#${act.o}` }, both("時序", "Time"))),
      ...[...passage.querySelectorAll(".note:not([hidden])")].slice(0, 6).map((note) => make("blockquote", { lang: "lzh-Hant", class: "small" }, note.textContent)));
    panel.classList.add("open");
    panel.scrollTop = 0;
    // On narrow screens the panel lies over the lower half.
    if (scroll) passage.scrollIntoView({ block: getComputedStyle(panel).position === "fixed" ? "start" : "center" });
    history.replaceState(null, "", `#${act.k}`);
  };
  text.addEventListener("click", (event) => {
    const word = event.target.closest(".v");
    if (word) {
      event.preventDefault();
      const siblings = word.dataset.a.split(" ").map(Number);
      show(siblings[0], { siblings });
      return;
    }
    const name = event.target.closest(".m");
    if (name && text.classList.contains("show-names")) location.href = root + index[Number(name.dataset.t)][5];
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    if (event.key === "j" || event.key === "k") {
      const next = shown < 0 ? 0 : shown + (event.key === "j" ? 1 : -1);
      if (page.acts[next]) { show(next, { scroll: true }); text.querySelector(`.v[data-a~="${next}"]`).focus({ preventScroll: true }); }
    } else if (event.key === "Escape" && shown >= 0) panel.querySelector(".close").click();
  });

  // ---- layers, marks, voices
  const bar = document.getElementById("bar");
  const refresh = () => {
    const on = (name) => new Set([...bar.querySelectorAll(`input[name=${name}]:checked`)].map((box) => box.value));
    const [bases, layers, shows, voices] = ["base", "layer", "show", "voice"].map(on);
    for (const name of ["acts", "names", "changes"]) text.classList.toggle(`show-${name}`, shows.has(name));
    for (const box of bar.querySelectorAll("input[name=base]")) for (const passage of text.getElementsByClassName(box.value)) if (passage.classList.contains("passage")) passage.hidden = !bases.has(box.value);
    const choosing = bar.querySelector("input[name=voice]") !== null;
    for (const note of text.querySelectorAll(".note")) {
      const layer = [...note.classList].find((one) => one.startsWith("Layer"));
      note.hidden = !layers.has(layer) || (choosing && note.dataset.s !== "" && !voices.has(note.dataset.s));
    }
  };
  bar.addEventListener("change", refresh);
  bar.addEventListener("submit", (event) => event.preventDefault());
  refresh();

  // ---- divisions and where one is
  const division = document.getElementById("division");
  if (division) division.addEventListener("change", () => { for (const list of document.querySelectorAll(".sections")) list.hidden = list.id !== `div-${division.value}`; });
  const entries = [...document.querySelectorAll(".sections a")];
  const order = new Map([...text.querySelectorAll(".passage")].map((passage, at) => [passage.id, at]));
  const spans = entries.map((entry) => [order.get(decodeURIComponent(entry.hash.slice(1))), order.get(entry.dataset.last), entry]);
  const seen = new Set();
  const watcher = new IntersectionObserver((changes) => {
    for (const change of changes) if (change.isIntersecting) seen.add(order.get(change.target.id)); else seen.delete(order.get(change.target.id));
    if (!seen.size) return;
    const top = Math.min(...seen);
    for (const [first, last, entry] of spans) if (first <= top && top <= last) entry.setAttribute("aria-current", "true"); else entry.removeAttribute("aria-current");
  }, { rootMargin: "-120px 0px -50% 0px" });
  for (const passage of text.querySelectorAll(".passage")) watcher.observe(passage);

  // ---- search within: variant glyphs folded, hits painted without touching the text
  const within = document.getElementById("within");
  const told = document.getElementById("hits");
  const before = document.getElementById("before");
  const after = document.getElementById("after");
  let ranges = [];
  let current = -1;
  const supported = typeof Highlight === "function" && CSS.highlights;
  const runs = [...text.querySelectorAll(".words, .note")].map((element) => {
    const nodes = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let run = "";
    while (walker.nextNode()) {
      if (walker.currentNode.parentNode.classList.contains("sic")) continue;
      nodes.push([run.length, walker.currentNode]);
      run += walker.currentNode.data;
    }
    // Folding keeps the length in code units: a standard glyph of another length stays unfolded.
    return { element, nodes, plain: Array.from(run).map((one) => { const standard = han(one); return standard.length === one.length ? standard : one; }).join("") };
  });
  const spot = (nodes, offset) => { let at = nodes.length - 1; while (at > 0 && nodes[at][0] > offset) at -= 1; return [nodes[at][1], offset - nodes[at][0]]; };
  const go = (number) => {
    current = (number + ranges.length) % ranges.length;
    const range = ranges[current];
    if (supported) CSS.highlights.set("kg-hit", new Highlight(range));
    told.textContent = `${current + 1} / ${ranges.length}`;
    range.startContainer.parentElement.closest(".passage").scrollIntoView({ block: "center" });
  };
  const seek = () => {
    const words = Array.from(within.value.trim()).map(han).join("");
    ranges = [];
    current = -1;
    if (words) for (const { element, nodes, plain } of runs) {
      if (element.hidden || element.closest("[hidden]")) continue;
      for (let at = plain.indexOf(words); at >= 0; at = plain.indexOf(words, at + words.length)) {
        const range = new Range();
        range.setStart(...spot(nodes, at));
        const [node, offset] = spot(nodes, at + words.length - 1);
        range.setEnd(node, offset + 1);
        ranges.push(range);
      }
    }
    if (supported) { CSS.highlights.set("kg-hits", new Highlight(...ranges)); CSS.highlights.delete("kg-hit"); }
    told.textContent = words ? `${ranges.length}` : "";
    before.disabled = after.disabled = !ranges.length;
  };
  let waiting = 0;
  within.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(seek, 80); });
  within.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); clearTimeout(waiting); if (current < 0) seek(); if (ranges.length) go(current + (event.shiftKey ? -1 : 1)); } });
  before.addEventListener("click", () => go(current - 1));
  after.addEventListener("click", () => go(current + 1));

  // ---- addresses: #xiangshe.91 a passage, #xiangshe.91/2 an act; on a cut text perhaps on another page
  const fromAddress = () => {
    let key = "";
    try { key = decodeURIComponent(location.hash.slice(1)); } catch (error) { if (!(error instanceof URIError)) throw error; }
    if (byKey.has(key)) { show(byKey.get(key), { scroll: true }); return; }
    const id = key.split("/")[0];
    if (id && !document.getElementById(id)) {
      const other = page.parts.find(([, ids]) => ids.includes(id));
      if (other) location.replace(link(`${other[0]}#${key}`));
    } else if (id && document.getElementById(id)) document.getElementById(id).scrollIntoView({ block: "center" });
  };
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
  // The browser's own jump to the fragment comes with the end of loading and would hide the sentence under the head.
  if (location.hash && document.readyState !== "complete") window.addEventListener("load", () => requestAnimationFrame(fromAddress), { once: true });
  document.documentElement.dataset.ready = "true";
})();
