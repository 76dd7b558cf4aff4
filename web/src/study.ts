// The page of a published study beside ours: every claim with its verdict and, where there is one, its chart.
import { key } from "./chart";
import { h } from "./dom";
import { powerChart } from "./power-chart";
import type { BreakEven, Claim, RangeStudy, StudyData, StudyTable, SurveyStudy } from "./study-types";

const data = JSON.parse(document.getElementById("data")!.textContent ?? "") as StudyData;
const count = (value: number) => value.toLocaleString("en");

function badge(claim: Claim): HTMLElement {
  return h("span", { class: `verdict ${claim.verdict === "holds" ? "holds" : "fails"}` }, claim.verdict);
}

/** What the page says besides its claims. */
interface Words {
  name: string;
  title: string;
  statement: string;
  meaning: string;
  heads: [string, string, string];
  contents: string;
  dashed: string;
  footnote: string;
  /** Where a claim was made, in the table and above its section. */
  source: (claim: Claim) => string;
  kicker: (claim: Claim) => string;
}

function rangeWords(study: RangeStudy): Words {
  const held = study.claims.filter((claim) => claim.verdict === "holds").length;
  const people = `${count(study.people[0]!)} to ${count(study.people[study.people.length - 1]!)}`;
  return {
    name: "Friis (2021) beside ours",
    title: "Range counting under differential privacy: Friis (2021) with correct structures",
    statement:
      `Of ${study.claims.length} conclusions of the thesis, ${held} hold and ` +
      `${study.claims.length - held} do not.`,
    meaning:
      `${study.structures} structures per setting and ${study.queries} ranges of every length asked of each; ε from ` +
      `${Math.min(...study.epsilons)} to ${Math.max(...study.epsilons)}, domains of ${study.values[0]} to ` +
      `${study.values[study.values.length - 1]} values. His library visits are not part of Sourdine; the data here ` +
      `are ${study.data} (${people} people). Central errors do not depend on the data, local ones grow like the ` +
      "root of the number of people.",
    heads: ["Thesis", "It says", "With correct structures"],
    contents: "What the thesis concludes",
    dashed: "dashed: the thesis",
    footnote:
      "B is the degree of a tree, N the number of values, r the length of a range. “Flat” is the histogram; " +
      "“adjusted” is least squares over all nodes (dotted lines), from the same noisy numbers. Both axes of every " +
      "chart are logarithmic.",
    source: (claim) => `§ ${claim.section}`,
    kicker: (claim) => `Thesis § ${claim.section}`,
  };
}

function surveyWords(study: SurveyStudy): Words {
  return {
    name: study.name,
    title: study.title,
    statement: study.statement,
    meaning: study.meaning,
    heads: ["Source", "It says", "Found here"],
    contents: "What was published, and what is shown of ours",
    dashed: "dashed: as published",
    footnote: study.footnote,
    source: (claim) => claim.section,
    kicker: (claim) => claim.section,
  };
}

const words = data.study === "friis2021" ? rangeWords(data) : surveyWords(data);

function intro(): HTMLElement {
  return h(
    "header",
    {},
    h("p", { class: "kicker" }, "A published study beside ours"),
    h("h1", {}, words.title),
    h(
      "div",
      { class: "promise" },
      h("p", { class: "statement" }, words.statement),
      h("p", { class: "meaning" }, words.meaning),
      h("p", { class: "meaning" }, "Seeded randomness: a study, not a release. Nothing here is private."),
    ),
  );
}

function contents(): HTMLElement {
  const rows = data.claims.map((claim, i) =>
    h(
      "tr",
      {},
      h("td", {}, words.source(claim)),
      h("th", { scope: "row" }, h("a", { href: `#claim-${i + 1}` }, claim.claim)),
      h("td", {}, badge(claim)),
    ),
  );
  const heads = words.heads.map((text) => h("th", { scope: "col" }, text));
  return h(
    "section",
    { class: "block contents", "aria-labelledby": "contents-title" },
    h("h2", { id: "contents-title" }, words.contents),
    h("table", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows)),
    key([
      { mark: "line", colour: "b4", text: "line: closed form" },
      { mark: "ring", colour: "b4", text: "circle: measured, with two standard errors" },
      { mark: "dashed", colour: "thesis", text: words.dashed },
    ]),
    h("p", { class: "footnote" }, words.footnote),
  );
}

function claimSection(claim: Claim, i: number): HTMLElement {
  return h(
    "section",
    { class: "block claim keep", id: `claim-${i + 1}`, "aria-labelledby": `claim-title-${i + 1}` },
    h(
      "div",
      { class: "words" },
      h("p", { class: "kicker" }, words.kicker(claim)),
      h("h2", { id: `claim-title-${i + 1}` }, claim.claim),
      h("p", {}, badge(claim)),
      h("p", { class: "finding" }, claim.finding),
    ),
    ...(claim.chart === null ? [] : [powerChart(claim.chart, claim.verdict)]),
  );
}

function breakEven(rows: BreakEven[]): HTMLElement {
  const cell = (value: number | null) => h("td", { class: "number" }, value === null ? "never" : count(value));
  const heads = ["N", "B", "2B·log²N", "local", "local, adjusted", "central", "central, adjusted"];
  return h(
    "section",
    { class: "block", "aria-labelledby": "break-even-title" },
    h("h2", { id: "break-even-title" }, "From which length on a tree wins"),
    h(
      "p",
      { class: "lead" },
      "Mean over all ranges of a length, in closed form, small ε. Adjusted local trees are compared with the adjusted flat " +
        "histogram, for lengths up to N/2: who knows the total errs on a range as on the rest.",
    ),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Break-even lengths" },
      h(
        "table",
        { class: "break-even" },
        h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", class: "number" }, text)))),
        h(
          "tbody",
          {},
          ...rows.map((row) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", class: "number" }, count(row.values)),
              h("td", { class: "number" }, String(row.degree)),
              cell(row.thesis_rule),
              cell(row.local_plain),
              cell(row.local_adjusted),
              cell(row.central_plain),
              cell(row.central_adjusted),
            ),
          ),
        ),
      ),
    ),
  );
}

function tableSection(table: StudyTable, i: number): HTMLElement {
  const kind = (column: number) => (column < table.words ? {} : { class: "number" });
  return h(
    "section",
    { class: "block", "aria-labelledby": `table-title-${i + 1}` },
    h("h2", { id: `table-title-${i + 1}` }, table.title),
    h("p", { class: "lead" }, table.lead),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": `${table.title}: table` },
      h(
        "table",
        { class: "figures" },
        h(
          "thead",
          {},
          h("tr", {}, ...table.heads.map((text, column) => h("th", { scope: "col", ...kind(column) }, text))),
        ),
        h(
          "tbody",
          {},
          ...table.rows.map((row) =>
            h(
              "tr",
              {},
              ...row.map((text, column) =>
                column === 0 ? h("th", { scope: "row" }, text) : h("td", kind(column), text),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

document.title = words.name;
document
  .getElementById("page")!
  .append(
    intro(),
    h(
      "main",
      {},
      contents(),
      ...data.claims.map(claimSection),
      ...(data.study === "friis2021" ? [breakEven(data.break_even)] : data.tables.map(tableSection)),
    ),
  );
