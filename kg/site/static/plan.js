"use strict";
(() => {
  const { make, draw, both, data, still } = window.kg;
  const page = data("data");
  const kit = window.kgActs(page);
  const { acts } = kit;
  const model = window.kgPlanModel(page, acts);
  const svg = document.getElementById("plan");
  const panel = document.getElementById("panel");
  const [scrub, speed, variant, trailOf, frame, section, play, count] = ["scrub", "speed", "variant", "trail", "frame", "section", "play", "count"].map((id) => document.getElementById(id));
  // Below the middle court the range is drawn shortened, between two marks of a break; elsewhere one unit is one 尺.
  const BREAK = -70, SHORT = 0.16;
  const Y = (y) => -(y > BREAK ? y : BREAK + (y - BREAK) * SHORT);
  const X = (x) => x;
  const VIEWS = { house: [-62, -66, 124, 146], all: [-66, -72, 132, 194], hall: [-42, -64, 84, 76] };
  const IDLE_AFTER = 60;
  let order = 0, playing = 0, chosen = -1;

  // ---- what stands still
  const places = () => model.variants[variant.value];
  const box = (place, cls, more = {}) => draw("rect", { class: cls + (place.assumed ? " assumed" : ""), x: X(place.x - place.w / 2), y: Y(place.y + place.h / 2), width: place.w, height: Math.max(0.8, Y(place.y - place.h / 2) - Y(place.y + place.h / 2)), "stroke-width": 0.4, ...more }, draw("title", {}, `${place.label} ${place.en} · ${place.source}`));
  const name = (place, x, y, size = 3, cls = "") => draw("text", { class: `plan-name ${cls}`, x, y, "font-size": size, lang: "lzh-Hant" }, place.label);
  const SHAPES = {
    roof: (p) => [box(p, "roof")],
    hall: (p) => [box(p, "hall", { "stroke-width": 0.6 }), name(p, p.x, Y(p.y + 2), 4.5, "strong")],
    room: (p) => [box(p, "room", { "stroke-width": 0.6 }), name(p, p.x, Y(p.y), 4)],
    wall: (p) => [box(p, "wall"), name(p, p.x + (p.x < 0 ? 3.4 : -3.4), Y(p.y + 10), 2.4)],
    door: (p) => [box(p, "door")],
    stand: (p) => [box(p, "stand")],
    beam: (p) => [draw("line", { class: "beam", x1: p.x - p.w / 2, x2: p.x + p.w / 2, y1: Y(p.y), y2: Y(p.y), "stroke-width": 0.3 }), name(p, p.x - p.w / 2 + 15, Y(p.y) - 0.8, 2.2)],
    pillar: (p) => [draw("circle", { class: "pillar", cx: p.x, cy: Y(p.y), r: 1.2 }, draw("title", {}, `${p.label} ${p.en} · ${p.source}`)), name(p, p.x, Y(p.y) - 2, 2.4)],
    steps: (p) => [...[0, 1, 2].map((at) => { const h = p.h / 3; return draw("rect", { class: "steps", x: p.x - p.w / 2, y: Y(p.y + p.h / 2) + at * h, width: p.w, height: h, "stroke-width": 0.35 }); }), name(p, p.x, Y(p.y - p.h / 2) + 3, 2.8)],
    mark: (p) => [draw("path", { class: "mark", d: `M${p.x - 1} ${Y(p.y)}h2M${p.x} ${Y(p.y) - 1.5}v3`, "stroke-width": 0.5 }), name(p, p.x, Y(p.y) + 4, 2.2)],
    region: (p) => !p.named ? [] : [draw("text", { class: "region-name plan-name", x: p.x, y: Y(p.y), "font-size": 2.8, lang: "lzh-Hant" }, p.label)],
    tent: (p) => [box(p, "tent"), name(p, p.x, Y(p.y), 3)],
    gate: (p) => [box(p, "gate"), name(p, p.x, Y(p.y) + 4, 3, "strong")],
    thing: (p) => [box(p, "thing-box"), name(p, p.x, Y(p.y - p.h / 2) + 2.8, 2.4)],
    mat: (p) => [box(p, "mat"), name(p, p.x, Y(p.y) + 1, 2.1)],
    screen: (p) => [box(p, "screen"), name(p, p.x - 4, Y(p.y) + 1, 2.8)],
    target: (p) => [box(p, "target", { height: 5 }), draw("path", { class: "target", "stroke-width": 0.4, d: `M${p.x - p.w / 2} ${Y(p.y)}l-5 -2M${p.x + p.w / 2} ${Y(p.y)}l5 -2M${p.x - p.w / 2} ${Y(p.y) + 4}l-5 2M${p.x + p.w / 2} ${Y(p.y) + 4}l5 2` }), name(p, p.x, Y(p.y) + 3.4, 3, "strong")],
  };
  const ORDER = ["roof", "hall", "room", "wall", "beam", "door", "stand", "steps", "mat", "pillar", "mark", "region", "tent", "thing", "gate", "screen", "target"];
  const ground = () => {
    const group = draw("g", {});
    const court = places().get("庭");
    group.append(draw("rect", { class: "court", x: -58, y: 0, width: 116, height: Y(-318), "stroke-width": 0.4 }));
    for (const shape of ORDER) for (const place of places().values()) if (place.shape === shape) group.append(...SHAPES[shape](place).filter((part) => place.named || !part.classList.contains("plan-name")));
    const at = Y(BREAK);
    group.append(draw("path", { class: "break", d: `M-58 ${at}h8l3 -3 4 6 4 -6 3 3h94`, "stroke-width": 0.4 }), draw("text", { class: "scale-name end", x: 57, y: at - 1.4, "font-size": 2.4 }, "侯道五十弓 300 尺，以下縮為 0.16 · below, 0.16 of the scale"));
    group.append(draw("g", { transform: "translate(54 -50)" }, draw("path", { d: "M0 6V-4M-2 -1L0 -4L2 -1", class: "scale", fill: "none", "stroke-width": 0.6 }), draw("text", { class: "plan-name strong", x: 0, y: -5.4, "font-size": 4 }, "北")));
    group.append(draw("g", { transform: `translate(-56 ${Y(-60)})` }, draw("path", { class: "scale", d: "M0 0v-1.5M0 -0.7h20M20 0v-1.5M10 0v-1.2", fill: "none", "stroke-width": 0.4 }), draw("text", { class: "scale-name", x: 10, y: 3, "font-size": 2.4 }, "二十尺 20 chi")));
    return court ? group : group;
  };

  // ---- what moves
  const bearing = (label) => { const degrees = page.bearings[label]; return degrees === undefined ? null : degrees; };
  // Those who share a point stand beside one another.
  // A thing that the plan draws already (篚 where 下篚 stands) is not drawn twice.
  const drawnAlready = (entity, at) => !entity.actor && [...places().values()].some((place) => place.shape === "thing" && Math.hypot(place.x - at.x, place.y - at.y) < 4 && (place.label.includes(entity.zh) || entity.zh.includes(place.label)));
  const spread = (all) => {
    const found = [...all].filter(([id, at]) => !drawnAlready(model.entities[id], at));
    const taken = new Map();
    const made = new Map();
    for (const [id, at] of found.sort((one, other) => one[0] - other[0])) {
      const key = `${Math.round(at.x / 3)},${Math.round(at.y / 3)}`;
      const number = taken.get(key) || 0;
      taken.set(key, number + 1);
      const ring = number === 0 ? 0 : 3.6 + Math.floor((number - 1) / 6) * 3;
      const angle = number * Math.PI / 3;
      made.set(id, { ...at, sx: at.x + ring * Math.cos(angle), sy: at.y + ring * Math.sin(angle) });
    }
    return made;
  };
  const rows = new Map(model.entities.map((entity) => [entity.row, entity.id]));
  // Where everybody last stood, for those of whom only the zone is told; kept as one goes forward.
  const memory = [];
  const lastSpots = (upTo) => {
    let from = memory.length - 1;
    while (memory.length <= upTo) {
      from = memory.length - 1;
      const before = from >= 0 ? memory[from] : new Map();
      const at = memory.length;
            const next = new Map(before);
      const state = running;
      for (const [id, said] of model.byAct[at]) {
        applyRunning(state, id, said, at);
        const entity = model.entities[id];
        const now = state.get(id);
        if (!entity.actor && (now.holder || (!now.place && now.x === undefined))) { next.delete(id); continue; }
        const spot = model.spot(variant.value, now, next.get(id) || null);
        if (spot) next.set(id, { ...spot, faces: now.faces || "", posture: now.posture || "", place: now.place || "", since: now.since }); else next.delete(id);
      }
      // Whoever does something at a place of the plan, and of whom no more is known, is shown there, as inferred.
      if (!/[mc]/.test(acts[at].flags)) {
        const where = kit.fillers(acts[at], "place", "destination").map((thing) => places().get(kit.nameOf(thing))).find(Boolean);
        if (where) for (const id of doingAt(at)) {
          const spot = next.get(id);
          if (!spot || (spot.inferred && spot.place !== where.label)) next.set(id, { x: where.x, y: where.y - (where.zone === "court" ? 4 : 0), inferred: true, zone: where.zone, faces: spot ? spot.faces : "", posture: spot ? spot.posture : "", place: where.label, since: at });
        }
      }
      memory.push(next);
    }
    return upTo < 0 ? new Map() : memory[upTo];
  };
  let running = new Map();
  const applyRunning = (state, id, said, at) => { const whole = model.stateAt(at).get(id); if (whole) state.set(id, whole); };
  const forget = () => { memory.length = 0; running = new Map(); };

  const layerGround = draw("g", {}), layerTrail = draw("g", {}), layerItems = draw("g", {}), layerWho = draw("g", {});
  svg.append(layerGround, layerTrail, layerItems, layerWho);
  const drawGround = () => layerGround.replaceChildren(ground());
  const marks = new Map(); // entity → its mark, kept so that it can glide
  const drawMoving = (found, doing) => {
    const shown = spread(found);
    for (const [id, mark] of [...marks]) if (!shown.has(id)) { mark.node.remove(); marks.delete(id); }
    const zoom = VIEWS[frame.value][2] / 124;
    for (const [id, at] of shown) {
      const entity = model.entities[id];
      let mark = marks.get(id);
      if (!mark) {
        const node = entity.actor
          ? draw("g", { class: "who", "data-e": id }, draw("path", { class: "nose" }), draw("circle", {}), draw("rect", { class: "seat" }), draw("text", { lang: "lzh-Hant" }, entity.zh), draw("title", {}, `${entity.zh} ${entity.pinyin} ${entity.en}`))
          : draw("g", { class: "item", "data-e": id }, draw("path", {}), draw("text", { lang: "lzh-Hant" }, entity.zh), draw("title", {}, `${entity.zh} ${entity.en}`));
        (entity.actor ? layerWho : layerItems).append(node);
        mark = { node, x: at.sx, y: Y(at.sy) };
        marks.set(id, mark);
      }
      const r = 2 * Math.max(0.62, zoom);
      const { node } = mark;
      node.classList.toggle("inferred", at.inferred);
      node.classList.toggle("on", doing.has(id));
      // Whose place is only inferred, and who has done nothing for long, steps back: a dot that tells its name when asked.
      node.classList.toggle("idle", at.inferred && !doing.has(id) && order - (at.since ?? 0) > IDLE_AFTER && String(id) !== trailOf.value);
      if (entity.actor) {
        const degrees = bearing(at.faces);
        const nose = node.querySelector(".nose");
        nose.setAttribute("d", degrees === null ? "" : `M0 ${-r * 2}L${r * 0.8} ${-r * 0.75}L${-r * 0.8} ${-r * 0.75}Z`);
        nose.setAttribute("transform", degrees === null ? "" : `rotate(${degrees})`);
        nose.setAttribute("stroke-width", 0.3);
        const circle = node.querySelector("circle");
        circle.setAttribute("r", at.posture === "sitting" ? r * 0.8 : r);
        circle.setAttribute("stroke-width", doing.has(id) ? 0.9 : 0.35);
        const text = node.querySelector("text");
        text.setAttribute("font-size", 3 * Math.max(0.62, zoom));
        text.setAttribute("stroke-width", 0.7);
        text.setAttribute("y", r * 2.5);
      } else {
        const s = r * 0.8;
        node.querySelector("path").setAttribute("d", `M0 ${-s}L${s} 0L0 ${s}L${-s} 0Z`);
        node.querySelector("path").setAttribute("stroke-width", 0.3);
        const text = node.querySelector("text");
        text.setAttribute("font-size", 2.5 * Math.max(0.62, zoom));
        text.setAttribute("stroke-width", 0.6);
        text.setAttribute("y", -s * 1.5);
      }
    }
    return shown;
  };
  let gliding = 0;
  const put = (mark, x, y) => { mark.x = x; mark.y = y; mark.node.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`); };
  const along = (points, share) => {
    const lengths = points.slice(1).map((point, at) => Math.hypot(point.x - points[at].x, point.y - points[at].y));
    let left = lengths.reduce((sum, one) => sum + one, 0) * share;
    for (let at = 0; at < lengths.length; at += 1) {
      if (left <= lengths[at] || at === lengths.length - 1) { const part = lengths[at] ? left / lengths[at] : 1; return [points[at].x + (points[at + 1].x - points[at].x) * part, points[at].y + (points[at + 1].y - points[at].y) * part]; }
      left -= lengths[at];
    }
    return [points[0].x, points[0].y];
  };
  const glide = (shown, before) => {
    cancelAnimationFrame(gliding);
    const moves = [...shown].map(([id, at]) => {
      const mark = marks.get(id), old = before ? before.get(id) : null;
      const target = { x: at.sx, y: at.sy };
      const points = old && (old.x !== at.x || old.y !== at.y) ? model.way(variant.value, old, { ...at, ...target }, at.place, old.place || "") : [target];
      return { mark, target, points };
    });
    if (still() || !before) { for (const { mark, target } of moves) put(mark, X(target.x), Y(target.y)); return; }
    const start = performance.now(), span = 620 / Number(speed.value);
    const frameStep = (now) => {
      const share = Math.min(1, (now - start) / span), eased = share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
      for (const { mark, target, points } of moves) {
        const [x, y] = points.length > 1 ? along(points, eased) : [target.x, target.y];
        put(mark, X(x), Y(y));
      }
      if (share < 1) gliding = requestAnimationFrame(frameStep);
    };
    gliding = requestAnimationFrame(frameStep);
  };
  const trail = () => {
    const id = trailOf.value === "" ? [...doingAt(order)][0] : Number(trailOf.value);
    if (id === undefined) { layerTrail.replaceChildren(); return; }
    const stops = [];
    const from = Math.max(0, order - 60);
    for (let at = from; at <= order; at += 1) {
      const spot = lastSpots(at).get(id);
      const last = stops.at(-1);
      if (spot && (!last || last.x !== spot.x || last.y !== spot.y)) stops.push(spot);
    }
    const parts = [];
    stops.slice(1).forEach((stop, at) => {
      const points = model.way(variant.value, stops[at], stop, stop.place, stops[at].place);
      parts.push(draw("path", { class: `trail${stop.inferred ? " guess" : ""}`, d: `M${points.map((point) => `${X(point.x).toFixed(1)} ${Y(point.y).toFixed(1)}`).join("L")}`, "stroke-width": 0.55, opacity: (0.25 + 0.75 * (at + 1) / stops.length).toFixed(2) }));
      parts.push(draw("circle", { class: "trail-dot", cx: X(stops[at].x), cy: Y(stops[at].y), r: 0.7 }));
    });
    layerTrail.replaceChildren(...parts);
  };
  const doingAt = (at) => new Set(kit.fillers(acts[at], "actor").map((thing) => rows.get(thing)).filter((id) => id !== undefined));

  // ---- one act
  const told = (id, state) => {
    const now = state.get(id);
    if (!now) return "";
    const parts = [];
    if (now.place) parts.push(both(`在${now.place}`, `at ${now.place}`));
    else if (now.zone) parts.push(both({ hall: "在堂", court: "在庭", chamber: "在室", steps: "在階", outside: "在外" }[now.zone] || now.zone, now.zone));
    if (now.faces) parts.push(both(`${now.faces}面`, `facing ${now.faces}`));
    if (now.posture === "sitting") parts.push(both("坐", "kneeling"));
    if (now.holds && now.holds.length) parts.push(both(`執${now.holds.join("、")}`, `holding ${now.holds.join("、")}`));
    if (now.tucked && now.tucked.length) parts.push(both(`搢${now.tucked.join("、")}`, `tucked ${now.tucked.join("、")}`));
    if (now.wears && now.wears.length) parts.push(both(`服${now.wears.join("、")}`, `wearing ${now.wears.join("、")}`));
    if (now.bared) parts.push(both("袒", "bared"));
    return make("li", {}, make("b", { class: "han", lang: "lzh-Hant" }, model.entities[id].zh), " ", ...parts.flatMap((part, at) => (at ? ["，", part] : [part])), now.inferred ? make("span", { class: "supplied" }, " 推 inferred") : "");
  };
  const show = (to, { glideFrom = order, tell = true } = {}) => {
    const next = Math.min(acts.length - 1, Math.max(0, to));
    const before = Math.abs(next - glideFrom) <= 3 && next !== glideFrom ? lastSpots(glideFrom) : null;
    order = next;
    const act = acts[order];
    const state = model.stateAt(order);
    const doing = doingAt(order);
    glide(drawMoving(lastSpots(order), doing), before);
    trail();
    scrub.value = String(order);
    const where = kit.section(order);
    scrub.setAttribute("aria-valuetext", kit.words(act));
    section.value = where ? String(page.sections.indexOf(where)) : "";
    count.textContent = `${order + 1} / ${acts.length}${where ? ` · ${where[0]}` : ""}`;
    const faults = page.faults.filter(([at]) => at === order).map(([, zh, en, verdict, judged, why, reason]) => make("p", { class: "fault" }, both(zh, en), " — ", both(verdict, judged), why ? make("br") : "", why ? both(why, reason) : ""));
    panel.replaceChildren(...kit.panel(act, [[`read/${page.text}.html#${act.key}`, "讀文", "Text"], [`time/${page.text}.html#${order}`, "時序", "Time"], [`network/${page.text}.html#${encodeURIComponent(page.base + act.key)}`, "網絡", "Network"]]),
      ...faults,
      doing.size ? make("h3", {}, both("其人此時", "How they now are")) : "",
      make("ul", { class: "states" }, ...[...doing].map((id) => told(id, state))),
      make("ul", { class: "near" }, ...acts.slice(Math.max(0, order - 3), order + 6).map((one) => make("li", {}, make("button", { type: "button", "aria-current": one.order === order ? "true" : null, onclick: () => show(one.order) }, make("span", { class: "num" }, String(one.order + 1)), make("span", { class: "han", lang: "lzh-Hant" }, kit.words(one)))))));
    window.kg.markMissing(panel);
    if (tell) history.replaceState(null, "", `#${order}`);
    document.documentElement.dataset.act = String(order);
  };
  const stop = () => { clearTimeout(playing); playing = 0; play.setAttribute("aria-pressed", "false"); play.replaceChildren("▶ ", both("行", "Play")); };
  const run = () => { show(order + 1); if (order < acts.length - 1) playing = setTimeout(run, 1100 / Number(speed.value)); else stop(); };
  const toggle = () => { if (playing) stop(); else { play.setAttribute("aria-pressed", "true"); play.replaceChildren("❚❚ ", both("止", "Pause")); playing = setTimeout(run, 60); } };
  play.addEventListener("click", toggle);
  document.getElementById("back").addEventListener("click", () => { stop(); show(order - 1); });
  document.getElementById("on").addEventListener("click", () => { stop(); show(order + 1); });
  scrub.addEventListener("input", () => { stop(); show(Number(scrub.value)); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT|BUTTON|A)$/.test(event.target.tagName)) return;
    const step = { ArrowRight: 1, ArrowLeft: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (step) { event.preventDefault(); stop(); show(order + step); }
    else if (event.key === " ") { event.preventDefault(); toggle(); }
    else if (event.key === "Home") { stop(); show(0); }
    else if (event.key === "End") { stop(); show(acts.length - 1); }
  });
  svg.addEventListener("click", (event) => {
    const mark = event.target.closest(".who");
    if (mark) { trailOf.value = mark.dataset.e; trail(); }
  });
  const setFrame = () => { svg.setAttribute("viewBox", VIEWS[frame.value].join(" ")); show(order, { tell: false }); };
  frame.addEventListener("change", setFrame);
  variant.addEventListener("change", () => { forget(); drawGround(); show(order, { tell: false }); });
  trailOf.addEventListener("change", trail);
  section.addEventListener("change", () => { if (section.value !== "") { stop(); show(page.sections[Number(section.value)][3]); } });
  const pick = document.getElementById("pick");
  if (pick) pick.addEventListener("change", () => { location.href = pick.value; });
  document.getElementById("controls").addEventListener("submit", (event) => event.preventDefault());
  page.sections.forEach(([zh, en, depth], at) => section.append(make("option", { value: String(at) }, `${"　".repeat(depth)}${zh} ${en}`.trimEnd())));
  const moving = new Map();
  for (const [, id] of page.changes) moving.set(id, (moving.get(id) || 0) + 1);
  [...moving].filter(([id]) => model.entities[id].actor).sort((one, other) => other[1] - one[1]).forEach(([id]) => trailOf.append(make("option", { value: String(id) }, model.entities[id].zh)));

  const fromAddress = () => { const asked = Number(location.hash.slice(1) || 0); return Number.isInteger(asked) && acts[asked] ? asked : 0; };
  window.addEventListener("hashchange", () => { stop(); show(fromAddress(), { tell: false }); });
  drawGround();
  svg.setAttribute("viewBox", VIEWS[frame.value].join(" "));
  order = fromAddress();
  show(order, { tell: location.hash !== "" });
  window.kgPlan = { show, order: () => order, spots: () => lastSpots(order), entities: model.entities, toggle, stop };
  document.documentElement.dataset.ready = "true";
})();
