"use strict";
(() => {
  const { make, both, data, han } = window.kg;
  const page = data("data");
  const root = document.getElementById("seek").dataset.root;
  const [one, other, together, rows, told] = ["one", "other", "both", "rows", "left"].map((id) => document.getElementById(id));
  for (const select of [one, other]) page.voices.forEach(([name, count], at) => select.append(make("option", { value: String(at) }, `${name}（${count}）`)));
  one.value = String(page.first[0]);
  other.value = String(page.first[1]);
  // The words of the longest common subsequence stay plain; the rest is marked.
  const differing = (mine, yours) => {
    const [a, b] = [Array.from(mine), Array.from(yours)];
    if (!b.length || a.length * b.length > 250_000) return a.map(() => false);
    const [fa, fb] = [a.map(han), b.map(han)];
    const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
    for (let i = a.length - 1; i >= 0; i -= 1) for (let j = b.length - 1; j >= 0; j -= 1) table[i][j] = fa[i] === fb[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    const marks = a.map(() => true);
    for (let i = 0, j = 0; i < a.length && j < b.length;) if (fa[i] === fb[j]) { marks[i] = false; i += 1; j += 1; } else if (table[i + 1][j] >= table[i][j + 1]) i += 1; else j += 1;
    return marks;
  };
  const spell = (text, against) => {
    const letters = Array.from(text), marks = differing(text, against);
    // Marking helps where most is shared (one quotes the other); elsewhere all would be marked.
    if (!against || marks.filter(Boolean).length > letters.length * 0.4) return [text];
    const parts = [];
    for (let at = 0; at < letters.length;) { let end = at; while (end < letters.length && marks[end] === marks[at]) end += 1; const words = letters.slice(at, end).join(""); parts.push(marks[at] ? make("b", { class: "d" }, words) : words); at = end; }
    return parts;
  };
  const refresh = () => {
    const [left, right] = [Number(one.value), Number(other.value)];
    const shown = page.rows.filter(([, , , notes]) => { const has = (who) => notes.some(([voice]) => voice === who); return together.checked ? has(left) && has(right) : has(left) || has(right); });
    rows.replaceChildren(...shown.map(([id, words, href, notes]) => {
      const of = (who) => notes.filter(([voice]) => voice === who);
      const whole = (who) => of(who).map(([, text]) => text).join("");
      const column = (who, against) => make("div", { lang: "lzh-Hant" }, make("b", {}, page.voices[who][0]), ...of(who).flatMap(([, text, stance]) => [stance ? make("i", { class: "stance" }, stance) : "：", ...spell(text, whole(against)), make("br")]));
      return make("section", { class: "voice" }, make("p", { lang: "lzh-Hant" }, words, " ", make("a", { href: `${root}${href}#${id}` }, id)), make("div", { class: "two" }, column(left, right), column(right, left)));
    }));
    window.kg.markMissing(rows);
    told.replaceChildren(both(`${shown.length} 段`, `${shown.length} passages`));
    document.documentElement.dataset.rows = String(shown.length);
  };
  document.getElementById("filter").addEventListener("change", refresh);
  document.getElementById("filter").addEventListener("submit", (event) => event.preventDefault());
  refresh();
  document.documentElement.dataset.ready = "true";
})();
