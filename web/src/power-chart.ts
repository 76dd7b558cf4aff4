// A chart on logarithmic axes: lines are closed forms, circles with whiskers are measured, every line is labelled at
// its end.
import * as Plot from "@observablehq/plot";
import { describe } from "./chart";
import { h, onWidth, paperWidth } from "./dom";
import type { StudyChart, StudyLine, StudyPoint } from "./study-types";

const dashes = { solid: {}, dotted: { strokeDasharray: "1.5,4" }, dashed: { strokeDasharray: "7,5" } };
const colour = (line: StudyLine) => `var(--${line.colour})`;
/** Two standard errors around what was measured. */
const low = (p: StudyPoint) => Math.max(p.measured! - 2 * p.std_error!, p.measured! / 10);
const high = (p: StudyPoint) => p.measured! + 2 * p.std_error!;
const margin = { top: 30, right: 124, bottom: 44, left: 54 };

export function powerChart(chart: StudyChart, verdict: string): HTMLElement {
  const frame = h("div", { class: "chart" });
  onWidth(frame, paperWidth * 0.6, (width) => {
    const plot = draw(chart, width, Math.min(380, Math.max(270, Math.round(width * 0.62))));
    describe(plot, `${chart.y_title} against ${chart.x_title}: ${chart.setting}. ${verdict}`);
    frame.replaceChildren(plot);
  });
  return h("figure", {}, h("figcaption", {}, chart.setting), frame);
}

/** All that must be inside the frame. */
function heights(point: StudyPoint): number[] {
  const whisker = point.std_error === null ? [] : [low(point), high(point)];
  return [point.measured, point.expected, ...whisker].filter((value) => value !== null);
}

function draw(chart: StudyChart, width: number, height: number): ReturnType<typeof Plot.plot> {
  const points = chart.lines.flatMap((line) => line.points);
  const xDomain = padded(extent(points.map((p) => p.x)), 1.06, 1);
  const yDomain = padded(extent(points.flatMap(heights)), 1.12, 4);
  const labels = place(chart.lines, yDomain, height);
  const write = (value: number) => value.toLocaleString("en", { maximumSignificantDigits: 4 });
  // As text and not as tickFormat, which on a logarithmic axis leaves ticks blank.
  const axis = { tickSize: 0, labelArrow: "none" as const, color: "var(--muted)", text: write };
  const yTicks = ticks(yDomain, 9);
  return Plot.plot({
    width,
    height,
    marginTop: margin.top,
    marginRight: margin.right,
    marginBottom: margin.bottom,
    marginLeft: margin.left,
    x: { type: "log", domain: xDomain },
    y: { type: "log", domain: yDomain },
    marks: [
      Plot.gridY(yTicks, { stroke: "var(--rule)", strokeOpacity: 1 }),
      Plot.axisY(yTicks, { ...axis, label: chart.y_title, labelAnchor: "top", labelOffset: margin.left - 4 }),
      Plot.axisX(xTicks(points, xDomain, width), {
        ...axis,
        tickSize: 4,
        label: chart.x_title,
        labelAnchor: "center",
        labelOffset: 38,
      }),
      ...chart.lines.map((line) =>
        Plot.lineY(
          line.points.filter((p) => p.expected !== null),
          {
            x: "x",
            y: "expected",
            stroke: colour(line),
            strokeWidth: line.style === "dotted" ? 2.5 : 2,
            ...dashes[line.style],
            strokeLinecap: "round",
          },
        ),
      ),
      ...chart.lines.map((line) =>
        Plot.ruleX(
          line.points.filter((p) => p.std_error !== null),
          { x: "x", y1: low, y2: high, stroke: colour(line), strokeOpacity: 0.55, strokeWidth: 1.2 },
        ),
      ),
      ...chart.lines.map((line) =>
        Plot.dot(
          line.points.filter((p) => p.measured !== null),
          { x: "x", y: "measured", r: 3.2, fill: "var(--surface)", stroke: colour(line), strokeWidth: 1.6 },
        ),
      ),
      ...labels.map(({ line, y }) =>
        Plot.text([line], {
          x: () => line.points[line.points.length - 1]!.x,
          y: () => y,
          text: () => line.label,
          textAnchor: "start",
          dx: 9,
          fill: colour(line),
          fontWeight: 600,
        }),
      ),
      Plot.tip(
        chart.lines.flatMap((line) => line.points.map((p) => ({ ...p, y: p.measured ?? p.expected, line }))),
        Plot.pointer({
          x: "x",
          y: "y",
          title: (d: StudyPoint & { line: StudyLine }) => describePoint(d, write),
          fill: "var(--surface)",
          stroke: "var(--rule)",
          fontSize: 12,
        }),
      ),
    ],
  });
}

function describePoint(point: StudyPoint & { line: StudyLine }, write: (value: number) => string): string {
  const lines = [`${point.line.label}, at ${write(point.x)}`];
  if (point.measured !== null) {
    lines.push(`measured ${write(point.measured)}${point.std_error === null ? "" : ` ± ${write(2 * point.std_error)}`}`);
  }
  if (point.expected !== null) lines.push(`expected ${write(point.expected)}`);
  return lines.join("\n");
}

function extent(values: number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** The interval, widened by a factor on both sides and to a ratio of at least `least`. */
function padded([low, high]: [number, number], factor: number, least: number): [number, number] {
  const more = Math.max(factor, Math.sqrt(least / (high / low)));
  return [low / more, high * more];
}

/** Round numbers inside the interval: 1, 2, 5 of each power of ten, more or fewer when that gives too few or too many. */
function ticks([low, high]: [number, number], most: number): number[] {
  const of = (digits: number[]) => {
    const found: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); ++power) {
      for (const digit of digits) {
        const tick = Number((digit * 10 ** power).toPrecision(3));
        if (tick >= low && tick <= high) found.push(tick);
      }
    }
    return found;
  };
  const choices = [[1, 1.5, 2, 3, 4, 5, 7], [1, 2, 5], [1, 3], [1]].map(of);
  return choices.find((found, i) => found.length <= (i === 0 ? 5 : most)) ?? choices[3]!;
}

/** Sizes of domains are powers of two, and each of them is a tick. */
function xTicks(points: StudyPoint[], domain: [number, number], width: number): number[] {
  const all = [...new Set(points.map((p) => p.x))];
  return all.every((x) => x >= 1 && Number.isInteger(Math.log2(x))) ? all : ticks(domain, width < 420 ? 6 : 9);
}

/** Where the labels go: beside the last point of their line, moved apart where they would overlap. */
function place(lines: StudyLine[], [low, high]: [number, number], height: number): { line: StudyLine; y: number }[] {
  const room = height - margin.top - margin.bottom;
  const toPixel = (y: number) => (room * Math.log(high / y)) / Math.log(high / low);
  const toValue = (pixel: number) => high * (low / high) ** (pixel / room);
  const wanted = lines
    .filter((line) => line.points.length > 0)
    .map((line) => {
      const last = line.points[line.points.length - 1]!;
      return { line, pixel: toPixel(last.expected ?? last.measured!) };
    })
    .sort((a, b) => a.pixel - b.pixel);
  const gap = 14;
  wanted.forEach((label, i) => i > 0 && (label.pixel = Math.max(label.pixel, wanted[i - 1]!.pixel + gap)));
  for (let i = wanted.length - 1, below = room + gap; i >= 0; below = wanted[i--]!.pixel) {
    wanted[i]!.pixel = Math.min(wanted[i]!.pixel, below - gap);
  }
  return wanted.map(({ line, pixel }) => ({ line, y: toValue(pixel) }));
}
