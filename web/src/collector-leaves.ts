// Estimates along an ordered scale: bars that touch, and their intervals, as a line each or, where there are many, as
// one band.
import * as Plot from "@observablehq/plot";
import { describe, key, valueAxis } from "./chart";
import type { CollectionPage } from "./collector-page";
import { h, onWidth, paperWidth } from "./dom";
import { shortened, type Known } from "./survey-page";

interface LeavesChart {
  rows: Known[];
  isNoise: (row: Known) => boolean;
  axis: string;
  tick: (value: number) => string;
  described: string;
}

/** What bars and the lines across them mean. */
export function barsKey({ text, confidenceText }: CollectionPage, hasNoise: boolean): HTMLElement {
  const noise = [{ mark: "band" as const, colour: "rule", text: text.mostlyNoiseKey }];
  return key([
    { mark: "band", colour: "band", text: text.estimateKey },
    ...(hasNoise ? noise : []),
    { mark: "line", colour: "ink", text: text.intervalKey(confidenceText) },
  ]);
}

export class Leaves {
  private readonly legend = h("div");
  private readonly frame = h("div", { class: "chart" });
  readonly element = h("div", { id: "leaves" }, this.legend, this.frame);
  private chart: LeavesChart | undefined;
  private width = 0;

  constructor(private readonly page: CollectionPage) {
    onWidth(this.frame, paperWidth, (width) => {
      this.width = width;
      this.draw();
    });
  }
  show(chart: LeavesChart): void {
    this.chart = chart;
    if (this.width === 0) this.width = Math.floor(this.frame.clientWidth);
    this.draw();
  }
  svg(): SVGSVGElement | null {
    return this.frame.querySelector("svg");
  }

  private draw(): void {
    const { chart, width, page } = this;
    if (!chart || width === 0 || chart.rows.length === 0) return;
    const { rows } = chart;
    const height = width < 520 ? 260 : 340;
    const letters = Math.min(14, Math.max(...rows.map(({ label }) => [...label].length)));
    const room = Math.max(2, Math.floor((width - 80) / (7.2 * letters + 18)));
    const step = Math.ceil(rows.length / room);
    const isMany = (width - 80) / rows.length < 7;
    this.legend.replaceChildren(
      isMany
        ? key([
            { mark: "line", colour: "accent", text: page.text.estimateKey },
            { mark: "band", colour: "band", text: page.text.intervalKey(page.confidenceText) },
          ])
        : barsKey(page, rows.some(chart.isNoise)),
    );
    const places = rows.map((_, i) => i).filter((i) => i % step === 0);
    const x1 = (_: Known, i: number) => i;
    const x2 = (_: Known, i: number) => i + 1;
    // A band in steps: both corners of every leaf.
    const corners = rows.flatMap((row, i) => [
      { ...row, x: i },
      { ...row, x: i + 1 },
    ]);
    const plot = Plot.plot({
      width,
      height,
      marginTop: 34,
      marginLeft: 60,
      marginRight: 16,
      marginBottom: 34,
      x: { domain: [0, rows.length] },
      y: { nice: true, zero: true },
      marks: [
        ...valueAxis(chart.axis, chart.tick, height),
        isMany
          ? Plot.areaY(corners, { x: "x", y1: "lower", y2: "upper", fill: "var(--band)" })
          : Plot.rectY(rows, {
              x1,
              x2,
              y: "value",
              fill: (row: Known) => (chart.isNoise(row) ? "var(--rule)" : "var(--band)"),
              inset: 0.5,
              title: ({ label, value }: Known) => `${label}: ${page.number(value)}`,
            }),
        isMany
          ? Plot.lineY(corners, { x: "x", y: "value", stroke: "var(--accent)", strokeWidth: 1.5 })
          : Plot.ruleX(rows, {
              x: (_: Known, i: number) => i + 0.5,
              y1: "lower",
              y2: "upper",
              stroke: "var(--ink)",
              strokeWidth: 1.5,
            }),
        Plot.ruleY([0], { stroke: "var(--muted)" }),
        Plot.axisX(
          places.map((i) => i + 0.5),
          {
            tickFormat: (place: number) => shortened(rows[Math.floor(place)]?.label ?? "", 14),
            tickSize: 4,
            label: null,
            color: "var(--muted)",
          },
        ),
      ],
    });
    describe(plot, chart.described);
    this.frame.replaceChildren(plot);
  }
}
