// What the reader chooses: unit, period, measure, region. The period is a native range input, so that arrows, page keys,
// home and end work everywhere.
import { check, choice, h, setText } from "./dom";
import type { Page } from "./page";

export function controls(page: Page): HTMLElement {
  const { text, data } = page;
  const units = choice(
    text.unitLegend,
    data.periods.map((p, i) => ({ value: String(i), label: text.units[p.unit] })),
    String(page.view.unit),
    (value) => page.choose({ unit: Number(value) }),
  );
  units.id = "units";
  const measure = choice(
    text.measureLegend,
    [
      { value: "count", label: text.count },
      { value: "share", label: text.share },
    ],
    page.view.measure,
    (value) => page.choose({ measure: value === "share" ? "share" : "count" }),
  );
  measure.id = "measure";
  page.onChange(() => {
    check(units, String(page.view.unit));
    check(measure, page.view.measure);
  });
  return h(
    "div",
    { class: "controls" },
    h("div", { class: "row" }, data.periods.length > 1 && units, measure, regionSelect(page)),
    periodSlider(page),
    summary(page),
  );
}

function regionSelect(page: Page): HTMLElement {
  const select = h("select", { id: "region" }, ...page.data.regions.map((r, i) => h("option", { value: i }, r.name)));
  select.value = String(page.view.region);
  select.addEventListener("change", () => page.choose({ region: Number(select.value) }));
  page.onChange(() => (select.value = String(page.view.region)));
  return h("div", { class: "field" }, h("label", { for: "region" }, page.text.regionLabel), select);
}

function periodSlider(page: Page): HTMLElement {
  const { text } = page;
  const slider = h("input", { type: "range", id: "period", min: 0, step: 1, "aria-label": text.periodLabel });
  const name = h("output", { for: "period", class: "period-name" });
  const step = (by: number, label: string, sign: string) => {
    const button = h("button", { type: "button", class: "step", "aria-label": label, title: label }, sign);
    button.addEventListener("click", () => page.choose({ period: page.view.period + by }));
    return button;
  };
  const previous = step(-1, text.previous, "‹"),
    next = step(1, text.next, "›");
  const update = () => {
    const last = page.series.labels.length - 1;
    slider.max = String(last);
    slider.value = String(page.view.period);
    slider.disabled = last === 0;
    slider.setAttribute("aria-valuetext", page.periodName);
    previous.disabled = page.view.period === 0;
    next.disabled = page.view.period === last;
    setText(name, page.periodName);
  };
  slider.addEventListener("input", () => page.choose({ period: Number(slider.value) }));
  page.onChange(update);
  update();
  return h("div", { class: "period" }, name, h("div", { class: "slide" }, previous, slider, next));
}

/** The choice in one sentence, announced once the reader has stopped moving. */
function summary(page: Page): HTMLElement {
  const line = h("p", { class: "summary", id: "summary", "aria-live": "polite" });
  const update = () => {
    const period = page.periodName.charAt(0).toUpperCase() + page.periodName.slice(1);
    const gap = page.gapWords(page.view.period);
    if (gap !== undefined) return setText(line, page.text.gapSummary(period, gap));
    const { estimate, lower, upper } = page.shown(page.view.period, page.view.region);
    const events = page.series.totals[page.view.period]!;
    const total = page.format.count(events, 0);
    const values = [estimate, lower, upper].map((x) => page.number(x)) as [string, string, string];
    setText(line, page.text.summary(period, total, page.eventsAfter(events), page.regionName, ...values));
  };
  let timer = 0;
  page.onChange(() => {
    window.clearTimeout(timer);
    timer = window.setTimeout(update, 150);
  });
  update();
  return line;
}
