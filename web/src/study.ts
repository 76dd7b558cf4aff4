// The page of Friis (2021) beside ours: every claim with its verdict and its chart.
import { key } from "./chart";
import { h } from "./dom";
import { powerChart } from "./power-chart";
import type { BreakEven, Claim, StudyData } from "./study-types";

const data = JSON.parse(document.getElementById("data")!.textContent ?? "") as StudyData;
const count = (value: number) => value.toLocaleString("en");

function badge(claim: Claim): HTMLElement {
  return h("span", { class: `verdict ${claim.verdict === "holds" ? "holds" : "fails"}` }, claim.verdict);
}

function intro(): HTMLElement {
  const held = data.claims.filter((claim) => claim.verdict === "holds").length;
  const people = `${count(data.people[0]!)} to ${count(data.people[data.people.length - 1]!)}`;
  return h(
    "header",
    {},
    h("p", { class: "kicker" }, "A published study beside ours"),
    h("h1", {}, "Range counting under differential privacy: Friis (2021) with correct structures"),
    h(
      "div",
      { class: "promise" },
      h(
        "p",
        { class: "statement" },
        `Of ${data.claims.length} conclusions of the thesis, ${held} hold and ${data.claims.length - held} do not.`,
      ),
      h(
        "p",
        { class: "meaning" },
        `${data.structures} structures per setting and ${data.queries} ranges of every length asked of each; ε from ` +
          `${Math.min(...data.epsilons)} to ${Math.max(...data.epsilons)}, domains of ${data.values[0]} to ` +
          `${data.values[data.values.length - 1]} values. His library visits are not part of Sourdine; the data here ` +
          `are ${data.data} (${people} people). Central errors do not depend on the data, local ones grow like the ` +
          "root of the number of people.",
      ),
      h("p", { class: "meaning" }, "Seeded randomness: a study, not a release. Nothing here is private."),
    ),
  );
}

function contents(): HTMLElement {
  const rows = data.claims.map((claim, i) =>
    h(
      "tr",
      {},
      h("td", {}, `§ ${claim.section}`),
      h("th", { scope: "row" }, h("a", { href: `#claim-${i + 1}` }, claim.claim)),
      h("td", {}, badge(claim)),
    ),
  );
  const heads = ["Thesis", "It says", "With correct structures"].map((text) => h("th", { scope: "col" }, text));
  return h(
    "section",
    { class: "block contents", "aria-labelledby": "contents-title" },
    h("h2", { id: "contents-title" }, "What the thesis concludes"),
    h("table", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows)),
    key([
      { mark: "line", colour: "b4", text: "line: closed form" },
      { mark: "ring", colour: "b4", text: "circle: measured, with two standard errors" },
      { mark: "dashed", colour: "thesis", text: "dashed: the thesis" },
    ]),
    h(
      "p",
      { class: "footnote" },
      "B is the degree of a tree, N the number of values, r the length of a range. “Flat” is the histogram; “adjusted” " +
        "is least squares over all nodes (dotted lines), from the same noisy numbers. Both axes of every chart are " +
        "logarithmic.",
    ),
  );
}

function claimSection(claim: Claim, i: number): HTMLElement {
  return h(
    "section",
    { class: "block claim keep", id: `claim-${i + 1}`, "aria-labelledby": `claim-title-${i + 1}` },
    h(
      "div",
      { class: "words" },
      h("p", { class: "kicker" }, `Thesis § ${claim.section}`),
      h("h2", { id: `claim-title-${i + 1}` }, claim.claim),
      h("p", {}, badge(claim)),
      h("p", { class: "finding" }, claim.finding),
    ),
    powerChart(claim.chart, claim.verdict),
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

document.title = "Friis (2021) beside ours";
document
  .getElementById("page")!
  .append(intro(), h("main", {}, contents(), ...data.claims.map(claimSection), breakEven(data.break_even)));
