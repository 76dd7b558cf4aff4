// The page of a survey: the guarantee at both levels, each attribute's distribution, change over collections, and what
// many reports of one person tell.
import { readAddress, writeAddress } from "./address";
import { csvText } from "./csv";
import { h, startOver, whileBuilt } from "./dom";
import { fileName, save } from "./downloads";
import { focusLanguageSwitch, isLanguage, languageSwitch } from "./language";
import { leakage } from "./survey-leakage";
import { cells, SurveyPage, type SurveyChoices } from "./survey-page";
import { distributions } from "./survey-shares";
import { overTime } from "./survey-time";
import type { Level } from "./survey-strings";
import type { SurveyData } from "./survey-types";
import type { Language } from "./types";

const data = JSON.parse(document.getElementById("data")!.textContent ?? "") as SurveyData;

function levels(page: SurveyPage): HTMLElement {
  const { text } = page;
  const { tuple_epsilon, attribute_epsilon, worst_total } = data.guarantee;
  const isOne = data.attributes.length === 1 && tuple_epsilon === attribute_epsilon;
  const rows: [level: Level, epsilon: number | null][] = [["one", attribute_epsilon]];
  if (!isOne) rows.unshift(["together", tuple_epsilon]);
  if (worst_total !== null && page.reporting !== "once") {
    rows.push([page.reporting === "memo" ? "ever" : "fresh", worst_total]);
  }
  const heads = [text.level, text.epsilon, text.odds, text.guess];
  return h(
    "table",
    { class: "levels", "aria-label": text.levelsCaption },
    h("thead", {}, h("tr", {}, ...heads.map((name, i) => h("th", { scope: "col", class: i ? "number" : "" }, name)))),
    h(
      "tbody",
      {},
      ...rows.map(([level, epsilon]) => {
        const { factor, epsilon: written } = page.bound(epsilon);
        const odds = factor ?? (written === null ? text.noBound : text.beyond);
        // Which answers are equal is told beyond the total: it bounds no guess.
        const row = [written ?? text.noBound, odds, level === "ever" ? "–" : page.guess(epsilon)];
        return h(
          "tr",
          { "data-level": level },
          h("th", { scope: "row" }, text.levels[level], h("small", {}, text.levelsMeaning[level])),
          ...row.map((cell, i) => h("td", { class: "number", "data-label": heads[i + 1]! }, cell)),
        );
      }),
    ),
  );
}

function top(page: SurveyPage): HTMLElement {
  const { text } = page;
  const { is_private, not_private_because, tuple_epsilon, worst_total, words } = data.guarantee;
  const said = words[page.language];
  const statement = h(
    "p",
    { class: "statement", id: "guarantee" },
    is_private ? page.promise : text.notPrivate(not_private_because[page.language].lines),
  );
  return h(
    "header",
    { class: "top" },
    is_private && h("p", { class: "kicker" }, text.kicker),
    h("h1", {}, data.title),
    h(
      "section",
      { class: is_private ? "promise" : "promise broken", "aria-label": text.guarantee },
      is_private ? statement : h("div", { class: "banner", role: "alert" }, statement),
      !is_private &&
        page.factor(tuple_epsilon) !== null &&
        h("p", { class: "meaning" }, text.otherwise(page.promise)),
      page.reporting === "fresh" &&
        h(
          "p",
          { class: "meaning", id: "fresh-total" },
          text.freshTotal(page.count(data.collections.length), page.bound(worst_total)),
        ),
      levels(page),
      h("p", { class: "meaning" }, page.solution),
      said.lines.length > 0 &&
        h(
          "div",
          { class: "details" },
          h(
            "details",
            { open: true },
            h("summary", {}, text.words),
            h(
              "ul",
              { id: "words", ...(said.language === page.language ? {} : { lang: said.language }) },
              ...said.lines.map((line) => h("li", {}, line)),
            ),
          ),
        ),
    ),
  );
}

/** Everything that is drawn above, in one file. */
function allNumbers(page: SurveyPage): HTMLElement {
  const { text } = page;
  const button = h("button", { type: "button", class: "download all" }, text.allCsv);
  button.addEventListener("click", () => {
    const rows = data.attributes.flatMap(({ name, labels, shares }) =>
      shares.flatMap((collection, c) =>
        collection.map((share, i) => [data.collections[c] ?? "", name, labels[i]!, ...cells(share)]),
      ),
    );
    const table = csvText([["collection", "attribute", "value", "share", "lower", "upper"], ...rows]);
    save(new Blob([table], { type: "text/csv;charset=utf-8" }), `${fileName(page.file(data.title))}.csv`);
  });
  return h(
    "section",
    { class: "block", id: "all", "aria-labelledby": "all-title" },
    h("h2", { id: "all-title" }, text.allTitle),
    h("p", { class: "lead" }, text.allLead),
    h("p", { class: "downloads" }, button),
  );
}

/** A place in a list by its name, as the address has it. */
function placeOf(names: string[], wanted: string | null, otherwise: number): number {
  const found = names.indexOf(wanted ?? "");
  return wanted !== null && found >= 0 ? found : otherwise;
}

function chosenBy(address: URLSearchParams): SurveyChoices {
  const collections = data.collections.length;
  return {
    collection: placeOf(data.collections, address.get("collection"), collections - 1),
    attribute: placeOf(data.attributes.map(({ name }) => name), address.get("attribute"), 0),
    labels: new Map(),
    change: Math.max(0, collections - 2),
  };
}

function build(language: Language, choices: SurveyChoices): void {
  startOver();
  const page = new SurveyPage(data, language, choices);
  const { text } = page;
  const isRepeated = data.collections.length > 1;
  const remember = (lang: Language) =>
    writeAddress({
      lang,
      ...(isRepeated
        ? {
            collection: data.collections[choices.collection] ?? "",
            attribute: data.attributes[choices.attribute]?.name ?? "",
          }
        : {}),
    });
  document.documentElement.lang = language;
  document.title = data.title;
  document.getElementById("page")!.replaceChildren(
    h("a", { class: "skip", href: "#results" }, text.skip),
    languageSwitch(language, (next) => {
      const scrolled = window.scrollY;
      build(next, choices);
      remember(next);
      window.scrollTo({ top: scrolled });
      focusLanguageSwitch();
    }),
    top(page),
    h(
      "main",
      {},
      distributions(page, () => remember(language)),
      ...[isRepeated && data.attributes.length > 0 && overTime(page, () => remember(language)), leakage(page)].filter(
        (part): part is HTMLElement => Boolean(part),
      ),
      allNumbers(page),
    ),
    h("footer", {}, h("p", {}, text.footer(data.software))),
  );
  window.addEventListener(
    "hashchange",
    () => {
      const address = readAddress();
      const lang = address.get("lang");
      if (isLanguage(lang)) build(lang, { ...chosenBy(address), labels: choices.labels });
    },
    { signal: whileBuilt() },
  );
}

const address = readAddress();
const wanted = address.get("lang");
build(isLanguage(wanted) ? wanted : data.language, chosenBy(address));
