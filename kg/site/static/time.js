"use strict";
(() => {
  const { make, draw, data } = window.kg;
  const page = data("data");
  const kit = window.kgActs(page);
  const { acts, fillers, nameOf, index } = kit;
  const holder = document.getElementById("lanes");
  const wide = document.getElementById("wide");
  const svg = document.getElementById("svg");
  const brush = document.getElementById("brush");
  const panel = document.getElementById("panel");
  const [zoom, least, section] = ["zoom", "least", "section"].map((id) => document.getElementById(id));
  const NAME = 104, HEAD = 40, LANE = 46, TRAIL = 40;
  const who = acts.map((act) => [...new Set(fillers(act, "actor"))]);
  let lanes = [];
  let laneAt = new Map();
  let px = Number(zoom.value);
  let chosen = 0;

  const leaves = page.sections.filter((one) => one[5]);
  page.sections.forEach(([zh, en, depth], at) => section.append(make("option", { value: String(at) }, `${"　".repeat(depth)}${zh} ${en}`.trimEnd())));

  const setLanes = () => {
    const limit = Number(least.value);
    lanes = page.lanes.filter(([, count]) => count >= limit).map(([thing, count]) => ({ thing, count }));
    // The chosen act's actors always have their lanes.
    for (const thing of who[chosen]) if (!lanes.some((lane) => lane.thing === thing)) lanes.push({ thing, count: page.lanes.find(([one]) => one === thing)[1] });
    const others = acts.filter((_, at) => who[at].every((thing) => !lanes.some((lane) => lane.thing === thing))).length;
    if (others) lanes.push({ thing: -1, count: others });
    laneAt = new Map(lanes.map((lane, at) => [lane.thing, at]));
  };
  const lanesOf = (at) => { const found = who[at].filter((thing) => laneAt.has(thing)).map((thing) => laneAt.get(thing)); return found.length ? found : laneAt.has(-1) ? [laneAt.get(-1)] : []; };
  const x = (at) => NAME + at * px + px / 2;
  const y = (lane) => HEAD + lane * LANE + LANE / 2;

  const layout = () => {
    wide.style.width = `${NAME + acts.length * px + TRAIL}px`;
    wide.style.height = `${HEAD + lanes.length * LANE + 12}px`;
    render();
  };
  let asked = 0;
  const ask = () => { if (!asked) asked = requestAnimationFrame(() => { asked = 0; render(); }); };
  const render = () => {
    const width = holder.clientWidth, height = HEAD + lanes.length * LANE + 12, left = holder.scrollLeft;
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const first = Math.max(0, Math.floor(left / px) - 2), last = Math.min(acts.length - 1, Math.ceil((left + width - NAME) / px) + 2);
    const parts = [];
    const at = (value) => value - left;
    leaves.forEach(([zh, en, , from, to], number) => {
      if (to < first || from > last) return;
      const x0 = Math.max(NAME, at(x(from) - px / 2)), x1 = Math.min(width, at(x(to) + px / 2));
      if (x1 <= x0) return;
      if (number % 2) parts.push(draw("rect", { class: "sec-alt", x: x0, y: 0, width: x1 - x0, height }));
      parts.push(draw("line", { class: "sec-line", x1: x0, x2: x0, y1: 0, y2: height }));
      const room = Math.floor((x1 - x0 - 8) / 14);
      if (room >= 1) parts.push(draw("text", { class: "sec-name", x: x0 + 5, y: 24, lang: "lzh-Hant" }, Array.from(zh).slice(0, room).join(""), draw("title", {}, `${zh} ${en}`)));
    });
    lanes.forEach((lane, number) => parts.push(draw("line", { class: "lane-line", x1: NAME, x2: width, y1: y(number), y2: y(number) })));
    const box = Math.min(px - 3, 38), named = px >= 17;
    const joints = [], marks = [];
    for (let order = first; order <= last; order += 1) {
      const act = acts[order];
      const rows = lanesOf(order).sort((one, other) => one - other);
      if (!rows.length) continue;
      const centre = at(x(order));
      if (rows.length > 1) joints.push(draw("line", { class: "joint", x1: centre, x2: centre, y1: y(rows[0]), y2: y(rows.at(-1)) }));
      const supplied = act.parts.some(([role, , one]) => role === kit.ACTOR && one);
      const kind = act.flags.includes("m") ? " com" : act.flags.includes("c") ? " con" : supplied ? " sup" : "";
      for (const row of rows) marks.push(draw("g", { class: `act${kind}${order === chosen ? " on" : ""}`, "data-o": order },
        draw("rect", { x: centre - Math.max(box, 2) / 2, y: y(row) - (named ? 17 : 9), width: Math.max(box, 2), height: named ? 34 : 18, rx: Math.max(0, Math.min(5, box / 3)) }),
        named ? draw("text", { x: centre, y: y(row) + (px >= 34 ? 1 : 6), lang: "lzh-Hant" }, Array.from(kit.verb(act)).slice(0, px >= 34 ? 2 : 1).join("")) : "",
        px >= 34 ? draw("text", { class: "p", x: centre, y: y(row) + 13 }, index[act.action][1].slice(0, 8)) : "",
        draw("title", {}, `${kit.words(act)} · ${act.key}`)));
    }
    const curves = [];
    for (const [from, to, kind] of page.arrows) {
      if (Math.max(from, to) < first || Math.min(from, to) > last) continue;
      const start = lanesOf(from)[0], end = lanesOf(to)[0];
      if (start === undefined || end === undefined) continue;
      const [xa, ya, xb, yb] = [at(x(from)), y(start), at(x(to)), y(end)];
      const bend = Math.max(18, Math.abs(xb - xa) / 2.4), lift = ya === yb ? -34 : 0;
      curves.push(draw("path", { class: kind === "o" ? "order" : "answer", d: `M${xa} ${ya + (lift ? -17 : 0)}C${xa + bend} ${ya + lift} ${xb - bend} ${yb + lift} ${xb - box / 2} ${yb + (lift ? -12 : 0)}` }),
        draw("path", { class: `tip-${kind}`, d: `M${xb - box / 2} ${yb + (lift ? -12 : 0)}l-7 -4v8z` }));
    }
    parts.push(...curves, ...joints, ...marks);
    const names = draw("g", {}, draw("rect", { class: "lane-bg", x: 0, y: 0, width: NAME - 4, height }));
    lanes.forEach((lane, number) => names.append(draw("text", { class: "lane-name", x: 12, y: y(number) + 3, lang: "lzh-Hant" }, lane.thing < 0 ? "其餘" : Array.from(nameOf(lane.thing)).slice(0, 5).join("")),
      draw("text", { class: "lane-n", x: 12, y: y(number) + 17 }, lane.thing < 0 ? `others ${lane.count}` : String(lane.count))));
    parts.push(names);
    svg.replaceChildren(...parts);
    paintBrush();
  };

  // ---- the whole text small, with the window over it
  const pen = brush.getContext("2d");
  const paintBrush = () => {
    const ratio = window.devicePixelRatio || 1, width = brush.clientWidth, height = 64;
    if (brush.width !== Math.round(width * ratio)) { brush.width = Math.round(width * ratio); brush.height = height * ratio; }
    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = colour("--paper");
    pen.fillRect(0, 0, width, height);
    const unit = width / acts.length;
    leaves.forEach(([, , , from, to], number) => { if (number % 2) { pen.fillStyle = colour("--sunk"); pen.fillRect(from * unit, 0, (to - from + 1) * unit, height); } });
    const step = (height - 8) / Math.max(1, lanes.length);
    pen.fillStyle = colour("--act");
    acts.forEach((_, order) => { for (const row of lanesOf(order)) pen.fillRect(order * unit, 4 + row * step, Math.max(1, unit * 0.8), Math.max(1.5, step * 0.7)); });
    pen.fillStyle = colour("--accent");
    pen.fillRect(chosen * unit - 1, 0, 2, height);
    pen.strokeStyle = colour("--accent");
    pen.lineWidth = 2;
    pen.strokeRect(holder.scrollLeft / px * unit + 1, 1, Math.max(6, (holder.clientWidth - NAME) / px * unit) - 2, height - 2);
  };
  const toBrush = (event) => { const box = brush.getBoundingClientRect(); holder.scrollLeft = (event.clientX - box.left) / box.width * acts.length * px - (holder.clientWidth - NAME) / 2; };
  brush.addEventListener("pointerdown", (event) => { brush.setPointerCapture(event.pointerId); toBrush(event); });
  brush.addEventListener("pointermove", (event) => { if (event.buttons) toBrush(event); });

  // ---- one act
  const show = (order, { scroll = true, tell = true } = {}) => {
    chosen = Math.min(acts.length - 1, Math.max(0, order));
    const before = lanes.length;
    setLanes();
    const act = acts[chosen];
    panel.replaceChildren(...kit.panel(act, [[`read/${page.text}.html#${act.key}`, "讀文", "Text"], [`plan/${page.text}.html#${chosen}`, "平面", "Plan"], [`network/${page.text}.html#${encodeURIComponent(`${page.base}${act.key}`)}`, "網絡", "Network"]]),
      make("ul", { class: "near" }, ...acts.slice(Math.max(0, chosen - 3), chosen + 5).map((one) => make("li", {}, make("button", { type: "button", "aria-current": one.order === chosen ? "true" : null, onclick: () => show(one.order) }, make("span", { class: "num" }, String(one.order + 1)), make("span", { class: "han", lang: "lzh-Hant" }, kit.words(one)))))));
    if (scroll) {
      const centre = chosen * px;
      if (centre < holder.scrollLeft + px || centre > holder.scrollLeft + holder.clientWidth - NAME - 2 * px) holder.scrollLeft = centre - (holder.clientWidth - NAME) / 3;
    }
    if (lanes.length !== before) layout(); else render();
    const middle = y(lanesOf(chosen)[0] ?? 0);
    if (scroll && (middle < holder.scrollTop + HEAD + LANE || middle > holder.scrollTop + holder.clientHeight - LANE)) holder.scrollTop = middle - holder.clientHeight / 2;
    section.value = String(page.sections.indexOf(kit.section(chosen)));
    window.kg.markMissing(panel);
    if (tell) history.replaceState(null, "", `#${chosen}`);
  };
  svg.addEventListener("click", (event) => { const mark = event.target.closest(".act"); if (mark) { show(Number(mark.dataset.o), { scroll: false }); holder.focus({ preventScroll: true }); } });
  holder.addEventListener("scroll", ask);
  holder.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (step) { event.preventDefault(); show(chosen + step); }
    else if (event.key === "Home") { event.preventDefault(); show(0); }
    else if (event.key === "End") { event.preventDefault(); show(acts.length - 1); }
    else if (event.key === "+" || event.key === "=") rezoom(px * 1.25);
    else if (event.key === "-") rezoom(px / 1.25);
  });
  const rezoom = (value, anchor = chosen) => {
    const offset = anchor * px - holder.scrollLeft;
    px = Math.min(72, Math.max(1, value));
    zoom.value = String(Math.round(px));
    layout();
    holder.scrollLeft = Math.max(0, anchor * px - Math.min(Math.max(offset, 0), holder.clientWidth - NAME));
    render();
  };
  zoom.addEventListener("input", () => rezoom(Number(zoom.value)));
  holder.addEventListener("wheel", (event) => { if (event.ctrlKey) { event.preventDefault(); rezoom(px * Math.exp(-event.deltaY / 300), Math.round((holder.scrollLeft + event.offsetX - NAME) / px)); } }, { passive: false });
  document.getElementById("whole").addEventListener("click", () => rezoom((holder.clientWidth - NAME - TRAIL) / acts.length));
  least.addEventListener("change", () => { setLanes(); layout(); });
  section.addEventListener("change", () => { if (section.value !== "") show(page.sections[Number(section.value)][3]); });
  const pick = document.getElementById("pick");
  if (pick) pick.addEventListener("change", () => { location.href = pick.value; });
  document.getElementById("controls").addEventListener("submit", (event) => event.preventDefault());
  document.documentElement.addEventListener("kg:theme", render);
  new ResizeObserver(ask).observe(holder);

  const fromAddress = () => { const asked = Number(location.hash.slice(1) || 0); return Number.isInteger(asked) && acts[asked] ? asked : 0; };
  window.addEventListener("hashchange", () => show(fromAddress(), { tell: false }));
  chosen = fromAddress();
  setLanes();
  layout();
  show(chosen, { tell: location.hash !== "" });
  window.kgTime = { show, rezoom, chosen: () => chosen };
  document.documentElement.dataset.ready = "true";
})();
