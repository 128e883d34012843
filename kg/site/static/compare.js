"use strict";
(() => {
  const { both } = window.kg;
  const form = document.getElementById("filter");
  const section = document.getElementById("section");
  const told = document.getElementById("left");
  const refresh = () => {
    const on = new Set([...form.querySelectorAll("input[name=kind]:checked")].map((box) => box.value));
    let count = 0;
    for (const body of document.querySelectorAll(".pairs tbody")) {
      let any = body.querySelector('.untold') !== null;
      for (const row of body.rows) if (row.dataset.k !== undefined) { row.hidden = !row.dataset.k.split(" ").some((kind) => on.has(kind)); any = any || !row.hidden; if (!row.hidden && (!section.value || section.value === body.id)) count += 1; }
      body.hidden = !any || (section.value !== "" && section.value !== body.id);
    }
    told.replaceChildren(both(`${count} 列`, `${count} rows`));
    document.documentElement.dataset.rows = String(count);
  };
  form.addEventListener("change", refresh);
  form.addEventListener("submit", (event) => event.preventDefault());
  refresh();
  document.documentElement.dataset.ready = "true";
})();
