"use strict";
// One act shown in words: its sentence with the verb marked, who, what, where; and links to the other pages.
window.kgActs = (page) => {
  const { make, both } = window.kg;
  const root = document.getElementById("seek").dataset.root;
  const index = window.kgIndex;
  const acts = page.acts.map(([key, passage, action, at, length, flags, parts], order) => ({ key, passage, action, at, length, flags, parts, order }));
  const role = (name) => page.roles.findIndex(([one]) => one === name);
  const ACTOR = role("actor");
  const fillers = (act, ...names) => { const wanted = names.map(role); return act.parts.filter(([one, thing]) => wanted.includes(one) && thing >= 0).map(([, thing]) => thing); };
  const nameOf = (thing) => index[thing][0];
  const verb = (act) => (act.flags.includes("n") ? "不" : "") + index[act.action][0];
  const words = (act) => [fillers(act, "actor").map(nameOf).join("、"), verb(act), fillers(act, "object", "recipient", "destination", "direction").slice(0, 2).map(nameOf).join("、")].filter(Boolean).join(" ");
  const MODES = { m: ["命", "ordered"], c: ["若", "conditional"], d: ["既", "completed"], p: ["蓋然", "probable"], g: ["推測", "guessed"], n: ["不為", "not done"] };
  const sentence = (act) => {
    const [id, text, href] = page.passages[act.passage] || ["", "", ""];
    const letters = Array.from(text);
    return make("blockquote", { lang: "lzh-Hant" }, letters.slice(0, act.at).join(""), make("mark", {}, letters.slice(act.at, act.at + act.length).join("")), letters.slice(act.at + act.length).join(""),
      make("footer", {}, make("a", { href: `${root}${href}#${act.key}` }, id)));
  };
  const thing = (number) => { const [zh, py, en, , kind, href] = index[number]; return make("span", { class: `k-${kind}` }, make("span", { class: "dot" }), make("a", { href: root + href, class: "han", lang: "lzh-Hant" }, zh), " ", make("span", { class: "py", lang: "zh-Latn-pinyin" }, py), " ", make("span", { class: "en faint small", lang: "en" }, en)); };
  const panel = (act, elsewhere = []) => {
    const [zh, py, en, , , href] = index[act.action];
    const rows = act.parts.map(([which, number, supplied, said]) => make("li", {}, make("span", { class: "role" }, both(page.roles[which][1], page.roles[which][2])),
      make("span", {}, number >= 0 ? thing(number) : make("q", { lang: "lzh-Hant", class: "han" }, said || ""), supplied ? make("span", { class: "supplied" }, " 補 supplied") : "")));
    return [
      make("h2", {}, make("span", { lang: "lzh-Hant" }, fillers(act, "actor").map(nameOf).join("、") || "—"), " · ", make("a", { href: root + href, lang: "lzh-Hant" }, (act.flags.includes("n") ? "不" : "") + zh)),
      make("p", { class: "small" }, make("span", { class: "py", lang: "zh-Latn-pinyin" }, py), " ", make("span", { class: "en faint", lang: "en" }, en), ...[...act.flags].flatMap((flag) => [" · ", both(...MODES[flag])])),
      sentence(act),
      make("ul", { class: "roles" }, ...rows),
      make("p", { class: "go" }, ...elsewhere.map(([to, one, other]) => make("a", { class: "button", href: root + to }, both(one, other)))),
    ];
  };
  const section = (order, leaf = true) => page.sections.filter(([, , , first, last, isLeaf]) => first <= order && order <= last && (!leaf || isLeaf)).at(-1);
  return { acts, index, root, ACTOR, role, fillers, nameOf, verb, words, panel, section, sentence };
};
