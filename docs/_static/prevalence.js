// "Move the prevalence": a slider that redraws the PR curve of one model at another prevalence.
//
// The first half computes, as prplot.core does, and needs no page: `require` it in node. The second
// half builds the pictures and the table inside `.move-prevalence`. Both need `Moving`, of moving.js.
"use strict";

const Prevalence = (() => {
  const { curveAt, areas, aucprMin, rounded, written, many } = Moving;

  function scores(model, prevalence) {
    const of = Object.entries(areas).map(([name, area]) => [name, area(curveAt(model, prevalence))]);
    return { free: aucprMin(prevalence), ...Object.fromEntries(of) };
  }

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

  return { scores, fromCounts, inWords };
})();

if (typeof module !== "undefined") module.exports = Prevalence;

// The page: text is HTML, pictures are SVG; colours come from the style sheet.
const PrevalencePage = (() => {
  const P = { ...Moving, ...Prevalence };
  const { add } = P;
  // In pixels: a panel's side, and the room for ticks and labels.
  const [SIDE, LEFT, TOP, RIGHT, BELOW] = [280, 50, 8, 22, 44];
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
    const lowest = P.points(P.curveAt(P.WORST, prevalence));
    const draw = (name, points) => svg.querySelector(`.${name}`).setAttribute("d", path(points));
    draw("region", [...lowest, [1, 0], [0, 0]]);
    draw("minimum", lowest);
    draw("random", [[0, prevalence], [1, prevalence]]);
    draw("curve", P.points(curve));
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
    let [model, stops] = [stored, P.stopsWith(stored.prevalence)];
    const parts = P.buildSlider(container, stops);
    const { slider, area } = parts;
    const [pr, roc] = [buildPr(container), buildRoc(container)];
    buildLegend(container);
    const fill = buildTable(container);
    buildCounts(container, (own) => use(own ?? stored));
    const words = add(container, "p", { class: "prevalence-words", "aria-live": "polite" });
    const chosen = () => stops[slider.value];
    const say = () => { words.textContent = P.inWords(model, chosen()); };
    let waiting;
    const show = () => {
      const now = P.scores(model, chosen());
      P.tell(parts, chosen());
      area.textContent = `AUCPR ${P.rounded(now.aucpr)}`;
      drawPr(pr, model, chosen());
      fill(model, chosen(), now);
      clearTimeout(waiting);
      waiting = setTimeout(say, 300); // so that a drag is told once
    };
    const use = (own) => {
      [model, stops] = [own, P.stopsWith(own.prevalence)];
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
