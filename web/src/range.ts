// The page of range answers: the promise, the answers, the series with the chosen range, and the nodes it is made of.
import { h } from "./dom";
import { nodesChart, seriesChart } from "./range-charts";

export interface RangeNode {
  level: number;
  first: number;
  last: number;
  /** Of its first value. */
  start: string;
  label: string;
  estimate: number;
  std_error: number;
}

export interface RangeAnswer {
  text: string;
  label: string;
  first: number;
  last: number;
  estimate: number;
  std_error: number;
  lower: number;
  upper: number;
  nodes: RangeNode[];
}

export interface RangeData {
  schema: 1;
  title: string;
  software: string;
  domain: string;
  size: number;
  confidence: number;
  guarantee: {
    is_private: boolean;
    epsilon: number;
    model: "local" | "central";
    unit: string;
    neighbours: string;
    not_private_because: string[];
    caveats: string[];
  };
  /** Blocks of `width` values each, as many as there are whole ones; ticks are names of places in the domain. */
  series: { width: number; ticks: [number, string][]; estimate: number[]; lower: number[]; upper: number[] };
  asked: number;
  answers: RangeAnswer[];
}

const whole = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
export const count = (value: number) => whole.format(Math.abs(value) < 0.5 ? 0 : value);
const percent = (share: number) => `${Number((100 * share).toPrecision(6))} %`;

function promise({ title, guarantee: g }: RangeData): HTMLElement {
  const factor = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 3 }).format(Math.exp(g.epsilon));
  const sentence = g.is_private
    ? `Had ${g.unit} been different, all that can be asked here would have been answered in the same way with the ` +
      `same probability, up to a factor of ${factor} (ε = ${g.epsilon}).`
    : `NOT PRIVATE: ${g.not_private_because.join("; ")}. Do not publish this page.`;
  const statement = h("p", { class: "statement", id: "guarantee" }, sentence);
  return h(
    "header",
    { class: "top" },
    g.is_private && h("p", { class: "kicker" }, `${g.model} differential privacy`),
    h("h1", {}, title),
    h(
      "section",
      { class: g.is_private ? "promise" : "promise broken", "aria-label": "Guarantee" },
      g.is_private ? statement : h("div", { class: "banner", role: "alert" }, statement),
      g.is_private &&
        h("p", { class: "meaning" }, `The promise compares the data before and after one change: ${g.neighbours}.`),
      h(
        "div",
        { class: "details" },
        h(
          "details",
          {},
          h("summary", {}, "What to know about this promise"),
          h("ul", {}, ...g.caveats.map((text) => h("li", {}, text))),
        ),
      ),
    ),
  );
}

function answerTable(data: RangeData, choose: (answer: RangeAnswer) => void) {
  const rows = new Map<RangeAnswer, HTMLTableRowElement>();
  for (const answer of data.answers) {
    const name = h("button", { type: "button", class: "region" }, answer.text);
    name.addEventListener("click", () => choose(answer));
    rows.set(
      answer,
      h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        h("td", { class: "number" }, tenths.format(answer.estimate)),
        h("td", { class: "number" }, tenths.format(answer.std_error)),
        h("td", { class: "number" }, `${tenths.format(answer.lower)} to ${tenths.format(answer.upper)}`),
      ),
    );
  }
  const heads = ["Range", "Estimate", "Standard error", `${percent(data.confidence)} interval`];
  const table = h(
    "table",
    { class: "estimates", "aria-labelledby": "answers-title" },
    h("thead", {}, h("tr", {}, ...heads.map((text, i) => h("th", { scope: "col", class: i ? "number" : "" }, text)))),
    h("tbody", {}, ...rows.values()),
  );
  return { table, rows };
}

function nodeTable(answer: RangeAnswer): HTMLElement {
  const rows = answer.nodes.map((node) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, node.label),
      h("td", { class: "number" }, String(node.level)),
      h("td", { class: "number" }, tenths.format(node.estimate)),
      h("td", { class: "number" }, tenths.format(node.std_error)),
    ),
  );
  const heads = ["Node", "Level", "Estimate", "Standard error"];
  return h(
    "details",
    { class: "numbers" },
    h("summary", {}, `The nodes as numbers (${answer.nodes.length})`),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...heads.map((text, i) => h("th", { scope: "col", class: i ? "number" : "" }, text)))),
      h("tbody", {}, ...rows),
    ),
  );
}

function build(data: RangeData): void {
  const series = h("div", { class: "chart" });
  const nodes = h("div", { class: "chart nodes" });
  const numbers = h("div");
  const nodesTitle = h("h2", { id: "nodes-title" });
  const drawSeries = seriesChart(series, data);
  const drawNodes = nodesChart(nodes);
  const { table, rows } = answerTable(data, choose);

  function choose(answer: RangeAnswer): void {
    rows.forEach((row, of) => {
      row.classList.toggle("chosen", of === answer);
      row.querySelector("button")!.setAttribute("aria-pressed", String(of === answer));
    });
    drawSeries(answer);
    drawNodes(answer);
    nodesTitle.textContent = `What the answer for ${answer.text} is made of`;
    numbers.replaceChildren(nodeTable(answer));
  }

  const more = data.asked - data.answers.length;
  const { width, estimate } = data.series;
  const left = data.size - width * estimate.length;
  const blocks =
    (width > 1 ? ` Each point is the sum over ${width} values` : "") +
    (left > 0 ? `; the last ${left === 1 ? "one is" : `${left} are`} not drawn.` : width > 1 ? "." : "");
  document.title = data.title;
  document.getElementById("page")!.append(
    promise(data),
    h(
      "main",
      {},
      h(
        "section",
        { class: "block", "aria-labelledby": "answers-title" },
        h("h2", { id: "answers-title" }, "Answers"),
        h("p", { class: "lead" }, `${data.domain}. Choose a range to see it below.`),
        table,
        more > 0 && h("p", { class: "footnote" }, `${count(more)} more were asked than this page shows.`),
      ),
      h(
        "section",
        { class: "block", "aria-labelledby": "series-title" },
        h("h2", { id: "series-title" }, "The series"),
        h("p", { class: "lead" }, `Estimates with ${percent(data.confidence)} intervals; the chosen range.${blocks}`),
        series,
      ),
      h(
        "section",
        { class: "block", "aria-labelledby": "nodes-title" },
        nodesTitle,
        h(
          "p",
          { class: "lead" },
          "Nodes of the structure that make up the range; the deepest level holds single values. " +
            "Their estimates add up to the answer.",
        ),
        nodes,
        numbers,
      ),
    ),
    h("footer", {}, h("p", {}, `Made by ${data.software}. This page loads nothing.`)),
  );
  if (data.answers[0]) choose(data.answers[0]);
}

build(JSON.parse(document.getElementById("data")!.textContent ?? "") as RangeData);
