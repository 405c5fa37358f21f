// The read-out of a figure that `savefig` wrote: the nearest operating point of each curve, by
// pointer, keys or touch, and the figure at other prevalences.
(() => {
  const M = Moving;
  const root = document.currentScript.closest("main");
  const DATA = JSON.parse(root.querySelector("[type='application/json']").textContent);
  const SPACES = {
    roc: (tp, fp, pos, neg) => [fp / neg, tp / pos],
    pr: (tp, fp, pos) => [tp / pos, tp / (tp + fp)],
    npr: (tp, fp, pos, neg) =>
      [Math.log1p(tp / neg) / Math.log1p(pos / neg), tp / (tp + fp) * ((neg - fp) / neg)],
    prg: (tp, fp, pos, neg) => [1 - pos / neg * ((pos - tp) / tp), 1 - pos / neg * (fp / tp)],
  };
  const SCALES = { linear: (v) => v, log: Math.log, logit: (v) => Math.log(v / (1 - v)) };
  const STEPS = {
    ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity,
  };
  const HELP = "Point at the figure, touch it, or focus it and use the arrow keys: left and " +
    "right for other thresholds, up and down for other curves.";
  const read = DATA.curves.reduce((sum, { tp }) => sum + tp.length, 0);
  const isThinned = DATA.total > read;
  const NOTE = `Of ${DATA.total.toLocaleString("en")} operating points, ` +
    `${read.toLocaleString("en")} are read out; every other one is within ` +
    `${DATA.apart === 1 ? "a pixel" : `${DATA.apart} pixels`} of one of these on its curve.`;
  const HIDDEN = "Words, the legend, bands and marked points are hidden here, as they are those " +
    "at the prevalence of the data.";

  const [box, readout] = [".figure", ".readout"].map((name) => root.querySelector(name));
  const svg = box.querySelector("svg");
  // Several figures in one page have parts of the same names.
  const part = (...names) => svg.querySelector(`#${names.join("-")}`);
  // Without layout, as the page may be in a frame that is not shown yet.
  const boxOf = (frame) => {
    const path = frame.querySelector("path").getAttribute("d");
    const numbers = path.match(/-?\d[\d.e+-]*/g).map(Number);
    const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, i) => i % 2 === odd));
    return { left: Math.min(...xs), right: Math.max(...xs),
      top: Math.min(...ys), bottom: Math.max(...ys) };
  };
  const panels = DATA.panels
    .map((panel, at) => ({ ...panel, at, frame: part("frame", at) }))
    .filter(({ frame }) => frame)
    .map((panel) => ({ ...panel, box: boxOf(panel.frame) }));
  let prevalence = DATA.prevalence;
  let [panel, active] = [panels[0], panels[0]?.curves[0]];
  const chosen = DATA.curves.map(() => null); // the number of a point of each curve
  const isMoved = () => prevalence !== DATA.prevalence;
  const countsOf = (curve) => (isMoved() ? M.curveAt(curve, prevalence) : curve);

  // Places, in units of the picture

  const share = (value, [scale, low, high]) => {
    const [at, start, end] = [value, low, high].map(SCALES[scale]);
    return (at - start) / (end - start);
  };

  function place(one, [x, y]) {
    const { left, right, top, bottom } = one.box;
    return [
      left + (right - left) * share(x, one.x), bottom - (bottom - top) * share(y, one.y),
    ];
  }

  const coordinates = ({ tp, fp, pos, neg }, i, space) => {
    // Where nothing is predicted positive, a curve has its limit.
    const [at, way] = tp[i] + fp[i] > 0 ? [i, 1] : [i + 1, 1e-15];
    return SPACES[space](way * tp[at], way * fp[at], pos, neg);
  };

  function placesOf(one, number) {
    const counts = countsOf(DATA.curves[number]);
    return counts.tp.map((_, i) => place(one, coordinates(counts, i, one.space)));
  }

  function nearest(places, [x, y]) {
    const away = places.map(([a, b]) => Math.hypot(a - x, b - y));
    const least = Math.min(...away.filter((far) => far >= 0));
    return [Math.max(away.indexOf(least), 0), least];
  }

  // What is chosen

  function choose(at) {
    let least = Infinity;
    [active] = panel.curves;
    for (const number of panel.curves) {
      const [found, far] = nearest(placesOf(panel, number), at);
      chosen[number] = found;
      if (far < least) [least, active] = [far, number];
    }
    show();
  }

  function step(by) {
    const last = DATA.curves[active].tp.length - 1;
    const from = chosen[active] ?? (by > 0 ? -1 : last + 1);
    const to = Math.min(Math.max(from + by, 0), last);
    stay(active, to);
  }

  // Choose a point of one curve, and the nearest of the others.
  function stay(number, to) {
    choose(placesOf(panel, number)[to]);
    [active, chosen[number]] = [number, to];
    show();
  }

  function turn(by) {
    const all = [...new Set(panels.flatMap((one) => one.curves))];
    const next = all[(all.indexOf(active) + by + all.length) % all.length];
    if (!panel.curves.includes(next)) panel = panels.find((one) => one.curves.includes(next));
    stay(next, chosen[next] ?? 0);
  }

  // What is shown

  const count = (value) => (Number.isInteger(value) ? `${value}`
    : `${+value.toPrecision(value < 1e4 ? 4 : 6)}`);
  const number = (value) => (Number.isFinite(value) ? M.rounded(value) : "–");
  const of = (some, all) => `${count(some)}${all === null ? "" : ` / ${count(all)}`}`;

  // As few digits as choose no other point: not more than the threshold, and more than the next.
  function threshold({ t }, i) {
    if (t[i] === null) return i ? "–" : "∞";
    const digits = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].find((some) => {
      const rounded = +t[i].toPrecision(some);
      return rounded <= t[i] && rounded > (t[i + 1] ?? -Infinity);
    });
    return +t[i].toPrecision(digits);
  }

  function numbersOf(which) {
    const [curve, i] = [DATA.curves[which], chosen[which]];
    const shared = DATA.prevalence ? { area: areaOf(which) } : {};
    if (i === null) return shared;
    const [recall, precision] = coordinates(countsOf(curve), i, "pr");
    const ends = panel.intervals[which]?.map((end) => end[i]);
    return {
      threshold: threshold(curve, i),
      precision: number(precision),
      recall: number(recall),
      fpr: number(curve.neg === null ? NaN : curve.fp[i] / curve.neg),
      tp: of(curve.tp[i], curve.pos),
      fp: of(curve.fp[i], curve.neg),
      interval: !ends || ends.includes(null) ? "" : ends.map(number).join(" to "),
      ...shared,
    };
  }

  const AREAS = {
    pr: ["AUCPR", "aucpr"], npr: ["AUCNPR", "aucnpr"], prg: ["AUPRG", "auprg"],
  };
  const [head, area] = AREAS[panels.find((one) => one.space !== "roc")?.space] ?? [];

  // Of a curve without all of its points the area is not exact.
  function areaOf(which) {
    const value = M.areas[area](M.curveAt(DATA.curves[which], prevalence));
    return isThinned ? `≈ ${value.toFixed(2).replace("-", "\u2212")}` : number(value);
  }

  const knowsNegatives = DATA.curves.some(({ neg }) => neg !== null);

  function columns() {
    const at = isMoved() ? ` at π = ${M.written(prevalence)}` : "";
    return {
      threshold: "threshold", precision: `precision${at}`, recall: "recall",
      ...(knowsNegatives && { fpr: "FPR" }),
      tp: "TP / positives", fp: knowsNegatives ? "FP / negatives" : "FP",
      ...(!isMoved() && panel.words && { interval: panel.words }),
      ...(DATA.prevalence && { area: head }),
    };
  }

  const table = () => {
    const held = M.add(M.add(readout, "div", { class: "wide" }), "table");
    return { head: M.add(M.add(held, "thead"), "tr"), held };
  };

  function fill({ head, held }) {
    const shown = columns();
    head.replaceChildren();
    for (const name of Object.values(shown)) M.add(head, "th", { scope: "col" }, name);
    held.querySelectorAll("tbody").forEach((body) => body.remove());
    for (const which of panel.curves) {
      const { name, color } = DATA.curves[which];
      const body = M.add(held, "tbody", { class: which === active ? "active" : "" });
      const wide = { scope: "rowgroup", colspan: Object.keys(shown).length };
      const heading = M.add(M.add(body, "tr"), "th", wide);
      M.add(heading, "span", { class: "swatch" }).style.background = color;
      heading.append(name);
      const [row, numbers] = [M.add(body, "tr"), numbersOf(which)];
      for (const [key, head] of Object.entries(shown)) {
        M.add(row, "td", { class: key, "data-head": head }, numbers[key] ?? "–");
      }
    }
  }

  function drawDots() {
    svg.querySelectorAll(".dot").forEach((dot) => dot.remove());
    for (const one of panels) {
      for (const which of one.curves.filter((curve) => chosen[curve] !== null)) {
        const at = coordinates(countsOf(DATA.curves[which]), chosen[which], one.space);
        const [x, y] = place(one, at);
        const { left, right, top, bottom } = one.box;
        if (!(Math.max(left - x, x - right, top - y, y - bottom) < 1)) continue;
        const kind = which === active ? "dot active" : "dot";
        M.add(svg, "circle", { class: kind, cx: x, cy: y, r: 4, fill: DATA.curves[which].color });
      }
    }
  }

  function inWords() {
    const found = numbersOf(active);
    if (found.threshold === undefined) return "";
    const heads = Object.entries(columns()).filter(([key]) => key !== "area" && found[key] !== "");
    return [DATA.curves[active].name, ...heads.map(([key, head]) => {
      const words = `${found[key]}`.replace(" / ", " of ");
      return `${head.split(" / ")[0]} ${words}`;
    })].join(", ");
  }

  let waiting;
  function show() {
    fill(rows);
    drawDots();
    clearTimeout(waiting);
    waiting = setTimeout(() => { live.textContent = inWords(); }, 250); // a drag is told once
  }

  // At another prevalence

  // Draw a line of counts anew; hide what has none.
  function redraw(one, [mark, source, fills]) {
    const group = part("mark", one.at, mark);
    if (!group) return;
    if (source === null) return hide(group);
    const path = group.querySelector("path");
    const used = path.closest("defs") && group.querySelector("use");
    group.kept ??= [path.getAttribute("d"), used?.getAttribute("x"), used?.getAttribute("y")];
    const [d, x, y] = isMoved() ? [pathOf(one, source, fills), 0, 0] : group.kept;
    path.setAttribute("d", d);
    if (used) [["x", x], ["y", y]].forEach(([name, value]) => used.setAttribute(name, value));
    else [...group.children].slice(1).forEach((more) => hide(more));
  }

  function pathOf(one, source, fills) {
    let counts = M.curveAt(DATA.curves[source] ?? M[source] ?? source, prevalence);
    const { pos, neg } = counts;
    // A curve of gains comes from minus infinity: from recall gain -1 on.
    if (one.space === "prg") counts = M.from(counts, pos * pos / (pos + 2 * neg));
    const points = M.points(counts, SPACES[one.space]);
    const ends = fills ? [[points.at(-1)[0], 0], [points[0][0], 0]] : [];
    const places = [...points, ...ends].map((point) => place(one, point));
    return `M${places.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}`;
  }

  const hide = (element) => { element.style.display = isMoved() ? "none" : ""; };

  function move() {
    for (const one of panels) {
      for (const mark of one.moving) redraw(one, mark);
      const words = [...one.frame.parentNode.children];
      if (one.space !== "roc") words.filter(({ id }) => /^(text|legend)_/.test(id)).forEach(hide);
    }
    svg.querySelectorAll("[id^=figure_] > [id^=legend_]").forEach(hide);
    show();
  }

  function buildMoving() {
    const stops = M.stopsWith(DATA.prevalence);
    const parts = M.buildSlider(readout, stops);
    const { slider, area: beside } = parts;
    const own = M.add(beside, "button", { type: "button" }, `data: ${M.written(DATA.prevalence)}`);
    const note = M.add(readout, "p", { hidden: "" }, HIDDEN);
    const use = (at) => {
      slider.value = at;
      prevalence = stops[at];
      note.hidden = !isMoved();
      M.tell(parts, prevalence);
      move();
    };
    slider.addEventListener("input", () => use(slider.value));
    own.addEventListener("click", () => use(stops.indexOf(DATA.prevalence)));
    slider.value = stops.indexOf(prevalence);
    M.tell(parts, prevalence);
  }

  // Pointer, touch and keys

  function point(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      svg.getScreenCTM().inverse());
    const over = panels.find(({ box: { left, right, top, bottom } }) =>
      at.x >= left && at.x <= right && at.y >= top && at.y <= bottom);
    if (!over) return;
    panel = over;
    choose([at.x, at.y]);
  }

  function press(event) {
    const by = STEPS[event.key];
    const turned = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || (!by && !turned)) return;
    event.preventDefault();
    if (by) step(by); else turn(turned);
  }

  if (!panels.length) return;
  M.add(readout, "p", {}, HELP);
  if (DATA.prevalence) buildMoving();
  const rows = table();
  const live = M.add(readout, "p", { class: "live", "aria-live": "polite" });
  if (isThinned) M.add(readout, "p", {}, NOTE);
  box.tabIndex = 0;
  box.setAttribute("role", "application");
  box.setAttribute("aria-label", `Operating points. ${HELP}`);
  box.addEventListener("pointermove", point);
  box.addEventListener("pointerdown", point);
  box.addEventListener("keydown", press);
  fill(rows);
})();
