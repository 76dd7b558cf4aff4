// Values below each other with their intervals: bars from zero for shares, points for changes. Many values are cut to
// the first ones until the reader asks for all.
import * as Plot from "@observablehq/plot";
import { describe } from "./chart";
import { h, onWidth, paperWidth } from "./dom";
import { pair } from "./format";
import { shortened, type Known } from "./survey-page";
import type { Language } from "./types";

export const mostRows = 12;

/** What is said around the rows. */
export interface RowsPage {
  language: Language;
  text: {
    nobody: string;
    largest(shown: string, all: string): string;
    clearest(shown: string, all: string): string;
    showAll(count: string): string;
    showFewer(count: string): string;
  };
  count(value: number): string;
}

export interface RowsChart {
  rows: Known[]; // in the order of the domain
  rank: (row: Known) => number; // which come first where not all are shown
  domain: [number, number];
  kind: "bar" | "point";
  isMarked: (row: Known) => boolean;
  axis: string;
  tick: (value: number) => string;
  written: (row: Known) => string;
  names?: number; // the share of the width that names may take
  described: string;
}

export class Rows {
  readonly element: HTMLElement;
  private readonly frame = h("div", { class: "chart" });
  private readonly note = h("p", { class: "footnote" });
  private readonly button = h("button", { type: "button", class: "download more" });
  private isWhole = false;
  private width = 0;
  private chart: RowsChart | undefined;

  constructor(
    private readonly page: RowsPage,
    private readonly most = mostRows,
  ) {
    this.element = h("div", { class: "short" }, this.frame, this.note, this.button);
    this.button.addEventListener("click", () => {
      this.isWhole = !this.isWhole;
      this.draw();
    });
    onWidth(this.frame, paperWidth * 0.48, (width) => {
      this.width = width;
      this.draw();
    });
  }

  show(chart: RowsChart): void {
    this.chart = chart;
    this.draw();
  }
  svg(): SVGSVGElement | null {
    return this.frame.querySelector("svg");
  }

  private draw(): void {
    const { chart, page, width } = this;
    if (!chart) return;
    const { text } = page;
    const isLong = chart.rows.length > this.most;
    const isCut = isLong && !this.isWhole;
    const ranked = () => [...chart.rows].sort((a, b) => chart.rank(b) - chart.rank(a));
    const shown = isCut ? ranked().slice(0, this.most) : chart.rows;
    this.note.hidden = !isCut;
    const some = chart.kind === "bar" ? text.largest : text.clearest;
    const few = page.count(this.most),
      all = page.count(chart.rows.length);
    this.note.textContent = some(few, all);
    this.button.hidden = !isLong;
    this.button.textContent = isCut ? text.showAll(all) : text.showFewer(few);
    if (width === 0) return;
    const nobody = h("p", { class: "lead" }, text.nobody);
    this.frame.replaceChildren(shown.length === 0 ? nobody : drawn(page, chart, shown, width));
  }
}

function drawn(page: RowsPage, chart: RowsChart, rows: Known[], width: number): Element {
  const letters = Math.max(6, Math.floor(((chart.names ?? 0.36) * width) / 7));
  const longest = Math.max(...rows.map(({ label }) => Math.min(letters, [...label].length)));
  const numbers = Math.max(...rows.map((row) => chart.written(row).length));
  const name = (row: Known) => String(row.index);
  const names = new Map(rows.map((row) => [name(row), shortened(row.label, letters)]));
  const colour = (row: Known) => (chart.isMarked(row) ? "var(--accent)" : "var(--muted)");
  const whisker = chart.kind === "bar" ? "var(--ink)" : colour;
  const bar = (row: Known) => (chart.isMarked(row) ? "var(--band)" : "var(--rule)");
  const position = { y: name };
  const marginLeft = 17 + 7.2 * longest,
    marginRight = 14 + 7.4 * numbers;
  const room = Math.floor((width - marginLeft - marginRight) / 70);
  const ticks = Math.max(2, Math.min(width < 420 ? 3 : 5, room));
  const plot = Plot.plot({
    width,
    height: 52 + (chart.kind === "bar" ? 25 : 22) * rows.length,
    marginTop: 8,
    marginBottom: 40,
    marginLeft,
    marginRight,
    x: { domain: chart.domain, nice: true },
    y: { domain: rows.map(name), label: null, padding: 0.25 },
    marks: [
      Plot.gridX({ ticks, stroke: "var(--rule)", strokeOpacity: 1 }),
      Plot.axisX({
        ticks,
        tickSize: 0,
        tickFormat: chart.tick,
        label: chart.axis,
        labelAnchor: "center",
        labelArrow: "none",
        labelOffset: 36,
        color: "var(--muted)",
      }),
      Plot.axisY({
        tickSize: 0,
        tickPadding: 9, // room for the point of a value at zero
        tickFormat: (index: string) => names.get(index) ?? "",
        fill: "var(--ink)",
        label: null,
      }),
      chart.kind === "bar" ? Plot.barX(rows, { ...position, x: "value", fill: bar }) : null,
      Plot.ruleX([0], { stroke: "var(--muted)", ...(chart.kind === "bar" ? {} : { strokeDasharray: "4 3" }) }),
      Plot.ruleY(rows, { ...position, x1: "lower", x2: "upper", stroke: whisker, strokeWidth: 1.5 }),
      ...(["lower", "upper"] as const).map((end) =>
        Plot.tickX(rows, { ...position, x: end, stroke: whisker, strokeWidth: 1.5, insetTop: 4, insetBottom: 4 }),
      ),
      Plot.dot(rows, {
        ...position,
        x: "value",
        r: 4,
        fill: (row: Known) => (chart.isMarked(row) ? "var(--accent)" : "var(--surface)"),
        stroke: colour,
        strokeWidth: 1.5,
        title: (row: Known) => pair(page.language, row.label, chart.written(row)),
      }),
      Plot.text(rows, {
        ...position,
        frameAnchor: "right",
        textAnchor: "end",
        dx: 10 + 7.4 * numbers,
        text: (row: Known) => chart.written(row),
        fill: "var(--ink)",
        fontVariant: "tabular-nums",
      }),
    ],
  });
  describe(plot, chart.described);
  return plot;
}
