// Curves at another prevalence, and the slider that chooses it: for the page "Move the prevalence"
// and for the files of `savefig`. The first half needs no page: `require` it in node.
"use strict";

const Moving = (() => {
  // Of a segment from no positive predictions on, where its limit is taken.
  const NEARLY_NONE = 1e-15;
  // Below this, the mean over a segment is computed by a series, in which nothing cancels.
  const SERIES_BELOW = 0.02;
  const TICKS = [0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9];

  // The counts at a prevalence, as shares of all examples: positives and negatives are weighted.
  function curveAt(model, prevalence) {
    const [pos, neg] = [prevalence, 1 - prevalence];
    const [tps, fps] = [model.tp.at(-1), model.fp.at(-1)];
    const share = (counts, all, weight) => counts.map((count) => weight * (count / all));
    return { pos, neg, tp: share(model.tp, tps, pos), fp: share(model.fp, fps, neg) };
  }

  const segments = ({ tp, fp }) => tp.slice(1).map((_, i) => ({
    tp: tp[i], fp: fp[i], dtp: tp[i + 1] - tp[i], dfp: fp[i + 1] - fp[i],
  }));

  // The part of a curve from some true positives on; counts change linearly between its points.
  function from(curve, start) {
    const { tp, fp } = curve;
    const k = tp.findIndex((value) => value >= start);
    if (k < 1) return curve;
    const way = (start - tp[k - 1]) / (tp[k] - tp[k - 1]);
    const first = fp[k - 1] + way * (fp[k] - fp[k - 1]);
    return { ...curve, tp: [start, ...tp.slice(k)], fp: [first, ...fp.slice(k)] };
  }

  const sum = (values) => values.reduce((total, value) => total + value, 0);

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
    const path = from({ tp, fp }, start);
    const gain = (t, count) => 1 - pos * count / (neg * t);
    const gains = path.tp.map((t, i) => [gain(t, pos - t), gain(t, path.fp[i])]);
    return areaUnder(gains);
  }

  const auroc = ({ pos, neg, tp, fp }) => areaUnder(tp.map((t, i) => [fp[i] / neg, t / pos]));
  const areaUnder = (points) => sum(
    points.slice(1).map(([x, y], i) => (x - points[i][0]) * (y + points[i][1]) / 2));

  const areas = { aucpr, aucnpr, auprg, auroc };

  // The worst ranking, all negatives first, and random guessing.
  const WORST = { tp: [0, 0, 1], fp: [0, 1, 1] };
  const RANDOM = { tp: [0, 1], fp: [0, 1] };

  const toPr = (tp, fp, pos) => [tp / pos, tp / (tp + fp)];

  // The points of a curve in the space of a map: arcs by chords that miss them by `tolerance`.
  function points(curve, map = toPr, tolerance = 5e-4) {
    const found = [];
    for (const { tp, fp, dtp, dfp } of segments(curve)) {
      const at = (share) => {
        const way = tp + fp > 0 ? share : Math.max(share, NEARLY_NONE);
        return map(tp + way * dtp, fp + way * dfp, curve.pos, curve.neg);
      };
      if (found.length === 0) found.push(at(0));
      if (dtp > 0) bend(at, 0, 1, tolerance, found);
      found.push(at(1));
    }
    return found;
  }

  function bend(at, start, end, tolerance, found) {
    const middle = (start + end) / 2;
    const [[x0, y0], [x, y], [x1, y1]] = [start, middle, end].map(at);
    const chord = x1 === x0 ? y : y0 + (x - x0) / (x1 - x0) * (y1 - y0);
    if (!(Math.abs(y - chord) > tolerance) || end - start < 1e-6) return;
    bend(at, start, middle, tolerance, found);
    found.push([x, y]);
    bend(at, middle, end, tolerance, found);
  }

  const rounded = (value) => value.toFixed(3).replace("-", "\u2212");
  const written = (prevalence) => `${Number(prevalence.toPrecision(3))}`;
  const many = (prevalence) =>
    `${Math.round(prevalence * 1e4).toLocaleString("en")} of 10,000 examples are positive`;

  function nearest(stops, own) {
    const away = stops.map((stop) => Math.abs(stop - own));
    return away.indexOf(Math.min(...away));
  }

  // Round prevalences from 0.001 to 0.9, the nearest replaced by that of the data.
  function stopsWith(own) {
    const upTo = (start, end, step) => Array.from(
      { length: (end - start) / step }, (_, i) => start + i * step);
    // Below 0.1 they are spread evenly in ratio.
    const digits = [...upTo(10, 20, 1), ...upTo(20, 30, 2), 30, 33, 36, 40, 44, 48,
      ...upTo(50, 100, 5)];
    const rare = [10_000, 1_000].flatMap((scale) => digits.map((digit) => digit / scale));
    const stops = [...rare, ...upTo(10, 91, 1).map((percent) => percent / 100)];
    const place = nearest(stops, own);
    return stops.map((stop, at) => (at === place ? own : stop));
  }

  // The page: text is HTML, pictures are SVG.

  function add(parent, name, attributes = {}, text = "") {
    const space = parent instanceof SVGElement || name === "svg" ? "2000/svg" : "1999/xhtml";
    const element = document.createElementNS(`http://www.w3.org/${space}`, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  function buildSlider(parent, stops) {
    const box = add(parent, "div", { class: "prevalence-slider" });
    add(box, "span", { "aria-hidden": "true" }, "Prevalence π");
    const [shown, area] = [0, 1].map(() => add(box, "output", { "aria-live": "off" }));
    const last = stops.length - 1;
    const name = { "aria-label": "Prevalence π" };
    const slider = add(box, "input", { type: "range", min: 0, max: last, step: 1, ...name });
    const scale = add(box, "div", { class: "prevalence-scale", "aria-hidden": "true" });
    for (const tick of TICKS) {
      add(scale, "span", {}, `${tick}`).style.setProperty("--share", nearest(stops, tick) / last);
    }
    return { slider, shown, area };
  }

  // Say what a slider has chosen.
  function tell({ slider, shown }, prevalence) {
    shown.textContent = written(prevalence);
    slider.setAttribute("aria-valuetext", `${written(prevalence)}: ${many(prevalence)}`);
  }

  return {
    curveAt, from, points, areas, aucprMin, stopsWith, rounded, written, many, add, buildSlider,
    tell, WORST, RANDOM,
  };
})();

if (typeof module !== "undefined") module.exports = Moving;
