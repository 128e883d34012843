"use strict";
// Before anything is painted: the reader's choice of language and light.
(() => {
  const root = document.documentElement;
  let saved = {};
  try { saved = { lang: localStorage.getItem("kg.lang"), theme: localStorage.getItem("kg.theme") }; } catch { root.dataset.unsaved = "all"; }
  root.dataset.lang = ["both", "zh", "en"].includes(saved.lang) ? saved.lang : "both";
  root.dataset.theme = saved.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
})();
