// The query page with YASGUI: the endpoint is this server's, nothing else is asked, and its words are in both languages.
"use strict";
(() => {
  const Yasgui = window.yasguiModule.default;
  const get = (id) => document.getElementById(id);
  const setup = JSON.parse(get("setup").textContent);
  const place = get("yasgui"), ready = get("ready");
  const endpoint = new URL("/sparql", location.href).href;
  const FIRST = "SELECT ?passage ?actor ?verb WHERE {\n  ?act rit:actor/skos:prefLabel ?actor ;\n    rit:action/skos:prefLabel ?verb ;\n    rit:passage/dcterms:identifier ?passage .\n}\nLIMIT 20\n";

  // The names of the vocabulary, asked of this server once they are needed.
  let names = null;
  const vocabulary = async () => {
    const query = `SELECT DISTINCT ?t { ?t rdfs:isDefinedBy|a ?o FILTER(STRSTARTS(STR(?t), "${setup.ontology}")) } ORDER BY ?t`;
    const found = await fetch(endpoint, {
      method: "POST", headers: { "Content-Type": "application/sparql-query", Accept: "application/sparql-results+json" }, body: query,
    });
    if (!found.ok) throw new Error(`HTTP ${found.status}`);
    return (await found.json()).results.bindings.map((row) => `rit:${row.t.value.slice(setup.ontology.length)}`);
  };
  Yasgui.Yasqe.registerAutocompleter({
    name: "ritual-kg", bulk: true, autoShow: true, persistenceId: null,
    isValidCompletionPosition: (yasqe) => /^rit:/.test(yasqe.getCompleteToken().string),
    get: () => (names ??= vocabulary()),
  });

  // None that asks other servers (prefix.cc, LOV): prefixes are supplied, classes and properties are our vocabulary's.
  // They are taken out of the defaults, since a list in the configuration is laid over that of the defaults, not put in
  // its place.
  const { Yasqe } = Yasgui;
  Yasqe.defaults.autocompleters.splice(0, Infinity, "variables", "ritual-kg");
  for (const name of Object.keys(Yasqe.Autocompleters)) if (!Yasqe.defaults.autocompleters.includes(name)) delete Yasqe.Autocompleters[name];

  // What comes with a link may name another server; it is always this one.
  const ours = (config) => ({ ...config, requestConfig: { ...config.requestConfig, endpoint } });
  const table = Yasgui.Yasr.plugins.table;
  table.defaults.tableConfig.language = {
    ...table.defaults.tableConfig.language, emptyTable: "無 Nothing", zeroRecords: "無 Nothing", infoEmpty: "0",
    info: "第 _START_–_END_ 列，共 _TOTAL_ 列 rows", infoFiltered: "(_MAX_)", aria: { orderable: "排序 sort", orderableReverse: "反序 reverse" },
  };
  const yasgui = new Yasgui(place, {
    autofocus: false,
    tabName: "查詢",
    requestConfig: { endpoint, method: "POST", acceptHeaderGraph: "text/turtle" },
    endpointCatalogueOptions: { getData: () => [{ endpoint }], keys: [], renderItem: () => {} },
    populateFromUrl: ours,
    yasqe: { prefixCcApi: null, value: FIRST, editorHeight: "320px", screenReaderLabel: "SPARQL" },
    // An answer is asked again, not kept: the store may have been built anew.
    yasr: {
      prefixes: setup.prefixes, maxPersistentResponseSize: 0, pluginOrder: ["table", "response"], defaultPlugin: "table",
    },
  });
  const fix = () => {
    for (const tab of Object.values(yasgui._tabs)) {
      if (tab.getEndpoint() !== endpoint) tab.setEndpoint(endpoint);
      const plugins = tab.getYasr()?.config.plugins; // until its reader chooses otherwise, values without language and type
      if (plugins) (plugins.table ??= {}).dynamicConfig ??= { compact: true };
    }
  };
  yasgui.on("tabSelect", fix);
  fix();

  ready.addEventListener("change", () => {
    if (!ready.value) return;
    const tab = yasgui.getTab();
    tab.setQuery(ready.value);
    tab.setName(ready.selectedOptions[0].textContent.split(/[ ，：]/)[0].slice(0, 12));
    tab.query().catch(() => {}); // what is wrong with it is shown where the result would be
  });

  const WORDS = new Map(Object.entries({
    "Add tab": "新頁籤 Add tab", "Add a new tab": "新頁籤 Add tab", "Close tab": "關閉 Close tab", "Run query": "執行 Run query",
    "Share query": "連結 Share query", "Download result": "下載 Download", "Download Results": "下載 Download",
    "Download not supported": "不能下載 No download", "Filter query results": "篩選 Filter", "Simple view": "簡式 Simple",
    Ellipse: "節略 Shorten", "Page size: ": "每頁 Page size ", Table: "表 Table", Response: "原文 Response", Boolean: "是否 Boolean",
    Error: "錯誤 Error", "Show all": "全部 Show all", All: "全部 All", True: "是 True", False: "否 False",
    Rename: "改名 Rename", "Copy Query": "複製 Copy query", "Close other tabs": "關閉其他 Close others", "Re-open old tab": "重開 Re-open",
    "Rename Tab": "改名 Rename", "Copy Tab": "複製 Copy", "Close Tab": "關閉 Close", "Undo Close Tab": "重開 Re-open",
    "Shows Table view": "表 Table", "Shows Response view": "原文 Response", "Shows Boolean view": "是否 Boolean", "Shows Error view": "錯誤 Error",
  }));
  const told = (words) => WORDS.get(words) ?? words
    .replace(/^(\d+) results? in ([\d.]+) seconds?$/, "$1 列 rows · $2 秒 s")
    .replace(/^Empty result in ([\d.]+) seconds?$/, "無 Nothing · $1 秒 s");
  const set = (one, name, value) => { if (one && one.getAttribute(name) !== value) one.setAttribute(name, value); };
  const every = (selector, work) => { for (const one of place.querySelectorAll(selector)) work(one); };
  const mend = () => {
    const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const words = told(node.data);
      if (words !== node.data && !node.parentElement.closest(".CodeMirror, td")) node.data = words;
    }
    every("[title], [aria-label], [placeholder]", (one) => {
      for (const name of ["title", "aria-label", "placeholder"]) if (one.hasAttribute(name)) set(one, name, told(one.getAttribute(name)));
    });
    // What the library leaves without a name or a role.
    every(".tabsList .addTab", (one) => { set(one, "role", "tab"); set(one, "aria-selected", "false"); });
    every(".tableSizer", (one) => set(one, "aria-label", "每頁列數 Page size"));
    every(".CodeMirror-scroll", (one) => set(one, "tabindex", "0"));
    // Our own IRIs are looked up here, wherever their base leads.
    every(".yasr td a[href]", (one) => {
      const href = one.getAttribute("href");
      if (href.startsWith(setup.base)) set(one, "href", setup.root + href.slice(setup.base.length));
      set(one, "rel", "noreferrer");
    });
  };
  new MutationObserver(mend).observe(place, { childList: true, subtree: true, characterData: true });
  mend();
})();
