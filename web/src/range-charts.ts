// The two charts of the page of range answers. Their axis is the place of a value in its order, named by labels.
import * as Plot from "@observablehq/plot";
import { describe, valueAxis } from "./chart";
import { onWidth, paperWidth } from "./dom";
import type { RangePage } from "./range-page";
import type { RangeAnswer } from "./range-types";

/** Draws again when the width or the answer changes. */
function redrawn(frame: HTMLElement, draw: (answer: RangeAnswer, width: number) => Element) {
  let chosen: RangeAnswer | undefined;
  let last = 0;
  const show = () => {
    if (chosen && last > 0) frame.replaceChildren(draw(chosen, last));
  };
  onWidth(frame, paperWidth, (width) => {
    last = width;
    show();
  });
  return (answer: RangeAnswer) => {
    chosen = answer;
    show();
  };
}

/** The names of some places, as many as can be read. */
function placeAxis(places: { place: number; name: string }[], size: number, width: number): Plot.Markish {
  const letters = Math.max(...places.map(({ name }) => name.length));
  const apart = ((7 * letters + 40) / width) * size;
  const shown: typeof places = [];
  for (const next of places) {
    const last = shown[shown.length - 1];
    if (!last || next.place - last.place >= apart) shown.push(next);
  }
  const names = new Map(shown.map(({ place, name }) => [place, name]));
  return Plot.axisX([...names.keys()], {
    tickFormat: (place: number) => names.get(place) ?? "",
    tickSize: 4,
    label: null,
    color: "var(--muted)",
  });
}

export function seriesChart(frame: HTMLElement, page: RangePage): (answer: RangeAnswer) => void {
  const { data, text } = page;
  const places = data.series.ticks.map(([place, name]) => ({ place, name }));
  return redrawn(frame, (answer, width) => {
    const { width: block, estimate, lower, upper } = page.seriesOf(answer);
    const points = estimate.map((value, i) => ({ place: (i + 0.5) * block, value, lower: lower[i], upper: upper[i] }));
    const chosen = [{ from: answer.first, to: answer.last + 1 }];
    const plot = Plot.plot({
      width,
      height: width < 520 ? 240 : 300,
      marginLeft: 60,
      marginRight: 24,
      x: { domain: [0, data.size] },
      y: { nice: true, zero: true },
      marks: [
        ...valueAxis(text.records, (value) => page.count(value), 300),
        Plot.rectX(chosen, { x1: "from", x2: "to", fill: "var(--chosen)" }),
        Plot.areaY(points, { x: "place", y1: "lower", y2: "upper", fill: "var(--band)" }),
        Plot.lineY(points, {
          x: "place",
          y: "value",
          stroke: "var(--accent)",
          strokeWidth: points.length > 300 ? 0.8 : 1.5,
        }),
        points.length <= 60 ? Plot.dot(points, { x: "place", y: "value", r: 2.5, fill: "var(--accent)" }) : null,
        Plot.ruleX([answer.first, answer.last + 1], { stroke: "var(--ink)", strokeDasharray: "3 3" }),
        placeAxis(places, data.size, width),
      ],
    });
    describe(plot, text.seriesAlternative(page.nameOf(answer)));
    return plot;
  });
}

export function nodesChart(frame: HTMLElement, page: RangePage): (answer: RangeAnswer) => void {
  const { text, domain } = page;
  return redrawn(frame, (answer, width) => {
    const nodes = page.nodesOf(answer).map((node) => ({ ...node, end: node.last + 1, name: text.level(node.level) }));
    const levels = [...new Set(nodes.map((node) => node.level))].sort((a, b) => a - b);
    const places = nodes
      .map((node) => ({ place: node.first, name: domain.label(node.first) }))
      .sort((a, b) => a.place - b.place);
    const space = width - 84;
    const wide = nodes.filter((node) => ((node.end - node.first) / (answer.last + 1 - answer.first)) * space > 56);
    const plot = Plot.plot({
      width,
      height: 50 + 44 * levels.length,
      marginLeft: 60,
      marginRight: 24,
      x: { domain: [answer.first, answer.last + 1] },
      y: { domain: levels.map((level) => text.level(level)), padding: 0.15, label: null },
      marks: [
        Plot.axisY({ tickSize: 0, label: null, color: "var(--muted)" }),
        Plot.barX(nodes, {
          x1: "first",
          x2: "end",
          y: "name",
          fill: "var(--band)",
          stroke: "var(--accent)",
          title: (node) =>
            `${domain.label(node.first, node.last)}: ${page.count(node.estimate)} ± ${page.tenths(node.std_error)}`,
        }),
        Plot.text(wide, {
          x: (node) => (node.first + node.end) / 2,
          y: "name",
          text: (node) => page.count(node.estimate),
          fill: "var(--ink)",
        }),
        placeAxis(places, answer.last + 1 - answer.first, width),
      ],
    });
    describe(plot, text.nodesAlternative(page.nameOf(answer)));
    return plot;
  });
}

/** One line per place: its estimate and interval in the chosen range. */
export function placesChart(frame: HTMLElement, page: RangePage): (answer: RangeAnswer) => void {
  const { text, data } = page;
  return redrawn(frame, (answer, width) => {
    const rows = placeAnswers(page, answer).map((one) => ({ ...one, name: one.places! }));
    const letters = Math.min(18, Math.max(...rows.map(({ name }) => name.length)));
    const plot = Plot.plot({
      width,
      height: 50 + 26 * rows.length,
      marginLeft: 16 + 7.5 * letters,
      marginRight: 24,
      x: { nice: true, zero: true, label: null },
      y: { domain: (data.places ?? []).map(({ name }) => name), label: null },
      marks: [
        Plot.axisY({ tickSize: 0, label: null, color: "var(--ink)", tickFormat: (name: string) => shortened(name) }),
        Plot.axisX({ ticks: width < 520 ? 4 : 8, tickFormat: (value: number) => page.count(value), label: null, color: "var(--muted)" }),
        Plot.gridX({ ticks: width < 520 ? 4 : 8 }),
        Plot.ruleY(rows, { x1: "lower", x2: "upper", y: "name", stroke: "var(--accent)", strokeWidth: 6, strokeOpacity: 0.35 }),
        Plot.dot(rows, { x: "estimate", y: "name", r: 4, fill: "var(--accent)" }),
      ],
    });
    describe(plot, text.placesAlternative(answer.text));
    return plot;
  });
}

const shortened = (name: string) => (name.length > 18 ? `${name.slice(0, 17)}…` : name);

/** Each place in the range of an answer. */
export function placeAnswers(page: RangePage, answer: RangeAnswer): RangeAnswer[] {
  const range = page.domain.label(answer.first, answer.last);
  return (page.data.places ?? []).flatMap(({ name }) => {
    const found = page.ask(range, name);
    return typeof found === "string" ? [] : [found];
  });
}
