// The chosen region over time: estimate, interval, and the truth where it is known.
import * as Plot from "@observablehq/plot";
import { describe, hatched, key, tickDecimals, timeAxis, valueAxis, TimeWindow, type Mark } from "./chart";
import { endOf, startOf } from "./dates";
import type { Cell } from "./csv";
import { downloads } from "./downloads";
import { h, onWidth, paperWidth, setText } from "./dom";
import type { Page, Shown } from "./page";

interface Point extends Shown {
  index: number;
  date: Date;
}

const preferredLength = { year: Infinity, month: Infinity, week: Infinity, day: 730, hour: 168 };

export function overTime(page: Page): HTMLElement {
  return new OverTime(page).section;
}

class OverTime {
  readonly section: HTMLElement;
  private readonly heading = h("h2", { id: "series-title" });
  private readonly choices = h("div", { class: "row" });
  private readonly frame = h("div", { class: "chart" });
  private readonly gaps = h("p", { class: "footnote gaps", hidden: true });
  private readonly starts = new Map<number, Date[]>();
  private window: TimeWindow;
  private width = 0;
  private moveMarker: () => void = () => {};

  constructor(private readonly page: Page) {
    this.window = this.makeWindow();
    this.section = h(
      "section",
      { class: "block", "aria-labelledby": "series-title" },
      h("div", { class: "keep" }, this.heading, this.keys(), this.choices, this.frame, this.gaps),
      downloads(page.text, {
        file: () => `${page.data.title} ${page.regionName} ${page.series.unit}`,
        title: () => `${page.text.seriesTitle(page.regionName)} (${this.axisName()})`,
        source: () => page.source,
        rows: () => this.rows(),
        svg: () => this.frame.querySelector("svg"),
      }),
    );
    onWidth(this.frame, paperWidth, (width) => {
      this.width = width;
      this.draw();
    });
    page.onChange((changed) => {
      if (changed.has("unit")) this.window = this.makeWindow();
      const moved = this.window.follow(page.view.period);
      if (moved || changed.has("unit") || changed.has("region") || changed.has("measure")) this.draw();
      else this.moveMarker();
    });
  }

  private makeWindow(): TimeWindow {
    const { unit, labels } = this.page.series;
    const window = new TimeWindow(this.page.text, unit, labels.length, preferredLength[unit], () => {
      window.follow(this.page.view.period);
      this.draw();
    });
    this.choices.replaceChildren(...(window.control ? [window.control] : []));
    window.follow(this.page.view.period);
    return window;
  }

  private keys(): HTMLElement {
    const { text, data, confidence } = this.page;
    const items: { mark: Mark; colour: string; text: string }[] = [
      { mark: "line", colour: "accent", text: text.estimateKey },
      { mark: "band", colour: "band", text: text.intervalKey(confidence) },
    ];
    if (data.periods.some((p) => p.partial)) items.push({ mark: "hatch", colour: "muted", text: text.partialKey });
    if (data.periods.some((p) => p.truth)) items.push({ mark: "dot", colour: "truth", text: text.truthKey });
    return key(items);
  }

  private points(): Point[] {
    const { page } = this;
    const { unit, region } = page.view;
    let dates = this.starts.get(unit);
    if (!dates) this.starts.set(unit, (dates = page.series.labels.map(startOf)));
    const [from, to] = this.window.range;
    return dates.slice(from, to).map((date, i) => ({ index: from + i, date, ...page.shown(from + i, region) }));
  }

  /** What the chart shows: from the first point to the last; a point that stands alone, with half a period around it. */
  private domain(points: Point[]): [Date, Date] {
    const first = points[0]!,
      last = points[points.length - 1]!.date;
    if (points.length > 1) return [first.date, last];
    const half = (endOf(this.page.series.labels[first.index]!).getTime() - last.getTime()) / 2;
    return [new Date(last.getTime() - half), new Date(last.getTime() + half)];
  }

  /** Half a period around each that the data cover in part, within the chart. */
  private partialSpans(points: Point[]): [Date, Date][] {
    const [first, last] = this.domain(points).map((date) => date.getTime()) as [number, number];
    const half = (last - first) / Math.max(1, points.length - 1) / 2;
    return points
      .filter(({ index }) => this.page.isPartial(index))
      .map(({ date }) => [
        new Date(Math.max(first, date.getTime() - half)),
        new Date(Math.min(last, date.getTime() + half)),
      ]);
  }

  private axisName(): string {
    const { page } = this;
    return page.view.measure === "share"
      ? page.text.shareAxis(page.events)
      : page.text.seriesAxis(page.events, page.series.unit);
  }

  /** All periods of the unit, also those outside of the window. */
  private rows(): Cell[][] {
    const { page } = this;
    const { labels, truth } = page.series;
    const head = ["period", "region", "measure", "estimate", "lower", "upper", ...(truth ? ["truth"] : [])];
    const rows = labels.map((label, t) => {
      const shown = page.shown(t, page.view.region);
      const row: Cell[] = [label, page.regionName, page.view.measure, shown.estimate, shown.lower, shown.upper];
      return truth ? [...row, shown.truth] : row;
    });
    return [head, ...rows];
  }

  private draw(): void {
    const { page, width } = this;
    if (width === 0) return;
    setText(this.heading, page.text.seriesTitle(page.regionName));
    const points = this.points();
    const known = points.filter(({ index }) => page.gap(index) === undefined);
    const missing = points.find(({ index }) => page.gap(index) !== undefined);
    const gap = missing && page.gapWords(missing.index);
    const isEmpty = known.length === 0;
    this.gaps.hidden = gap === undefined || isEmpty;
    setText(this.gaps, page.text.someGaps(gap ?? ""));
    const domain = this.domain(points);
    const height = width < 520 ? 260 : 320;
    const few = points.length <= 40;
    const label = this.axisName();
    const write = (value: number) =>
      page.view.measure === "share"
        ? page.format.percent(value, tickDecimals(100 * value))
        : page.format.count(value, tickDecimals(value));
    const truth: Plot.Markish =
      points.length <= 800
        ? Plot.dot(points, {
            x: "date",
            y: "truth",
            r: few ? 3 : 1.6,
            fill: "var(--truth)",
            fillOpacity: few ? 1 : 0.7,
          })
        : Plot.lineY(points, { x: "date", y: "truth", stroke: "var(--truth)", strokeWidth: 0.6, strokeOpacity: 0.7 });
    const plot = Plot.plot({
      width,
      height,
      marginLeft: 52,
      marginRight: 12,
      marginTop: 28,
      marginBottom: 36,
      x: { type: "utc", domain },
      y: { zero: true, nice: true },
      marks: [
        ...valueAxis(label, write, height),
        timeAxis(page.format, page.series.unit, ...domain, width - 64),
        Plot.areaY(points, { x: "date", y1: "lower", y2: "upper", fill: "var(--band)" }),
        hatched(this.partialSpans(points)),
        points.length === 1
          ? Plot.ruleX(points, { x: "date", y1: "lower", y2: "upper", stroke: "var(--band)", strokeWidth: 12 })
          : null,
        isEmpty && missing
          ? Plot.text([page.gapWords(missing.index, true)], {
              frameAnchor: "middle",
              fontSize: 14,
              fill: "var(--muted)",
            })
          : null,
        page.series.truth ? truth : null,
        Plot.lineY(points, {
          x: "date",
          y: "estimate",
          stroke: "var(--accent)",
          strokeWidth: points.length > 200 ? 1.2 : 2,
          strokeLinejoin: "round",
        }),
        few
          ? Plot.dot(points, { x: "date", y: "estimate", r: 3.5, fill: "var(--accent)", stroke: "var(--surface)" })
          : null,
        Plot.tip(
          points,
          Plot.pointerX({
            x: "date",
            y: "estimate",
            title: (d: Point) => this.describePoint(d),
            fill: "var(--surface)",
            stroke: "var(--rule)",
            fontSize: 12,
          }),
        ),
      ],
    });
    this.addMarker(plot as SVGSVGElement & Plot.Plot, height);
    plot.addEventListener("click", () => {
      const point = plot.value as Point | null;
      if (point) page.choose({ period: point.index });
    });
    describe(plot, isEmpty ? page.text.gapAlternative(gap ?? "") : this.alternative(known));
    this.frame.replaceChildren(plot);
  }

  /** The line at the chosen period moves by itself, without drawing the chart anew. */
  private addMarker(svg: SVGSVGElement & Plot.Plot, height: number): void {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    line.setAttribute("class", "marker");
    line.setAttribute("y1", "20");
    line.setAttribute("y2", String(height - 36));
    svg.insertBefore(line, svg.querySelector('[aria-label="area"]'));
    const scale = svg.scale("x")!;
    this.moveMarker = () => {
      const x = String(scale.apply(startOf(this.page.label)));
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    };
    this.moveMarker();
  }

  private describePoint(point: Point): string {
    const { page } = this;
    const range = page.text.range(page.bound(point.lower), page.bound(point.upper));
    const lines = [
      page.nameOf(point.index),
      `${page.text.estimateKey} ${page.number(point.estimate)} (${range})`,
    ];
    if (point.truth !== undefined) lines.push(`${page.text.truth.toLowerCase()} ${page.wholeNumber(point.truth)}`);
    return lines.join("\n");
  }

  private alternative(points: Point[]): string {
    const { page } = this;
    const name = (p: Point) => page.format.period(page.series.labels[p.index]!);
    const low = points.reduce((a, b) => (b.estimate < a.estimate ? b : a));
    const high = points.reduce((a, b) => (b.estimate > a.estimate ? b : a));
    const first = name(points[0]!),
      last = name(points[points.length - 1]!);
    return page.text.seriesAlternative(
      page.regionName,
      first,
      last,
      page.number(low.estimate),
      name(low),
      page.number(high.estimate),
      name(high),
    );
  }
}
