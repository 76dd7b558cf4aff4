// What privacy costs: error of the shares against ε, one chart per period, the paper's method beside ours.
import * as Plot from "@observablehq/plot";
import { describe, key, tickDecimals, valueAxis } from "./chart";
import { downloads } from "./downloads";
import { h, onWidth, paperThird, type Child } from "./dom";
import type { Page } from "./page";
import type { ErrorRate } from "./types";

const order = ["year", "month", "week", "day", "hour"];

export function errorRates(page: Page, rates: ErrorRate[]): HTMLElement {
  const { text } = page;
  const periods = [...new Set(rates.map((r) => r.period))].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const of = (period: string) => rates.filter((r) => r.period === period).sort((a, b) => a.epsilon - b.epsilon);
  const hasPublished = rates.some((r) => r.published !== undefined);
  return h(
    "section",
    { class: "block", "aria-labelledby": "errors-title" },
    h(
      "div",
      { class: "keep" },
      h("h2", { id: "errors-title" }, text.errorsTitle),
      h("p", { class: "lead" }, text.errorsLead),
      h("ul", { class: "findings" }, ...periods.map((period) => h("li", {}, finding(page, period, of(period))))),
      key([
        { mark: "line", colour: "accent", text: text.bestKey },
        { mark: "dashed", colour: "other", text: text.paperKey },
        ...(hasPublished ? [{ mark: "ring" as const, colour: "other", text: text.publishedKey }] : []),
      ]),
      h("div", { class: "multiples" }, ...periods.map((period) => chart(page, period, of(period)))),
    ),
    table(page, periods.flatMap(of), hasPublished),
  );
}

/** The gap at the ε of this release, or at the nearest one that was measured. */
function finding({ text, format, data }: Page, period: string, rates: ErrorRate[]): string {
  const asked = data.guarantee.epsilon_asked;
  const near = rates.reduce((a, b) => (Math.abs(b.epsilon - asked) < Math.abs(a.epsilon - asked) ? b : a));
  return text.errorsSummary(
    text.errorPeriod(period),
    format.epsilon(near.epsilon),
    format.count(100 * near.best, 2),
    format.count(100 * near.paper_method, 2),
  );
}

function chart(page: Page, period: string, rates: ErrorRate[]): HTMLElement {
  const { text, format, data } = page;
  const frame = h("div", { class: "chart" });
  const percent = (value: number) => 100 * value;
  const points = rates.map((r) => ({
    ...r,
    best: percent(r.best),
    paper: percent(r.paper_method),
    seen: r.published === undefined ? NaN : percent(r.published),
  }));
  type Rate = (typeof points)[number];
  const describePoint = (d: Rate) =>
    [
      `ε = ${format.epsilon(d.epsilon)}`,
      `${text.bestKey} ${format.count(d.best, 2)}`,
      `${text.paperKey} ${format.count(d.paper, 2)}`,
    ].join("\n");
  onWidth(frame, paperThird, (width) => {
    const height = 240;
    const plot = Plot.plot({
      width,
      height,
      marginLeft: 40,
      marginRight: 10,
      marginTop: 16,
      marginBottom: 40,
      x: { domain: [0, Math.max(...points.map((p) => p.epsilon))] },
      y: { zero: true, nice: true },
      marks: [
        ...valueAxis("", (value) => format.count(value, tickDecimals(value)), height),
        Plot.axisX({
          ticks: 6,
          tickSize: 4,
          tickFormat: (value: number) => format.count(value, 0),
          label: text.epsilonAxis,
          labelAnchor: "center",
          labelArrow: "none",
          color: "var(--muted)",
        }),
        Plot.ruleX([data.guarantee.epsilon_asked], { stroke: "var(--muted)", strokeDasharray: "2,3" }),
        Plot.text([data.guarantee.epsilon_asked], {
          x: (d: number) => d,
          frameAnchor: "top",
          dy: -10,
          text: () => text.thisPage,
          fill: "var(--muted)",
          textAnchor: "middle",
        }),
        Plot.lineY(points, {
          x: "epsilon",
          y: "paper",
          stroke: "var(--other)",
          strokeWidth: 2,
          strokeDasharray: "5,3",
        }),
        Plot.lineY(points, { x: "epsilon", y: "best", stroke: "var(--accent)", strokeWidth: 2.5 }),
        Plot.dot(points, { x: "epsilon", y: "best", r: 3, fill: "var(--accent)" }),
        Plot.dot(points, {
          x: "epsilon",
          y: "seen",
          r: 4.5,
          stroke: "var(--other)",
          strokeWidth: 1.75,
          fill: "var(--surface)",
        }),
        Plot.tip(
          points,
          Plot.pointerX({
            x: "epsilon",
            y: "best",
            title: describePoint,
            fill: "var(--surface)",
            stroke: "var(--rule)",
            fontSize: 12,
          }),
        ),
      ],
    });
    describe(plot, text.errorsAlternative(text.errorPeriod(period)));
    frame.replaceChildren(plot);
  });
  return h(
    "figure",
    {},
    h("figcaption", {}, h("strong", {}, text.errorPeriod(period)), h("span", {}, text.errorsAxis)),
    frame,
    downloads(text, {
      file: () => `${data.title} error ${period}`,
      title: () => `${text.errorPeriod(period)}: ${text.errorsAxis}`,
      source: () => page.source,
      rows: () => [
        ["period", "f", "epsilon", "our_method", "paper_method", "published"],
        ...rates.map((r) => [period, r.f, r.epsilon, r.best, r.paper_method, r.published]),
      ],
      svg: () => frame.querySelector("svg"),
    }),
  );
}

function table({ text, format }: Page, rates: ErrorRate[], hasPublished: boolean): HTMLElement {
  const head = (label: string) => h("th", { scope: "col", class: "number" }, label);
  const cell = (value: number | undefined, decimals: number): Child =>
    h("td", { class: "number" }, value === undefined ? "" : format.count(value, decimals));
  const rows = rates.map((r) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, text.errorPeriod(r.period)),
      h("td", { class: "number" }, format.epsilon(r.epsilon)),
      cell(100 * r.best, 3),
      cell(100 * r.paper_method, 3),
      hasPublished && cell(r.published === undefined ? undefined : 100 * r.published, 3),
    ),
  );
  const heads = [
    h("th", { scope: "col" }, text.errorsPeriodColumn),
    head("ε"),
    head(text.bestKey),
    head(text.paperKey),
    hasPublished && head(text.publishedKey),
  ];
  return h(
    "details",
    { class: "numbers" },
    h("summary", {}, text.errorsTable),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": text.errorsTable },
      h("table", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows)),
    ),
  );
}
