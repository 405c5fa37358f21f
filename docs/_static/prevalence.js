// "Move the prevalence": a slider that redraws the PR curve of one model at another prevalence.
//
// The first half computes, as prplot.core does, and needs no page: `require` it in node. The second
// half builds the slider, the pictures and the table inside `.move-prevalence`.
"use strict";

const Prevalence = (() => {
  // Below this, the mean over a segment is computed by a series, in which nothing cancels.
  const SERIES_BELOW = 0.02;

  // The counts at a prevalence, as shares of all examples: positives and negatives are weighted.
  function curveAt(model, prevalence) {
    const [pos, neg] = [prevalence, 1 - prevalence];
    const [tps, fps] = [model.tp.at(-1), model.fp.at(-1)];
    const share = (counts, all, weight) => counts.map((count) => weight * (count / all));
    return { pos, neg, tp: share(model.tp, tps, pos), fp: share(model.fp, fps, neg) };
  }

  const sum = (values) => values.reduce((total, value) => total + value, 0);

  const segments = ({ tp, fp }) => tp.slice(1).map((_, i) => ({
    tp: tp[i], fp: fp[i], dtp: tp[i + 1] - tp[i], dfp: fp[i + 1] - fp[i],
  }));

  // The mean share of a count among the predicted positives, over the recalls of a segment.
  function meanShare(part, n, dpart, dn) {
    const ends = 2 * n + dn;
    const z = dn / ends;
    if (z < SERIES_BELOW) {
      const [q, mean] = [z * z, (2 * part + dpart) / ends];
      const series = 1 / 3 + q * (1 / 5 + q * (1 / 7 + q / 9));
      return mean - z * series * ((dpart - mean * dn) / ends);
    }
    if (n === 0) return dpart / dn; // constant on a segment from (0, 0)
    const ratio = Math.log1p(dn / n) / (dn / n);
    return (dpart / dn) * (1 - ratio) + (part / n) * ratio;
  }

  // The integral over the true positives of the share of one count, "tp" or "fp".
  function integral(curve, count) {
    return sum(segments(curve).filter(({ dtp }) => dtp > 0).map((one) => one.dtp *
      meanShare(one[count], one.tp + one.fp, one[`d${count}`], one.dtp + one.dfp)));
  }

  const aucpr = (curve) => integral(curve, "tp") / curve.pos;
  // The lowest area that a ranking can have: all negatives come first.
  const aucprMin = (prevalence) => meanShare(0, 1 - prevalence, prevalence, prevalence);

  // The share of the achievable area, by the areas above the curve and above the lowest.
  function aucnpr(curve) {
    const most = curve.pos * meanShare(curve.neg, curve.neg, 0, curve.pos);
    return 1 - integral(curve, "fp") / most;
  }

  // The signed area from recall gain 0 on, where recall equals the prevalence.
  function auprg({ pos, neg, tp, fp }) {
    const start = pos * pos / (pos + neg);
    const k = tp.findIndex((value) => value >= start);
    const way = (start - tp[k - 1]) / (tp[k] - tp[k - 1]);
    const path = [[start, fp[k - 1] + way * (fp[k] - fp[k - 1])]];
    for (let i = k; i < tp.length; i++) path.push([tp[i], fp[i]]);
    const gains = path.map(([t, f]) => [1 - pos * (pos - t) / (neg * t), 1 - pos * f / (neg * t)]);
    return areaUnder(gains);
  }

  const auroc = ({ pos, neg, tp, fp }) => areaUnder(tp.map((t, i) => [fp[i] / neg, t / pos]));
  const areaUnder = (points) => sum(
    points.slice(1).map(([x, y], i) => (x - points[i][0]) * (y + points[i][1]) / 2));

  function scores(model, prevalence) {
    const areas = Object.entries({ aucpr, aucnpr, auprg, auroc });
    const of = areas.map(([name, area]) => [name, area(curveAt(model, prevalence))]);
    return { free: aucprMin(prevalence), ...Object.fromEntries(of) };
  }

  // The points (recall, precision) of the curve: arcs by chords that miss them by `tolerance`.
  function prPoints(curve, tolerance = 5e-4) {
    const points = [];
    for (const { tp, fp, dtp, dfp } of segments(curve)) {
      const at = (share) => {
        const [t, n] = [tp + share * dtp, tp + fp + share * (dtp + dfp)];
        return [t / curve.pos, n > 0 ? t / n : dtp / (dtp + dfp)];
      };
      if (points.length === 0) points.push(at(0));
      if (dtp > 0) bend(at, 0, 1, tolerance, points);
      points.push(at(1));
    }
    return points;
  }

  function bend(at, start, end, tolerance, points) {
    const middle = (start + end) / 2;
    const missed = Math.abs(at(middle)[1] - (at(start)[1] + at(end)[1]) / 2);
    if (missed <= tolerance || end - start < 1e-6) return;
    bend(at, start, middle, tolerance, points);
    points.push(at(middle));
    bend(at, middle, end, tolerance, points);
  }

  // The ranking that puts all negatives first; its curve is the minimum curve.
  const worst = (prevalence) => curveAt({ tp: [0, 0, 1], fp: [0, 1, 1] }, prevalence);

  // A model of one threshold, from its four counts; null unless both classes have examples.
  function fromCounts({ tp, fp, fn, tn }) {
    const [pos, neg] = [tp + fn, fp + tn];
    const whole = [tp, fp, fn, tn].every((count) => Number.isInteger(count) && count >= 0);
    if (!whole || pos === 0 || neg === 0) return null;
    const inner = [0, pos + neg].includes(tp + fp) ? [] : [[tp, fp]];
    const points = [[0, 0], ...inner, [pos, neg]];
    const [tps, fps] = [0, 1].map((at) => points.map((point) => point[at]));
    return { name: "your model", tp: tps, fp: fps, prevalence: pos / (pos + neg) };
  }

  // The stops of the slider, the nearest replaced by a prevalence.
  function stopsWith(stops, own) {
    const away = stops.map((stop) => Math.abs(stop - own));
    const nearest = away.indexOf(Math.min(...away));
    return stops.map((stop, at) => (at === nearest ? own : stop));
  }

  const rounded = (value) => value.toFixed(3).replace("-", "\u2212");
  const written = (prevalence) => `${Number(prevalence.toPrecision(3))}`;
  const many = (prevalence) =>
    `${Math.round(prevalence * 1e4).toLocaleString("en")} of 10,000 examples are positive`;

  function inWords(model, prevalence) {
    const [now, inData] = [prevalence, model.prevalence].map((one) => scores(model, one));
    const data = `; in the data, at prevalence ${written(model.prevalence)}, it is`;
    const beside = prevalence === model.prevalence ? "" : `${data} ${rounded(inData.aucpr)}`;
    return `At prevalence ${written(prevalence)}, ${many(prevalence)}. ` +
      `AUCPR is ${rounded(now.aucpr)}${beside}. ` +
      `Even the worst ranking has ${rounded(now.free)}: this much is free. ` +
      `AUCNPR is ${rounded(now.aucnpr)} and AUPRG ${rounded(now.auprg)}. ` +
      `AUROC is ${rounded(now.auroc)}, as at every prevalence.`;
  }

  return { curveAt, worst, prPoints, scores, fromCounts, stopsWith, rounded, written, many, inWords };
})();

if (typeof module !== "undefined") module.exports = Prevalence;

// The page: text is HTML, pictures are SVG; colours come from the style sheet.
const PrevalencePage = (() => {
  const P = Prevalence;
  // In pixels: a panel's side, and the room for ticks and labels.
  const [SIDE, LEFT, TOP, RIGHT, BELOW] = [280, 50, 8, 22, 44];
  const TICKS = [0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9];
  const COUNTS = [
    ["tp", "true positives"], ["fp", "false positives"],
    ["fn", "false negatives"], ["tn", "true negatives"],
  ];
  const ROWS = [
    ["aucpr", "AUCPR", "area under the PR curve"],
    ["free", "free area", "AUCPR of the worst ranking"],
    ["aucnpr", "AUCNPR", "share of the achievable area"],
    ["auprg", "AUPRG", "area under the PR-Gain curve"],
    ["auroc", "AUROC", "area under the ROC curve"],
  ];

  function add(parent, name, attributes = {}, text = "") {
    const space = parent instanceof SVGElement || name === "svg" ? "2000/svg" : "1999/xhtml";
    const element = document.createElementNS(`http://www.w3.org/${space}`, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  const x = (share) => (LEFT + SIDE * share).toFixed(1);
  const y = (share) => (TOP + SIDE * (1 - share)).toFixed(1);
  const path = (points) => `M${points.map(([a, b]) => `${x(a)} ${y(b)}`).join("L")}`;

  function panel(parent, name, heading, [across, up]) {
    const figure = add(parent, "figure", { class: `prevalence-${name}` });
    add(figure, "figcaption", {}, heading);
    const size = `0 0 ${LEFT + SIDE + RIGHT} ${TOP + SIDE + BELOW}`;
    const svg = add(figure, "svg", { viewBox: size, role: "img" });
    for (const at of [0, 0.25, 0.5, 0.75, 1]) {
      add(svg, "path", { class: "grid", d: path([[at, 0], [at, 1]]) + path([[0, at], [1, at]]) });
      add(svg, "text", { x: x(at), y: TOP + SIDE + 17, "text-anchor": "middle" }, `${at}`);
      add(svg, "text", { x: LEFT - 6, y: +y(at) + 4, "text-anchor": "end" }, `${at}`);
    }
    add(svg, "text", { x: x(0.5), y: TOP + SIDE + 38, "text-anchor": "middle" }, across);
    const turned = `translate(12 ${y(0.5)}) rotate(-90)`;
    add(svg, "text", { transform: turned, "text-anchor": "middle" }, up);
    return svg;
  }

  function drawDots(svg, points) {
    svg.querySelectorAll("circle").forEach((dot) => dot.remove());
    for (const [a, b] of points) add(svg, "circle", { class: "dot", r: 3, cx: x(a), cy: y(b) });
  }

  function buildPr(parent) {
    const svg = panel(parent, "pr", "PR curve: it moves", ["Recall", "Precision"]);
    const size = { width: 6, height: 6, patternUnits: "userSpaceOnUse" };
    const pattern = add(svg, "pattern", { id: "prevalence-hatch", ...size });
    add(pattern, "path", { class: "hatch", d: "M-1 1L1 -1M0 6L6 0M5 7L7 5" });
    for (const name of ["region", "minimum", "random", "curve"]) add(svg, "path", { class: name });
    add(svg, "text", { class: "level", x: +x(1) + 7 }, "π");
    return svg;
  }

  function drawPr(svg, model, prevalence) {
    const curve = P.curveAt(model, prevalence);
    const lowest = P.prPoints(P.worst(prevalence));
    const draw = (name, points) => svg.querySelector(`.${name}`).setAttribute("d", path(points));
    draw("region", [...lowest, [1, 0], [0, 0]]);
    draw("minimum", lowest);
    draw("random", [[0, prevalence], [1, prevalence]]);
    draw("curve", P.prPoints(curve));
    svg.querySelector(".level").setAttribute("y", +y(prevalence) + 4);
    const at = `at prevalence ${P.written(prevalence)}`;
    svg.setAttribute("aria-label", `PR curve of the ${model.name} ${at}`);
    drawDots(svg, curve.tp.map((tp, i) => [tp / curve.pos, tp / (tp + curve.fp[i])]).slice(1));
  }

  function buildRoc(parent) {
    const axes = ["False positive rate", "True positive rate"];
    const svg = panel(parent, "roc", "ROC curve: it stays where it is", axes);
    add(svg, "path", { class: "random", d: path([[0, 0], [1, 1]]) });
    add(svg, "path", { class: "curve" });
    return svg;
  }

  function drawRoc(svg, model) {
    const points = model.tp.map((tp, i) => [model.fp[i] / model.fp.at(-1), tp / model.tp.at(-1)]);
    svg.querySelector(".curve").setAttribute("d", path(points));
    svg.setAttribute("aria-label", `ROC curve of the ${model.name}, the same at every prevalence`);
    drawDots(svg, points.slice(1));
  }

  function buildSlider(parent, stops) {
    const id = "prevalence-slider";
    const box = add(parent, "div", { class: id });
    add(box, "label", { for: id }, "Prevalence π");
    const shown = add(box, "output", { for: id, "aria-live": "off" });
    const area = add(box, "output", { for: id, "aria-live": "off" });
    const last = stops.length - 1;
    const slider = add(box, "input", { id, type: "range", min: 0, max: last, step: 1 });
    const scale = add(box, "div", { class: "prevalence-scale", "aria-hidden": "true" });
    for (const tick of TICKS) {
      add(scale, "span", { style: `--share: ${stops.indexOf(tick) / last}` }, `${tick}`);
    }
    return { slider, shown, area };
  }

  function buildTable(parent) {
    const table = add(parent, "table", { class: "prevalence-scores" });
    const head = add(add(table, "thead"), "tr");
    add(head, "td");
    const [now, own] = [0, 1].map(() => add(head, "th", { scope: "col" }));
    const body = add(table, "tbody");
    const cells = ROWS.map(([key, name, meaning]) => {
      const row = add(body, "tr", { class: `score-${key}` });
      add(add(row, "th", { scope: "row" }, `${name} `), "small", {}, meaning);
      return [key, add(row, "td"), add(row, "td")];
    });
    return (model, prevalence, values) => {
      const inData = P.scores(model, model.prevalence);
      now.textContent = `π = ${P.written(prevalence)}`;
      own.textContent = `data, π = ${P.written(model.prevalence)}`;
      for (const [key, cell, beside] of cells) {
        cell.textContent = P.rounded(values[key]);
        beside.textContent = P.rounded(inData[key]);
      }
    };
  }

  // Four fields for the visitor's own counts; `chosen` gets a model, or null.
  function buildCounts(parent, chosen) {
    const form = add(parent, "fieldset", { class: "prevalence-counts" });
    add(form, "legend", {}, "Your own counts, at one threshold");
    const fields = COUNTS.map(([key, name]) => {
      const label = add(form, "label", {}, name);
      return [key, add(label, "input", { type: "number", min: 0, step: 1, inputmode: "numeric" })];
    });
    form.addEventListener("input", () => {
      const read = (field) => (field.value === "" ? NaN : Number(field.value));
      chosen(P.fromCounts(Object.fromEntries(fields.map(([key, field]) => [key, read(field)]))));
    });
  }

  function buildLegend(parent) {
    const list = add(parent, "ul", { class: "prevalence-legend" });
    const rows = [
      ["curve", "M1 7H29", "the model; each dot is a threshold"],
      ["random", "M1 7H29", "random guessing: precision π"],
      ["region", "M1 1H29V13H1Z", "unachievable: every ranking is above it"],
    ];
    for (const [name, d, words] of rows) {
      const item = add(list, "li");
      const swatch = add(item, "svg", { viewBox: "0 0 30 14", "aria-hidden": "true" });
      add(swatch, "path", { class: name, d });
      item.append(words);
    }
  }

  function build(outer, stored) {
    outer.replaceChildren();
    const container = add(outer, "div", { class: "prevalence-page" });
    let [model, stops] = [stored, stored.prevalences];
    const { slider, shown, area } = buildSlider(container, stops);
    const [pr, roc] = [buildPr(container), buildRoc(container)];
    buildLegend(container);
    const fill = buildTable(container);
    buildCounts(container, (own) => use(own ?? stored));
    const words = add(container, "p", { class: "prevalence-words", "aria-live": "polite" });
    const chosen = () => stops[slider.value];
    const say = () => { words.textContent = P.inWords(model, chosen()); };
    let waiting;
    const show = () => {
      const [name, now] = [P.written(chosen()), P.scores(model, chosen())];
      shown.textContent = name;
      area.textContent = `AUCPR ${P.rounded(now.aucpr)}`;
      slider.setAttribute("aria-valuetext", `${name}: ${P.many(chosen())}`);
      drawPr(pr, model, chosen());
      fill(model, chosen(), now);
      clearTimeout(waiting);
      waiting = setTimeout(say, 300); // so that a drag is told once
    };
    const use = (own) => {
      [model, stops] = [own, P.stopsWith(stored.prevalences, own.prevalence)];
      slider.value = stops.indexOf(own.prevalence);
      drawRoc(roc, model);
      show();
    };
    slider.addEventListener("input", show);
    use(stored);
    say();
  }

  return { build };
})();

if (typeof document !== "undefined") {
  document.querySelectorAll(".move-prevalence").forEach(
    (container) => PrevalencePage.build(container, window.prevalenceModel));
}
