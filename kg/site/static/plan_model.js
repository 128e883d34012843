"use strict";
// Where everybody and everything is after each act, out of the changes that the graph tells; no drawing here.
window.kgPlanModel = (page, acts) => {
  const entities = page.entities.map(([zh, en, pinyin, row, actor], id) => ({ id, zh, en, pinyin, row, actor: Boolean(actor) }));
  const byAct = acts.map(() => []);
  for (const [order, id, said] of page.changes) byAct[order].push([id, said]);
  const variants = Object.fromEntries(Object.entries(page.plans).map(([variant, places]) => [variant,
    new Map(places.map(([label, en, shape, named, zone, x, y, w, h, assumed, source, faces]) => [label, { label, en, shape, named: Boolean(named), zone, x, y, w, h, assumed: Boolean(assumed), source, faces }]))]));
  // Those who act with nobody named in the clause are where we think they are.
  const suppliedActors = acts.map((act) => new Set(act.parts.filter(([role, thing, supplied]) => page.roles[role][0] === "actor" && supplied && thing >= 0).map(([, thing]) => thing)));

  const apply = (state, [id, said], order) => {
    const before = state.get(id) || { held: [], zone: "", place: "" };
    const now = { ...before, since: order };
    for (const [key, value] of Object.entries(said)) {
      if (key === "x" || key === "y") continue;
      if (key === "p") { now.place = value || ""; if (!value) { now.x = undefined; now.y = undefined; } }
      else if (key === "z") now.zone = value || "";
      else if (key === "f") now.faces = value || "";
      else if (key === "s") now.posture = value || "";
      else if (key === "b") now.holder = value || "";
      else if (key === "h") now.holds = value || [];
      else if (key === "w") now.wears = value || [];
      else if (key === "k") now.tucked = value || [];
      else if (key === "r") now.removed = Boolean(value);
      else if (key === "o") now.bared = Boolean(value);
    }
    if (said.x !== undefined) { now.x = said.x; now.y = said.y; now.inferred = suppliedActors[order].has(entities[id].row); now.guess = false; }
    else if (said.p) { now.x = undefined; now.y = undefined; now.inferred = true; }
    if (said.z && said.p === undefined && said.z !== before.zone) { now.x = undefined; now.y = undefined; now.place = ""; now.inferred = true; }
    state.set(id, now);
  };
  // A state each so many acts, so that a jump is quick.
  const EVERY = 100;
  const kept = [new Map()];
  {
    const state = new Map();
    acts.forEach((_, order) => { for (const change of byAct[order]) apply(state, change, order); if ((order + 1) % EVERY === 0) kept.push(new Map(state)); });
  }
  /** The state after act `order`. */
  const stateAt = (order) => {
    const from = Math.floor((order + 1) / EVERY);
    const state = new Map(kept[from]);
    for (let at = from * EVERY; at <= order; at += 1) for (const change of byAct[at]) apply(state, change, at);
    return state;
  };
  const stepsOf = (places, x) => { const steps = [...places.values()].filter((place) => place.shape === "steps" && place.y < 0); return steps.sort((one, other) => Math.abs(one.x - x) - Math.abs(other.x - x))[0]; };
  /** Where an entity stands in this variant of the hall: a point and whether it is inferred; null where nobody knows. */
  const spot = (variant, now, before = null) => {
    const places = variants[variant];
    const place = places.get(now.place);
    if (now.removed) return null;
    if (place) return { x: place.x, y: place.y, inferred: Boolean(now.inferred || place.assumed), zone: place.zone };
    if (now.x !== undefined) return { x: now.x, y: now.y, inferred: Boolean(now.inferred), zone: now.zone };
    // Gone up or down and no more said: at the steps that lie nearest to where he was.
    if (now.zone === "hall" || now.zone === "court" || now.zone === "steps") {
      const steps = stepsOf(places, before ? before.x : -16);
      if (steps && before) return { x: steps.x, y: now.zone === "hall" ? 4 : -8, inferred: true, zone: now.zone };
    }
    return null;
  };
  const inHall = (at) => at.zone === "hall" || (at.y >= 0 && Math.abs(at.x) < 36);
  /** The way from one spot to another: by the steps between hall and court, past the pillar as the text says. */
  const way = (variant, from, to, toPlace, fromPlace) => {
    const places = variants[variant];
    const points = [from];
    if (inHall(from) !== inHall(to) && Math.abs(to.x) < 40 && Math.abs(from.x) < 60) {
      const steps = stepsOf(places, inHall(from) ? to.x : to.x === from.x ? from.x : (Math.abs(to.x) > 2 ? to.x : from.x));
      if (steps) { const up = { x: steps.x, y: 3 }, down = { x: steps.x, y: -7 }; points.push(...(inHall(to) ? [down, up] : [up, down])); }
    }
    const part = (label, name) => label === name || label.endsWith(name);
    for (const route of page.routes) if (route.variant === variant && part(toPlace, route.to) && (part(fromPlace, route.from) || inHall(from) !== inHall(to)) && places.has(route.via)) { const via = places.get(route.via); points.push({ x: via.x, y: via.y }); break; }
    points.push(to);
    return points;
  };
  return { entities, byAct, variants, stateAt, spot, way };
};
