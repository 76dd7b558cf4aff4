// What the charts over time share: axes in the page's language, the window of time shown, a key, a text alternative.
import * as Plot from "@observablehq/plot";
import { choice, h } from "./dom";
import type { Formats } from "./format";
import type { Strings } from "./strings";
import type { Unit } from "./types";

const day = 86_400_000;
const shortestTick: Record<Unit, number> = { year: 365.25, month: 30.4, week: 7, day: 1, hour: 1 / 24 }; // in days

/** Ticks at round dates, far enough apart to be read at this width, and never finer than the periods that are drawn. */
export function timeAxis(format: Formats, unit: Unit, first: Date, last: Date, width: number): Plot.Markish {
  const span = (last.getTime() - first.getTime()) / day || 1;
  const room = Math.max(2, Math.floor(width / 75));
  const allIntervals: [number, string, "year" | "month" | "day" | "hour"][] = [
    [1 / 24, "hour", "hour"],
    [0.25, "6 hours", "hour"],
    [1, "day", "day"],
    [2, "2 days", "day"],
    [7, "monday", "day"], // where weeks start
    [30.4, "month", "month"],
    [91.3, "3 months", "month"],
    [182.6, "6 months", "month"],
    [365.25, "year", "year"],
    [730.5, "2 years", "year"],
    [1826, "5 years", "year"],
    [3652, "10 years", "year"],
  ];
  const intervals = allIntervals.filter(([days]) => days >= shortestTick[unit]);
  const [, interval, style] = intervals.find(([days]) => span / days <= room) ?? intervals[intervals.length - 1]!;
  const write = (date: Date) => {
    const isNewYear = date.getUTCMonth() === 0 && style === "month";
    return isNewYear ? `${format.tick(date, style)}\n${date.getUTCFullYear()}` : format.tick(date, style);
  };
  return Plot.axisX({ ticks: interval, tickFormat: write, tickSize: 4, label: null, color: "var(--muted)" });
}

/** As many decimals as a round tick needs. */
export function tickDecimals(value: number): number {
  return [0, 1, 2].find((digits) => Math.abs(value * 10 ** digits - Math.round(value * 10 ** digits)) < 1e-6) ?? 3;
}

export function valueAxis(label: string, write: (value: number) => string, height: number): Plot.Markish[] {
  const ticks = height < 240 ? 4 : 5;
  return [
    Plot.gridY({ ticks, stroke: "var(--rule)", strokeOpacity: 1 }),
    Plot.axisY({
      ticks,
      tickSize: 0,
      tickFormat: write,
      label,
      labelAnchor: "top",
      labelArrow: "none",
      labelOffset: 48,
      color: "var(--muted)",
    }),
  ];
}

/** Stripes from one date to another: something is different there. */
export function hatched(spans: [Date, Date][]): Plot.Markish {
  const stripes = () => {
    const namespace = "http://www.w3.org/2000/svg";
    const defs = document.createElementNS(namespace, "defs");
    const pattern = document.createElementNS(namespace, "pattern");
    const attributes = { id: "hatch", width: "6", height: "6", patternUnits: "userSpaceOnUse" };
    for (const [name, value] of Object.entries(attributes)) pattern.setAttribute(name, value);
    const line = document.createElementNS(namespace, "path");
    line.setAttribute("d", "M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2");
    line.setAttribute("style", "stroke: var(--muted); stroke-width: 1; stroke-opacity: 0.6");
    pattern.append(line);
    defs.append(pattern);
    return defs;
  };
  return [
    stripes,
    Plot.rectX(spans, { x1: (d: [Date, Date]) => d[0], x2: (d: [Date, Date]) => d[1], fill: "url(#hatch)" }),
  ];
}

/** One text for the whole chart; the names that Plot gives its parts would only be noise beside it. */
export function describe(svg: Element, text: string): void {
  for (const part of svg.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", text);
}

export type Mark = "line" | "band" | "dot" | "ring" | "dashed" | "hatch";
export function key(items: { mark: Mark; colour: string; text: string }[]): HTMLElement {
  return h(
    "ul",
    { class: "key" },
    ...items.map(({ mark, colour, text }) =>
      h("li", {}, h("i", { class: mark, style: `--colour:var(--${colour})` }), text),
    ),
  );
}

/** A stretch of a long series: its length is chosen by the reader, its place follows the chosen period. */
export class TimeWindow {
  readonly control: HTMLElement | undefined;
  private length: number;
  private start: number;

  constructor(
    text: Strings,
    unit: Unit,
    private readonly size: number,
    preferred: number,
    onChange: () => void,
  ) {
    const options = lengths(text, unit).filter(([length]) => length < size);
    this.length = options.length > 0 && size > preferred ? preferred : size;
    this.start = size - this.length;
    if (options.length === 0) return;
    const all: [number, string] = [size, text.windows.all];
    this.control = choice(
      text.showLegend,
      [...options, all].map(([length, label]) => ({ value: String(length), label })),
      String(this.length),
      (value) => {
        const end = this.start + this.length;
        this.length = Number(value);
        this.start = Math.min(Math.max(0, end - this.length), this.size - this.length);
        onChange();
      },
    );
  }

  get range(): [number, number] {
    return [this.start, this.start + this.length];
  }

  /** Moves so that `index` is inside; true when it had to. */
  follow(index: number): boolean {
    if (index >= this.start && index < this.start + this.length) return false;
    this.start = Math.min(Math.max(0, index - Math.floor(this.length / 2)), this.size - this.length);
    return true;
  }
}

function lengths(text: Strings, unit: Unit): [number, string][] {
  const { week, month, quarter, year, twoYears } = text.windows;
  switch (unit) {
    case "hour":
      return [
        [168, week],
        [720, month],
        [8766, year],
      ];
    case "day":
      return [
        [31, month],
        [92, quarter],
        [365, year],
        [730, twoYears],
      ];
    case "week":
      return [
        [52, year],
        [104, twoYears],
      ];
    default:
      return [];
  }
}
