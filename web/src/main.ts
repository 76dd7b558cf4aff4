// Builds the page from the data element of the document, in the language that the release, the address or the reader
// asks for.
import { readAddress, writeAddress, writeAddressSoon } from "./address";
import { controls } from "./controls";
import { h, startOver, whileBuilt } from "./dom";
import { errorRates } from "./errors";
import { forecastSection } from "./forecast";
import { guarantee } from "./guarantee";
import { focusLanguageSwitch, isLanguage, languageSwitch } from "./language";
import { regionMap } from "./map";
import { coarsestFirst, Page, viewFrom, type View } from "./page";
import { overTime } from "./series";
import { spendingSection } from "./spending";
import { periodTable } from "./table";
import type { Language, PageData } from "./types";

function read(): PageData {
  const data = JSON.parse(document.getElementById("data")!.textContent ?? "") as PageData;
  if (data.schema !== 2) throw new Error(`this page reads data of schema 2, not ${String(data.schema)}`);
  data.periods.sort((a, b) => coarsestFirst.indexOf(a.unit) - coarsestFirst.indexOf(b.unit));
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

function reading({ text, confidence, boundNote }: Page): HTMLElement {
  const ofIntervals =
    boundNote === undefined
      ? text.confidenceWords(confidence)
      : `${text.boundedConfidenceWords(confidence)} ${boundNote}`;
  const terms = text.reading.flatMap(({ term, meaning }, i) => [
    h("dt", {}, term),
    h("dd", {}, i === 2 ? `${meaning} ${ofIntervals}` : meaning),
  ]);
  return h(
    "section",
    { class: "block reading", "aria-labelledby": "read-title" },
    h("h2", { id: "read-title" }, text.readTitle),
    h("dl", {}, ...terms),
  );
}

function files({ text, data }: Page): HTMLElement | null {
  if (!data.files?.length) return null;
  const link = (name: string) =>
    h(
      "li",
      {},
      h("a", { href: (data.files_in ?? "") + name }, name),
      text.fileMeanings[name] !== undefined && ` (${text.fileMeanings[name]!})`,
    );
  return h(
    "nav",
    { class: "files", "aria-labelledby": "files-title" },
    h("h2", { id: "files-title" }, text.filesTitle),
    h("ul", {}, ...data.files.map(link)),
  );
}

function footer(page: Page): HTMLElement {
  const { text, format, data } = page;
  return h("footer", {}, files(page), h("p", {}, text.footer(data.software, format.generated(data.generated))));
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

const data = read();

function languageFrom(address: URLSearchParams, otherwise: Language): Language {
  const asked = address.get("lang");
  return isLanguage(asked) ? asked : otherwise;
}

function build(language: Language, chosen: Partial<View>): void {
  startOver();
  const page = new Page(data, language, chosen);
  document.documentElement.lang = language;
  document.title = data.title;
  document.getElementById("page")!.replaceChildren(
    h("a", { class: "skip", href: "#estimates" }, page.text.skip),
    languageSwitch(language, (next) => {
      const top = window.scrollY;
      build(next, page.view);
      writeAddress({ ...page.address, lang: next });
      window.scrollTo({ top });
      focusLanguageSwitch();
    }),
    guarantee(page),
    h(
      "main",
      {},
      explore(page),
      overTime(page),
      data.forecast ? forecastSection(page, data.forecast) : "",
      data.error_rates?.length ? errorRates(page, data.error_rates) : "",
      data.spending ? spendingSection(page, data.spending) : "",
      reading(page),
    ),
    footer(page),
  );
  page.onChange(() => writeAddressSoon(page.address));
  window.addEventListener(
    "hashchange",
    () => {
      const address = readAddress();
      const asked = languageFrom(address, language);
      page.choose(viewFrom(address, data));
      if (asked !== language) build(asked, page.view);
    },
    { signal: whileBuilt() },
  );
}

build(languageFrom(readAddress(), data.language), viewFrom(readAddress(), data));
unfoldForPrint();
