// The chosen period as a table. Rows stay the same elements while the slider moves, so focus is never lost.
// data-estimate holds the exact estimated count.
import { h, setText } from "./dom";
import type { Page, Shown } from "./page";

type Column = "region" | "estimate" | "interval" | "truth";

interface Row {
  region: number;
  element: HTMLTableRowElement;
  estimate: HTMLTableCellElement;
  interval: HTMLTableCellElement;
  truth: HTMLTableCellElement | undefined;
}

export function periodTable(page: Page): HTMLElement {
  const { text } = page;
  const withTruth = page.data.periods.some((p) => p.truth);
  const heading = h("h3", { id: "table-title" });
  const rows = page.data.regions.map((_, region) => makeRow(page, region, withTruth));
  const body = h("tbody");
  const total = h("td", { class: "number" }),
    totalInterval = h("td", { class: "number" });
  const order = { column: "region" as Column, ascending: true };
  const alphabet = new Intl.Collator(page.language);

  const heads = new Map<Column, HTMLTableCellElement>();
  const head = (column: Column, label: string) => {
    const button = h("button", { type: "button", title: text.sortBy(label) }, label);
    button.addEventListener("click", () => {
      order.ascending = order.column === column ? !order.ascending : column === "region";
      order.column = column;
      sort();
    });
    const cell = h("th", { scope: "col", class: column === "region" ? "" : "number" }, button);
    heads.set(column, cell);
    return cell;
  };

  const nameOf = (row: Row) => page.data.regions[row.region]!.name;
  const sort = () => {
    const key = (row: Row): number => {
      const shown = page.shown(page.view.period, row.region);
      if (order.column === "interval") return shown.upper - shown.lower;
      return (order.column === "truth" ? shown.truth : shown.estimate) ?? 0;
    };
    const sign = order.ascending ? 1 : -1;
    const byName = (a: Row, b: Row) => alphabet.compare(nameOf(a), nameOf(b));
    const sorted = [...rows].sort((a, b) => sign * (order.column === "region" ? byName(a, b) : key(a) - key(b)));
    body.append(...sorted.map((row) => row.element));
    heads.forEach((cell, column) =>
      cell.setAttribute("aria-sort", column !== order.column ? "none" : order.ascending ? "ascending" : "descending"),
    );
  };

  const update = () => {
    setText(heading, text.tableTitle(page.periodName));
    for (const row of rows) fill(page, row, page.shown(page.view.period, row.region));
    fillTotal(page, total, totalInterval);
  };

  const columns = [
    head("region", text.region),
    head("estimate", text.estimate),
    head("interval", text.interval(page.confidence)),
  ];
  if (withTruth) columns.push(head("truth", text.truth));
  page.onChange(() => {
    update();
    if (order.column !== "region") sort();
  });
  update();
  sort();
  const foot = h(
    "tr",
    {},
    h("th", { scope: "row" }, text.total),
    total,
    totalInterval,
    withTruth && h("td"),
  );
  return h(
    "div",
    { class: "panel" },
    heading,
    h(
      "table",
      { class: "estimates", "aria-labelledby": "table-title" },
      h("thead", {}, h("tr", {}, ...columns)),
      body,
      h("tfoot", {}, foot),
    ),
    page.boundNote !== undefined && h("p", { class: "footnote", id: "bound-note" }, page.boundNote),
    withTruth && h("p", { class: "footnote" }, text.outsideNote(page.format.percent(1 - page.data.confidence, 0))),
  );
}

function makeRow(page: Page, region: number, withTruth: boolean): Row {
  const name = h("button", { type: "button", class: "region" }, page.data.regions[region]!.name);
  name.addEventListener("click", () => page.choose({ region }));
  const estimate = h("td", { class: "number" }),
    interval = h("td", { class: "number" });
  const truth = withTruth ? h("td", { class: "number" }) : undefined;
  const element = h("tr", { "data-region": region }, h("th", { scope: "row" }, name), estimate, interval, truth);
  return { region, element, estimate, interval, truth };
}

/** A total in events, whatever the measure, with its interval or a word where there is none. */
function fillTotal(page: Page, total: HTMLTableCellElement, interval: HTMLTableCellElement): void {
  const { totals, totals_lower: lowers, totals_upper: uppers } = page.series;
  const { period } = page.view;
  const gap = page.gap(period);
  const lower = lowers?.[period],
    upper = uppers?.[period];
  const hasInterval = lower !== undefined && upper !== undefined && !gap;
  const count = (value: number) => page.format.count(value, 0);
  setText(total, gap ? gap.what : count(totals[period]!));
  setText(interval, gap ? gap.why : hasInterval ? page.text.range(count(lower), count(upper)) : page.text.totalNote);
  total.classList.toggle("note", gap !== undefined);
  interval.classList.toggle("note", !hasInterval);
}

function fill(page: Page, row: Row, shown: Shown): void {
  const gap = page.gap(page.view.period);
  row.element.dataset["estimate"] = gap ? "" : String(page.series.estimate[page.view.period]![row.region]!);
  row.element.dataset["period"] = page.label;
  const chosen = row.region === page.view.region;
  row.element.classList.toggle("chosen", chosen);
  row.element.querySelector("button")!.setAttribute("aria-pressed", String(chosen));
  setText(row.estimate, gap ? gap.what : page.number(shown.estimate));
  setText(row.interval, gap ? "" : page.text.range(page.bound(shown.lower), page.bound(shown.upper)));
  row.estimate.classList.toggle("note", gap !== undefined);
  if (!row.truth) return;
  setText(row.truth, shown.truth === undefined || gap ? "" : page.wholeNumber(shown.truth));
  const outside = shown.truth !== undefined && (shown.truth < shown.lower || shown.truth > shown.upper);
  row.truth.classList.toggle("outside", outside);
  row.truth.title = outside ? page.text.outOfRange : "";
}
