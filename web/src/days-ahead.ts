// Tomorrow and the days after it, what a forecast is made for: the chosen region in words, all regions in a table.
import { h, setText } from "./dom";
import type { Page } from "./page";
import type { Forecast } from "./types";

export function daysAhead(page: Page, forecast: Forecast, first: number, confidence: string): HTMLElement {
  const { text, data } = page;
  const days = forecast.labels.length - first;
  const sentences = h("ul", { class: "ahead", "aria-live": "polite" });
  const rows = data.regions.map((_, region) => row(page, forecast, first, region));
  const update = () => {
    const lines = forecast.labels.slice(first).map((label, i) => {
      const { day, predicted, median, lower, upper } = written(page, forecast, first + i, page.view.region);
      const line = h("li", { "data-day": label });
      const events = page.eventsAfter(forecast.predicted[first + i]![page.view.region]!);
      setText(line, text.ahead(day, predicted, events, page.regionName, median, lower, upper));
      return line;
    });
    sentences.replaceChildren(...lines);
    rows.forEach((element, region) => element.classList.toggle("chosen", region === page.view.region));
  };
  page.onChange((changed) => {
    if (changed.has("region")) update();
  });
  update();
  const heads = forecast.labels
    .slice(first)
    .map((label) => h("th", { scope: "col", class: "number" }, page.format.period(label)));
  return h(
    "div",
    { class: "days-ahead" },
    sentences,
    h(
      "details",
      { class: "numbers" },
      h("summary", {}, text.aheadTable(days, confidence)),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": text.aheadTable(days, confidence) },
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, text.region), ...heads)),
          h("tbody", {}, ...rows),
        ),
      ),
    ),
  );
}

function written({ format }: Page, forecast: Forecast, day: number, region: number) {
  const at = (matrix: number[][], decimals: number) => format.count(matrix[day]![region]!, decimals);
  return {
    day: format.period(forecast.labels[day]!),
    predicted: at(forecast.predicted, forecast.predicted[day]![region]! < 0.95 ? 2 : 1), // a rare event is not 0.0
    median: forecast.median ? at(forecast.median, 0) : null,
    lower: at(forecast.lower, 0),
    upper: at(forecast.upper, 0),
  };
}

function row(page: Page, forecast: Forecast, first: number, region: number): HTMLTableRowElement {
  const cells = forecast.labels.slice(first).map((_, i) => {
    const { predicted, median, lower, upper } = written(page, forecast, first + i, region);
    return h(
      "td",
      { class: "number" },
      predicted,
      median !== null && h("small", {}, page.text.median(median)),
      h("small", {}, page.text.range(lower, upper)),
    );
  });
  return h("tr", {}, h("th", { scope: "row" }, page.data.regions[region]!.name), ...cells);
}
