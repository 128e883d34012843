// The query page where YASGUI was not bundled: sends the query to /sparql and shows rows as a table. Without scripts the form itself asks.
"use strict";
(() => {
  const get = (id) => document.getElementById(id);
  const form = get("ask"), text = get("sparql"), ready = get("ready"), state = get("state"), answer = get("answer");

  const { base, root } = JSON.parse(get("setup").textContent);

  const cell = (name, term) => {
    const made = document.createElement(name);
    if (!term) return made;
    if (term.type === "uri" && /^https?:/.test(term.value)) {
      const link = document.createElement("a");
      // Our own IRIs are looked up here, wherever their base leads.
      link.href = term.value.startsWith(base) ? root + term.value.slice(base.length) : term.value;
      link.rel = "noreferrer";
      link.textContent = term.value.replace(/^.*\/(?=[^/]*\/[^/]*$)/, "");
      made.append(link);
    } else {
      made.textContent = term.value;
      if (term["xml:lang"]) made.lang = term["xml:lang"];
    }
    return made;
  };

  const table = (found) => {
    const made = document.createElement("table"), head = made.createTHead().insertRow(), body = made.createTBody();
    for (const name of found.head.vars) {
      const th = document.createElement("th");
      th.scope = "col";
      th.textContent = name;
      head.append(th);
    }
    for (const row of found.results.bindings) {
      body.insertRow().append(...found.head.vars.map((name) => cell("td", row[name])));
    }
    return made;
  };

  const plain = (words, style) => {
    const made = document.createElement("pre");
    made.textContent = words;
    made.className = style;
    return made;
  };

  ready.addEventListener("change", () => { if (ready.value) text.value = ready.value; });
  text.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.ctrlKey) form.requestSubmit(); });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    state.textContent = "…";
    const start = performance.now();
    try {
      const response = await fetch("/sparql", {
        method: "POST",
        headers: { "Content-Type": "application/sparql-query", Accept: "application/sparql-results+json, text/turtle;q=0.9" },
        body: text.value,
      });
      const kind = response.headers.get("content-type") || "";
      const took = `${Math.round(performance.now() - start)} ms`;
      if (!response.ok) {
        const fault = await response.json();
        answer.replaceChildren(plain(`${fault.code}\n${fault.zh}\n${fault.en}`, "error"));
        state.textContent = String(response.status);
      } else if (kind.startsWith("application/sparql-results+json")) {
        const found = await response.json();
        if ("boolean" in found) {
          answer.replaceChildren(plain(found.boolean ? "是 yes" : "否 no", ""));
          state.textContent = took;
        } else {
          answer.replaceChildren(table(found));
          state.textContent = `${found.results.bindings.length} 列 rows, ${took}`;
        }
      } else {
        answer.replaceChildren(plain(await response.text(), ""));
        state.textContent = took;
      }
    } catch (fault) {
      answer.replaceChildren(plain(String(fault), "error"));
      state.textContent = "";
    }
  });
})();
