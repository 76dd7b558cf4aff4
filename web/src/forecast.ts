// Forecast against what happened, for the chosen region.
import * as Plot from "@observablehq/plot";
import { describe, key, tickDecimals, timeAxis, TimeWindow, valueAxis } from "./chart";
import type { Cell } from "./csv";
import { endOf, startOf, unitOf } from "./dates";
import { daysAhead } from "./days-ahead";
import { downloads } from "./downloads";
import { h, onWidth, paperWidth, setText } from "./dom";
import { modelTable } from "./models";
import type { Page } from "./page";
import type { Forecast } from "./types";

interface Point {
  label: string;
  date: Date;
  predicted: number;
  lower: number;
  upper: number;
  actual: number | undefined;
}

export function forecastSection(page: Page, forecast: Forecast): HTMLElement {
  const { text } = page;
  const confidence =
    forecast.confidence === undefined ? page.confidence : page.format.percent(forecast.confidence, 0);
  const unit = unitOf(forecast.labels[0]!);
  const heading = h("h2", { id: "forecast-title" });
  const frame = h("div", { class: "chart" });
  const dates = forecast.labels.map(startOf);
  const ahead = firstAhead(page, dates);
  let width = 0;
  const draw = () => {
    setText(heading, text.forecastTitle(page.regionName));
    if (width > 0)
      frame.replaceChildren(
        chart(page, pointsOf(forecast, dates, page.view.region, time.range), {
          width,
          axis: text.seriesAxis(page.events, unit),
          border: dates[ahead],
        }),
      );
  };
  const time: TimeWindow = new TimeWindow(text, unit, forecast.labels.length, 92, () => draw());
  onWidth(frame, paperWidth, (now) => {
    width = now;
    draw();
  });
  page.onChange((changed) => {
    if (changed.has("region")) draw();
  });
  setText(heading, text.forecastTitle(page.regionName));
  const coverage =
    forecast.coverage !== undefined && ` ${text.coverage(confidence, page.format.percent(forecast.coverage, 1))}`;
  const lead = h("p", { class: "lead" }, text.forecastLead(unit), coverage);
  const keys = key([
    { mark: "line", colour: "accent", text: text.predictedKey },
    { mark: "band", colour: "band", text: text.bandKey(confidence) },
    ...(forecast.actual ? [{ mark: "dot" as const, colour: "truth", text: text.actualKey }] : []),
  ]);
  return h(
    "section",
    { class: "block", "aria-labelledby": "forecast-title" },
    heading,
    ahead < dates.length && daysAhead(page, forecast, ahead, confidence),
    h("div", { class: "keep" }, lead, keys, time.control && h("div", { class: "row" }, time.control), frame),
    downloads(text, {
      file: () => `${page.data.title} forecast ${page.regionName}`,
      title: () => `${text.forecastTitle(page.regionName)} (${text.seriesAxis(page.events, unit)})`,
      source: () => page.source,
      rows: () => rows(page, forecast),
      svg: () => frame.querySelector("svg"),
    }),
    modelTable(page, forecast.models, unit),
  );
}

/** The first forecast day after the release's data: tomorrow. As many as there are labels when there is none. */
function firstAhead({ data }: Page, dates: Date[]): number {
  const { labels } = data.periods[data.periods.length - 1]!; // the finest: a year's label does not say its last day
  const end = endOf(labels[labels.length - 1]!);
  const found = dates.findIndex((date) => date >= end);
  return found < 0 ? dates.length : found;
}

function rows({ view, regionName }: Page, forecast: Forecast): Cell[][] {
  const head = ["day", "region", "mean", "median", "lower", "upper", ...(forecast.actual ? ["actual"] : [])];
  return [
    head,
    ...forecast.labels.map((label, t) => {
      const at = (matrix: number[][] | undefined) => matrix?.[t]?.[view.region];
      const row: Cell[] = [label, regionName, at(forecast.predicted), at(forecast.median), at(forecast.lower), at(forecast.upper)];
      return forecast.actual ? [...row, at(forecast.actual)] : row;
    }),
  ];
}

function pointsOf(forecast: Forecast, dates: Date[], region: number, [from, to]: [number, number]): Point[] {
  return dates.slice(from, to).map((date, i) => ({
    label: forecast.labels[from + i]!,
    date,
    predicted: forecast.predicted[from + i]![region]!,
    lower: forecast.lower[from + i]![region]!,
    upper: forecast.upper[from + i]![region]!,
    actual: forecast.actual?.[from + i]?.[region],
  }));
}

interface ChartLayout {
  width: number;
  axis: string;
  border: Date | undefined; // where the days after the data begin
}

function chart(page: Page, points: Point[], { width, axis, border }: ChartLayout): Element {
  const { text, format } = page;
  const ahead = border ? points.filter(({ date }) => date >= border) : [];
  const height = width < 520 ? 240 : 280;
  const describePoint = (d: Point) => {
    const lines = [
      format.period(d.label),
      `${text.predictedKey} ${format.count(d.predicted, 1)} (${text.range(format.count(d.lower, 1), format.count(d.upper, 1))})`,
    ];
    if (d.actual !== undefined) lines.push(`${text.actualKey} ${format.count(d.actual, 0)}`);
    return lines.join("\n");
  };
  const plot = Plot.plot({
    width,
    height,
    marginLeft: 52,
    marginRight: 12,
    marginTop: 28,
    marginBottom: 36,
    x: { type: "utc" },
    y: { zero: true, nice: true },
    marks: [
      ...valueAxis(axis, (value) => format.count(value, tickDecimals(value)), height),
      timeAxis(format, unitOf(points[0]!.label), points[0]!.date, points[points.length - 1]!.date, width - 64),
      Plot.areaY(points, { x: "date", y1: "lower", y2: "upper", fill: "var(--band)", curve: "step" }),
      Plot.lineY(points, { x: "date", y: "predicted", stroke: "var(--accent)", strokeWidth: 2, curve: "step" }),
      // The days that nobody has seen yet: each with its interval, and a mark that even one of them is seen by.
      Plot.ruleX(ahead, { x: "date", y1: "lower", y2: "upper", stroke: "var(--accent)", strokeWidth: 1.5 }),
      Plot.dot(ahead, { x: "date", y: "predicted", r: 3.5, fill: "var(--accent)", stroke: "var(--surface)" }),
      Plot.dot(points, { x: "date", y: "actual", r: points.length > 150 ? 1.8 : 2.75, fill: "var(--truth)" }),
      Plot.tip(
        points,
        Plot.pointerX({
          x: "date",
          y: "predicted",
          title: describePoint,
          fill: "var(--surface)",
          stroke: "var(--rule)",
          fontSize: 12,
        }),
      ),
    ],
  });
  const gaps = points.flatMap((p) => (p.actual === undefined ? [] : [Math.abs(p.actual - p.predicted)]));
  const gap = gaps.length > 0 ? format.count(gaps.reduce((a, b) => a + b, 0) / gaps.length, 1) : null;
  describe(
    plot,
    text.forecastAlternative(
      page.regionName,
      format.period(points[0]!.label),
      format.period(points[points.length - 1]!.label),
      gap,
    ),
  );
  return plot;
}
