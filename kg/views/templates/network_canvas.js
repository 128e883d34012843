"use strict";
// The light drawing for networks of many thousand nodes: one canvas, the same methods that network.js asks of vis-network.
window.kgCanvas = ({ holder, nodes, edges, style, isShown, edgeShown, font, colour }) => {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { alpha: false });
  holder.append(canvas);
  const note = document.createElement("p");
  note.className = "light";
  note.append("節點甚多，用輕便之圖 · many nodes: light canvas view");
  holder.append(note);
  const RADIUS = 9, CELL = 180, IDLE = 140;
  const most = nodes.reduce((best, node) => Math.max(best, node.value || 0), 1);
  const radius = nodes.map((node) => RADIUS + 34 * Math.sqrt((node.value || 0) / most));
  const labels = nodes.map((node) => node.label.split("\n")[0]);
  let scale = 1, x0 = 0, y0 = 0; // scale: px of the screen a unit; x0, y0: the unit in the middle
  let chosen = -1, moving = 0, wide = 0, high = 0, ratio = 1;
  let shown = [], shownEdges = [], grid = new Map();
  const listeners = { click: [], doubleClick: [] };
  const waiting = [];
  let asked = 0;
  const ask = () => { if (!asked) asked = requestAnimationFrame(paint); };

  const refresh = () => {
    shown = nodes.filter(isShown);
    const ids = new Uint8Array(nodes.length);
    for (const node of shown) ids[node.id] = 1;
    shownEdges = edges.filter((edge) => edgeShown(edge) && ids[edge.from] && ids[edge.to]);
    grid = new Map();
    for (const node of shown) {
      const cell = `${Math.floor(node.x / CELL)},${Math.floor(node.y / CELL)}`;
      if (!grid.has(cell)) grid.set(cell, []);
      grid.get(cell).push(node);
    }
    ask();
  };
  const measure = () => {
    ratio = window.devicePixelRatio || 1;
    wide = holder.clientWidth;
    high = holder.clientHeight;
    canvas.width = Math.max(1, Math.round(wide * ratio));
    canvas.height = Math.max(1, Math.round(high * ratio));
    canvas.style.width = `${wide}px`;
    canvas.style.height = `${high}px`;
    ask();
  };
  const toScreen = (node) => [(node.x - x0) * scale + wide / 2, (node.y - y0) * scale + high / 2];

  const paint = () => {
    asked = 0;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = colour("--paper");
    pen.fillRect(0, 0, wide, high);
    const margin = 40 / scale;
    const [left, right, top, bottom] = [x0 - wide / 2 / scale - margin, x0 + wide / 2 / scale + margin, y0 - high / 2 / scale - margin, y0 + high / 2 / scale + margin];
    const inside = (node) => node.x > left && node.x < right && node.y > top && node.y < bottom;
    const still = performance.now() - moving > IDLE;
    const visible = shown.filter(inside);
    // Edges wait until the picture stands, unless few are in sight.
    if (still || visible.length < 1500) {
      pen.lineWidth = 1;
      pen.strokeStyle = colour("--line");
      pen.globalAlpha = visible.length > 4000 ? 0.35 : 0.8;
      pen.beginPath();
      for (const edge of shownEdges) {
        const one = nodes[edge.from], other = nodes[edge.to];
        if (!inside(one) && !inside(other)) continue;
        const [xa, ya] = toScreen(one), [xb, yb] = toScreen(other);
        pen.moveTo(xa, ya);
        pen.lineTo(xb, yb);
      }
      pen.stroke();
      pen.globalAlpha = 1;
    }
    if (chosen >= 0) {
      pen.strokeStyle = "#3a8fd0";
      pen.lineWidth = 2;
      pen.beginPath();
      for (const edge of shownEdges) if (edge.from === chosen || edge.to === chosen) {
        pen.moveTo(...toScreen(nodes[edge.from]));
        pen.lineTo(...toScreen(nodes[edge.to]));
      }
      pen.stroke();
    }
    for (const [group, { shape, color }] of Object.entries(style)) {
      pen.fillStyle = color;
      pen.beginPath();
      for (const node of visible) {
        if (node.group !== group) continue;
        const [x, y] = toScreen(node);
        const r = Math.max(1, radius[node.id] * scale);
        if (r < 2.5) pen.rect(x - r, y - r, 2 * r, 2 * r);
        else if (shape === "dot") { pen.moveTo(x + r, y); pen.arc(x, y, r, 0, 2 * Math.PI); }
        else if (shape === "square" || shape === "box") pen.rect(x - r, y - r, 2 * r, 2 * r);
        else if (shape === "triangle") { pen.moveTo(x, y - r); pen.lineTo(x + r, y + r * 0.8); pen.lineTo(x - r, y + r * 0.8); pen.closePath(); }
        else if (shape === "triangleDown") { pen.moveTo(x, y + r); pen.lineTo(x + r, y - r * 0.8); pen.lineTo(x - r, y - r * 0.8); pen.closePath(); }
        else { pen.moveTo(x, y - r); pen.lineTo(x + r, y); pen.lineTo(x, y + r); pen.lineTo(x - r, y); pen.closePath(); }
      }
      pen.fill();
    }
    // Names of what is large enough to be told apart; in the overview those of what most acts name.
    pen.fillStyle = colour("--ink");
    pen.textAlign = "center";
    let told = 0;
    for (const node of visible) {
      const r = radius[node.id] * scale;
      if (node.id !== chosen && (r < 7 || told > 400 || (!still && told > 60))) continue;
      const [x, y] = toScreen(node);
      pen.font = `${node.id === chosen ? "bold " : ""}${Math.min(26, Math.max(12, r * 1.1))}px ${font}`;
      pen.fillText(labels[node.id], x, y + r + Math.min(26, Math.max(12, r * 1.1)));
      told += 1;
    }
    if (chosen >= 0) {
      const [x, y] = toScreen(nodes[chosen]);
      pen.strokeStyle = colour("--ink");
      pen.lineWidth = 3;
      pen.beginPath();
      pen.arc(x, y, Math.max(6, radius[chosen] * scale + 3), 0, 2 * Math.PI);
      pen.stroke();
    }
    if (!still) setTimeout(ask, IDLE + 20);
    waiting.splice(0).forEach((tell) => tell());
  };

  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    const x = (event.clientX - box.left - wide / 2) / scale + x0, y = (event.clientY - box.top - high / 2) / scale + y0;
    let best = -1, distance = Infinity;
    for (let column = -1; column <= 1; column += 1) for (let row = -1; row <= 1; row += 1)
      for (const node of grid.get(`${Math.floor(x / CELL) + column},${Math.floor(y / CELL) + row}`) || []) {
        const apart = Math.hypot(node.x - x, node.y - y) - Math.max(radius[node.id], 8 / scale);
        if (apart < distance) { distance = apart; best = node.id; }
      }
    return distance <= 0 ? best : -1;
  };
  const zoom = (factor, x = wide / 2, y = high / 2) => {
    const next = Math.min(8, Math.max(0.004, scale * factor));
    x0 += (x - wide / 2) * (1 / scale - 1 / next);
    y0 += (y - high / 2) * (1 / scale - 1 / next);
    scale = next;
    moving = performance.now();
    ask();
  };
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => { drag = { x: event.clientX, y: event.clientY, far: 0 }; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.far += Math.abs(dx) + Math.abs(dy);
    [drag.x, drag.y] = [event.clientX, event.clientY];
    x0 -= dx / scale;
    y0 -= dy / scale;
    moving = performance.now();
    ask();
  });
  canvas.addEventListener("pointerup", (event) => {
    const far = drag ? drag.far : 0;
    drag = null;
    const id = at(event);
    if (far < 4 && id >= 0) listeners.click.forEach((tell) => tell(id));
  });
  canvas.addEventListener("pointercancel", () => { drag = null; });
  canvas.addEventListener("dblclick", (event) => { const id = at(event); if (id >= 0) listeners.doubleClick.forEach((tell) => tell(id)); });
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); const box = canvas.getBoundingClientRect(); zoom(Math.exp(-event.deltaY / 500), event.clientX - box.left, event.clientY - box.top); }, { passive: false });
  holder.addEventListener("keydown", (event) => {
    const step = 60 / scale;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[event.key]) { event.preventDefault(); x0 += moves[event.key][0]; y0 += moves[event.key][1]; moving = performance.now(); ask(); }
    else if (event.key === "+" || event.key === "=") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
  });
  new ResizeObserver(measure).observe(holder);
  measure();
  refresh();
  return {
    network: null,
    refresh,
    count: () => shown.length,
    label: () => {},
    select: (id) => { chosen = id; ask(); },
    focus: (id) => { scale = Math.max(scale, 0.9); x0 = nodes[id].x; y0 = nodes[id].y; ask(); },
    fit: () => {
      if (!shown.length) return;
      let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
      for (const node of shown) { left = Math.min(left, node.x); right = Math.max(right, node.x); top = Math.min(top, node.y); bottom = Math.max(bottom, node.y); }
      x0 = (left + right) / 2;
      y0 = (top + bottom) / 2;
      scale = Math.min(2, 0.94 * Math.min(wide / (right - left + 120), high / (bottom - top + 120)));
      ask();
    },
    on: (name, tell) => listeners[name].push(tell),
    drawn: (tell) => { waiting.push(tell); ask(); },
    canvas: () => canvas,
    theme: ask,
    pan: (dx, dy) => { x0 -= dx / scale; y0 -= dy / scale; moving = performance.now(); ask(); },
  };
};
