// The page of a survey: the guarantee at both levels, each attribute's distribution, change over collections, and what
// many reports of one person tell.
import { readAddress, writeAddress } from "./address";
import { csvText } from "./csv";
import { h } from "./dom";
import { fileName, save } from "./downloads";
import { openPage, readData, type PageParts } from "./shell";
import { leakage } from "./survey-leakage";
import { cells, SurveyPage, type SurveyChoices } from "./survey-page";
import { distributions } from "./survey-shares";
import { overTime } from "./survey-time";
import type { Level } from "./survey-strings";
import type { SurveyData } from "./survey-types";
import type { Language } from "./types";

const data = readData<SurveyData>(2);

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

const placesIn = (address: URLSearchParams) => ({
  collection: placeOf(data.collections, address.get("collection"), data.collections.length - 1),
  attribute: placeOf(data.attributes.map(({ name }) => name), address.get("attribute"), 0),
});

const choices: SurveyChoices = {
  ...placesIn(readAddress()),
  labels: new Map(),
  change: Math.max(0, data.collections.length - 2),
};

function partsIn(language: Language, address: URLSearchParams): PageParts {
  Object.assign(choices, placesIn(address));
  const page = new SurveyPage(data, language, choices);
  const { text } = page;
  const isRepeated = data.collections.length > 1;
  const chosen = (): Record<string, string> =>
    isRepeated
      ? {
          collection: data.collections[choices.collection] ?? "",
          attribute: data.attributes[choices.attribute]?.name ?? "",
        }
      : {};
  const remember = () => writeAddress({ lang: language, ...chosen() });
  const drawn = () => [
    distributions(page, remember),
    ...(isRepeated && data.attributes.length > 0 ? [overTime(page, remember)] : []),
  ];
  let shown = drawn();
  return {
    kicker: text.kicker,
    skip: { text: text.skip, to: "results" },
    details: [levels(page), h("p", { class: "meaning" }, page.solution)],
    sections: [...shown, leakage(page), allNumbers(page)],
    address: chosen,
    follow: (next) => {
      Object.assign(choices, placesIn(next));
      const before = shown;
      shown = drawn();
      before.forEach((section, i) => section.replaceWith(shown[i]!));
    },
  };
}

openPage(data, partsIn);
