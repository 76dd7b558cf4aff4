// Builds the page from the data element of the document.
import { controls } from "./controls";
import { h } from "./dom";
import { errorRates } from "./errors";
import { forecastSection } from "./forecast";
import { guarantee } from "./guarantee";
import { regionMap } from "./map";
import { Page } from "./page";
import { overTime } from "./series";
import { periodTable } from "./table";
import type { PageData } from "./types";

function read(): PageData {
  const data = JSON.parse(document.getElementById("data")!.textContent ?? "") as PageData;
  if (data.schema !== 1) throw new Error(`this page reads data of schema 1, not ${String(data.schema)}`);
  return data;
}

function explore(page: Page): HTMLElement {
  const map = regionMap(page);
  return h(
    "section",
    { class: "block", id: "estimates", "aria-labelledby": "explore-title", tabindex: -1 },
    h("h2", { id: "explore-title" }, page.text.exploreTitle(page.events)),
    h("p", { class: "lead" }, page.text.exploreLead(page.events)),
    controls(page),
    h("div", { class: map ? "pair" : "" }, map, periodTable(page)),
  );
}

function reading({ text, confidence }: Page): HTMLElement {
  const terms = text.reading.flatMap(({ term, meaning }, i) => [
    h("dt", {}, term),
    h("dd", {}, i === 2 ? `${meaning} ${text.confidenceWords(confidence)}` : meaning),
  ]);
  return h(
    "section",
    { class: "block reading", "aria-labelledby": "read-title" },
    h("h2", { id: "read-title" }, text.readTitle),
    h("dl", {}, ...terms),
  );
}

function footer({ text, format, data }: Page): HTMLElement {
  return h(
    "footer",
    {},
    h("p", {}, text.files),
    h("p", {}, text.footer(data.software, format.generated(data.generated))),
  );
}

/** On paper nothing can be unfolded, so everything is. */
function unfoldForPrint(): void {
  const opened: HTMLDetailsElement[] = [];
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("details:not([open])")) {
      details.open = true;
      opened.push(details);
    }
  });
  window.addEventListener("afterprint", () => opened.splice(0).forEach((details) => (details.open = false)));
}

const page = new Page(read());
document.documentElement.lang = page.data.language;
document.title = page.data.title;
document
  .getElementById("page")!
  .append(
    h("a", { class: "skip", href: "#estimates" }, page.text.skip),
    guarantee(page),
    h(
      "main",
      {},
      explore(page),
      overTime(page),
      page.data.forecast ? forecastSection(page, page.data.forecast) : null,
      page.data.error_rates?.length ? errorRates(page, page.data.error_rates) : null,
      reading(page),
    ),
    footer(page),
  );
unfoldForPrint();
