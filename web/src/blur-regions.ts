// The regions with their intervals: a chart to compare them by, and the numbers as a table that can be sorted.
import * as Plot from "@observablehq/plot";
import { describe } from "./chart";
import { h, onWidth, paperWidth } from "./dom";
import { pair } from "./format";
import type { BlurPage } from "./blur-page";
import type { BlurRegion } from "./blur-types";

export interface RegionTable {
  element: HTMLElement;
  mark(region: BlurRegion | undefined): void;
  chart(): SVGSVGElement | null;
}

export function regionTable(page: BlurPage, choose: (name: string) => void): RegionTable {
  const { text, data } = page;
  const frame = h("div", { class: "chart" });
  const rows = new Map(data.regions.map((region) => [region, row(page, region, choose)]));
  const body = h("tbody");
  const columns: [label: string, key: (region: BlurRegion) => number][] = [
    [text.region, () => 0],
    [text.estimate, (region) => region.estimate],
    [text.interval(page.confidence), (region) => region.upper - region.lower],
    [text.counted, (region) => region.counted],
  ];
  let sorted = 1,
    ascending = false;
  const heads = columns.map(([label], i) => {
    const button = h("button", { type: "button", title: text.sortBy(label) }, label);
    button.addEventListener("click", () => {
      ascending = sorted === i ? !ascending : i === 0;
      sorted = i;
      sort();
    });
    return h("th", { scope: "col", class: i ? "number" : "" }, button);
  });
  const inOrder = () => {
    const sign = ascending ? 1 : -1;
    const key = columns[sorted]![1];
    return [...data.regions].sort(
      (a, b) => sign * (sorted === 0 ? page.format.compare(a.name, b.name) : key(a) - key(b)),
    );
  };
  function sort(): void {
    body.append(...inOrder().map((region) => rows.get(region)!));
    heads.forEach((head, i) =>
      head.setAttribute("aria-sort", i !== sorted ? "none" : ascending ? "ascending" : "descending"),
    );
  }
  sort();
  let width = 0;
  onWidth(frame, paperWidth, (next) => {
    width = next;
    frame.replaceChildren(chart(page, width));
  });
  return {
    element: h(
      "div",
      { class: "pair" },
      h(
        "table",
        { class: "estimates", "aria-labelledby": "regions-title" },
        h("thead", {}, h("tr", {}, ...heads)),
        body,
      ),
      frame,
    ),
    mark: (chosen) =>
      rows.forEach((element, region) => {
        element.classList.toggle("chosen", region === chosen);
        element.querySelector("button")!.setAttribute("aria-pressed", String(region === chosen));
      }),
    chart: () => frame.querySelector("svg"),
  };
}

function row(page: BlurPage, region: BlurRegion, choose: (name: string) => void): HTMLTableRowElement {
  const name = h("button", { type: "button", class: "region" }, region.name);
  name.addEventListener("click", () => choose(region.name));
  const whole = (value: number) => page.format.count(value, 0);
  return h(
    "tr",
    { "data-estimate": region.estimate },
    h("th", { scope: "row" }, name),
    h("td", { class: "number" }, whole(region.estimate)),
    h("td", { class: "number" }, page.text.fromTo(whole(region.lower), whole(region.upper))),
    h("td", { class: "number" }, whole(region.counted)),
  );
}

/** Largest first, as many as can be read. */
function chart(page: BlurPage, width: number): Element {
  const shown = [...page.data.regions].sort((a, b) => b.estimate - a.estimate).slice(0, 60);
  const short = (name: string) => (name.length > 22 ? `${name.slice(0, 20)}…` : name);
  const plot = Plot.plot({
    width,
    height: 40 + 21 * shown.length,
    marginLeft: 150,
    marginRight: 16,
    x: { nice: true, zero: true },
    y: { domain: shown.map(({ name }) => name), label: null },
    marks: [
      Plot.axisX({ ticks: 4, tickFormat: (value: number) => page.count(value), label: null, color: "var(--muted)" }),
      Plot.gridX({ ticks: 4, stroke: "var(--rule)", strokeOpacity: 1 }),
      Plot.axisY({ tickSize: 0, tickFormat: short, color: "var(--ink)" }),
      Plot.ruleY(shown, { y: "name", x1: "lower", x2: "upper", stroke: "var(--accent)", strokeWidth: 7, strokeOpacity: 0.35 }),
      Plot.dot(shown, { y: "name", x: "estimate", r: 3, fill: "var(--accent)" }),
      Plot.dot(shown, { y: "name", x: "counted", r: 3, stroke: "var(--other)", strokeWidth: 1.5 }),
    ],
  });
  const named = ({ name, estimate }: BlurRegion) => `${name}, ${page.format.count(estimate, 0)}`;
  describe(plot, pair(page.language, page.text.regionsTitle, shown.slice(0, 3).map(named).join("; ")));
  return plot;
}
