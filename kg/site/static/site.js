"use strict";
// What every page has: the switch of language, light and dark, search, marks for characters that no font has.
window.kg = (() => {
  const root = document.documentElement;
  // Storage may be refused (private windows, some browsers on file://): choices then last as long as the page.
  const keep = (name, value) => { try { localStorage.setItem(`kg.${name}`, value); } catch { root.dataset.unsaved = name; } };

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined || value === null || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  };
  const SVG = "http://www.w3.org/2000/svg";
  const draw = (tag, attributes = {}, ...children) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined || value === null || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  };
  const both = (zh, en) => { const part = document.createDocumentFragment(); part.append(make("span", { class: "zh", lang: "zh-Hant" }, zh), " ", make("span", { class: "en", lang: "en" }, en)); return part; };
  const data = (id) => { const element = document.getElementById(id); return element ? JSON.parse(element.textContent) : null; };
  const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const glyphs = new Map(Object.entries(window.kgGlyphs || {}));
  // Variant glyphs to their standard, so that 觯 finds 觶.
  const han = (text) => Array.from(text.normalize("NFC")).map((character) => glyphs.get(character) || character).join("");
  const download = (name, type, content) => {
    const link = make("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  const csv = (rows) => "\ufeff" + rows.map((row) => row.map((cell) => { const text = String(cell ?? ""); return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text; }).join(",")).join("\r\n") + "\r\n";
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // ---- language and theme
  const LANGUAGES = ["both", "zh", "en"];
  const NAMES = { both: "中 · EN", zh: "中文", en: "English" };
  const languageButton = document.getElementById("language");
  const setLanguage = (language) => {
    root.dataset.lang = language;
    if (languageButton) languageButton.textContent = NAMES[language];
    root.dispatchEvent(new CustomEvent("kg:language"));
  };
  if (languageButton) {
    languageButton.addEventListener("click", () => {
      const next = LANGUAGES[(LANGUAGES.indexOf(root.dataset.lang) + 1) % LANGUAGES.length];
      setLanguage(next);
      keep("lang", next);
    });
    setLanguage(root.dataset.lang || "both");
  }
  const themeButton = document.getElementById("theme");
  if (themeButton) themeButton.addEventListener("click", () => {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    keep("theme", root.dataset.theme);
    root.dispatchEvent(new CustomEvent("kg:theme"));
  });

  // ---- search over things and offices; passages by their id
  const search = document.getElementById("seek");
  const found = document.getElementById("seekfound");
  if (search && found) {
    const at = search.dataset.root;
    const rows = (window.kgIndex || []).map(([zh, py, en, variants, kind, href, count]) => ({
      zh, py, en, kind, href, count, names: [zh, ...variants].map(han), plain: fold(py), run: fold(py).replaceAll(" ", ""), gloss: fold(en),
    }));
    let hits = [];
    let chosen = -1;
    const match = (typed) => {
      const words = han(typed.trim());
      const plain = fold(typed.trim());
      if (!plain) return [];
      const passage = /^([a-z0-9_]+)[.](\S+)$/i.exec(typed.trim());
      const scored = [];
      rows.forEach((row, number) => {
        const latin = /^[a-z ]+$/.test(plain);
        if (row.names.includes(words) || (latin && (row.run === plain.replaceAll(" ", "")))) scored.push([0, number]);
        else if (row.names.some((name) => name.startsWith(words))) scored.push([1, number]);
        else if (latin && new RegExp(`\\b${plain}\\b`).test(row.gloss)) scored.push([2, number]);
        else if (row.names.some((name) => name.includes(words)) || (latin && row.run.startsWith(plain.replaceAll(" ", "")))) scored.push([3, number]);
        else if (latin && row.gloss.includes(plain)) scored.push([4, number]);
      });
      scored.sort((one, two) => one[0] - two[0] || rows[two[1]].count - rows[one[1]].count || one[1] - two[1]);
      const things = scored.slice(0, 30).map(([, number]) => rows[number]);
      const text = passage && (window.kgTexts || []).find((one) => passage[1].toLowerCase() === one[0].toLowerCase());
      return text ? [{ zh: typed.trim(), py: "", en: "passage", kind: "Passage", href: `read/${text[1]}.html#${encodeURIComponent(typed.trim())}` }, ...things] : things;
    };
    const point = (number) => {
      chosen = number;
      [...found.children].forEach((row, at) => row.setAttribute("aria-selected", String(at === number)));
      if (number >= 0) { search.setAttribute("aria-activedescendant", `seek${number}`); found.children[number].scrollIntoView({ block: "nearest" }); }
      else search.removeAttribute("aria-activedescendant");
    };
    const close = () => { found.hidden = true; search.setAttribute("aria-expanded", "false"); point(-1); };
    search.addEventListener("input", () => {
      hits = match(search.value);
      found.replaceChildren(...hits.map((row, number) => make("li", { role: "option", id: `seek${number}`, "aria-selected": "false", class: `k-${row.kind}` },
        make("a", { href: at + row.href, tabindex: "-1" }, make("span", { class: "dot" }), make("span", { class: "han", lang: "lzh-Hant" }, row.zh), " ", make("span", { class: "py", lang: "zh-Latn-pinyin" }, row.py), " ", make("small", { lang: "en" }, row.en)))));
      if (!hits.length && search.value.trim()) found.replaceChildren(make("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, make("small", {}, "圖中無此名 · nothing is named so")));
      found.hidden = !search.value.trim();
      search.setAttribute("aria-expanded", String(!found.hidden));
      point(hits.length ? 0 : -1);
    });
    search.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown" && hits.length) { event.preventDefault(); point(Math.min(chosen + 1, hits.length - 1)); }
      else if (event.key === "ArrowUp" && hits.length) { event.preventDefault(); point(Math.max(chosen - 1, 0)); }
      else if (event.key === "Enter" && hits[chosen]) { event.preventDefault(); location.href = at + hits[chosen].href; close(); }
      else if (event.key === "Escape") close();
    });
    document.addEventListener("click", (event) => { if (!event.target.closest(".seek")) close(); });
    document.addEventListener("keydown", (event) => {
      if (event.key === "/" && !event.ctrlKey && !event.metaKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) { event.preventDefault(); search.focus(); search.select(); }
    });
  }

  // ---- sortable tables
  for (const table of document.querySelectorAll("table[data-sortable]")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const label = [...head.childNodes];
      head.replaceChildren(make("button", { type: "button", onclick: () => {
        const up = head.getAttribute("aria-sort") !== "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const key = (row) => { const cell = row.cells[column]; return cell ? cell.dataset.sort ?? cell.textContent.trim() : ""; };
        const rows = [...table.tBodies[0].rows].map((row, at) => [key(row), at, row]);
        const numeric = rows.every(([value]) => value === "" || Number.isFinite(Number(value)));
        rows.sort(([one, first], [two, second]) => (numeric ? Number(one) - Number(two) : one.localeCompare(two, "zh-Hant")) * (up ? 1 : -1) || first - second);
        table.tBodies[0].append(...rows.map(([, , row]) => row));
      } }, ...label));
    });
  }

  // ---- characters that no font of this machine has, and characters without code point (&KR0871;): in a frame
  const gaiji = window.kgGaiji || {};
  const rare = /[\u{E000}-\u{F8FF}\u{20000}-\u{3FFFF}\u{F0000}-\u{10FFFF}]/u;
  const entity = /&(KR\d+);/;
  let lacks = null;
  const measure = () => {
    const canvas = make("canvas", { width: "24", height: "24" });
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.font = `20px ${getComputedStyle(root).getPropertyValue("--han")}`;
    const picture = (character) => { pen.clearRect(0, 0, 24, 24); pen.fillText(character, 0, 20); return pen.getImageData(0, 0, 24, 24).data.join(); };
    const missing = picture("\u{10FFFE}");
    const seen = new Map();
    return (character) => { if (!seen.has(character)) seen.set(character, /[\u{E000}-\u{F8FF}\u{F0000}-\u{10FFFF}]/u.test(character) || picture(character) === missing); return seen.get(character); };
  };
  const framed = (part) => {
    const named = entity.exec(part);
    if (named) return make("span", { class: "gaiji", title: part }, gaiji[named[1]] ? `${gaiji[named[1]]} ` : "", make("small", {}, named[1]));
    if (!rare.test(part)) return part;
    lacks = lacks || measure();
    return lacks(part) ? make("span", { class: "gaiji", title: part }, `U+${part.codePointAt(0).toString(16).toUpperCase()}`) : part;
  };
  const markMissing = (within) => {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) {
      const { data: text, parentNode } = walker.currentNode;
      if ((rare.test(text) || entity.test(text)) && !/^(SCRIPT|STYLE|TEXTAREA|OPTION)$/.test(parentNode.tagName) && !parentNode.closest(".gaiji, svg")) nodes.push(walker.currentNode);
    }
    for (const node of nodes) {
      const parts = (node.data.match(/&KR\d+;|[^&]|&/gu) || []).map(framed);
      if (parts.some((part) => typeof part !== "string")) node.replaceWith(...parts);
    }
  };
  markMissing(document.body);

  return { make, draw, both, data, fold, han, download, csv, still, keep, markMissing };
})();
