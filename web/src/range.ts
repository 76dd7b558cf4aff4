// The page of range answers: the promise, the answers, any other range that the reader asks, the series with the chosen
// range, and the nodes it is made of.
import { readAddress, writeAddress } from "./address";
import { h, setText, startOver, whileBuilt } from "./dom";
import { downloads } from "./downloads";
import { focusLanguageSwitch, isLanguage, languageSwitch } from "./language";
import { nodesChart, seriesChart } from "./range-charts";
import { RangePage } from "./range-page";
import type { RangeAnswer, RangeData } from "./range-types";
import type { Language } from "./types";

function promise({ data, text, words, format }: RangePage): HTMLElement {
  const { title, guarantee: g } = data;
  const sentence = g.is_private
    ? text.promise(words.unit, g.against === "replace", format.bound(Math.exp(g.epsilon), 3), format.epsilon(g.epsilon))
    : text.notPrivate(words.not_private_because.join("; "));
  const statement = h("p", { class: "statement", id: "guarantee" }, sentence);
  return h(
    "header",
    { class: "top" },
    g.is_private && h("p", { class: "kicker" }, text.model[g.model]),
    h("h1", {}, title),
    h(
      "section",
      { class: g.is_private ? "promise" : "promise broken", "aria-label": text.guarantee },
      g.is_private ? statement : h("div", { class: "banner", role: "alert" }, statement),
      g.is_private && h("p", { class: "meaning" }, text.neighbours(words.neighbours)),
      h(
        "div",
        { class: "details" },
        h("details", {}, h("summary", {}, text.caveats), h("ul", {}, ...words.caveats.map((line) => h("li", {}, line)))),
      ),
    ),
  );
}

/** The answers as rows that can be chosen; those that the reader asks come first. */
class AnswerTable {
  readonly element: HTMLElement;
  private readonly body = h("tbody");
  private readonly rows = new Map<RangeAnswer, HTMLTableRowElement>();

  constructor(
    private readonly page: RangePage,
    private readonly choose: (answer: RangeAnswer) => void,
  ) {
    const { text } = page;
    const heads = [text.range, text.estimate, text.stdError, text.interval(page.confidence)];
    this.element = h(
      "table",
      { class: "estimates", "aria-labelledby": "answers-title" },
      h("thead", {}, h("tr", {}, ...heads.map((name, i) => h("th", { scope: "col", class: i ? "number" : "" }, name)))),
      this.body,
    );
    for (const answer of page.data.answers) this.body.append(this.add(answer));
  }

  get answers(): RangeAnswer[] {
    return [...this.rows.keys()];
  }
  prepend(answer: RangeAnswer): void {
    this.body.prepend(this.add(answer));
  }
  mark(chosen: RangeAnswer): void {
    this.rows.forEach((row, answer) => {
      row.classList.toggle("chosen", answer === chosen);
      row.querySelector("button")!.setAttribute("aria-pressed", String(answer === chosen));
    });
  }

  private add(answer: RangeAnswer): HTMLTableRowElement {
    const { page } = this;
    const name = h("button", { type: "button", class: "region" }, answer.text);
    name.addEventListener("click", () => this.choose(answer));
    const row = h(
      "tr",
      { "data-estimate": answer.estimate, "data-std-error": answer.std_error },
      h("th", { scope: "row" }, name),
      h("td", { class: "number" }, page.tenths(answer.estimate)),
      h("td", { class: "number" }, page.tenths(answer.std_error)),
      h("td", { class: "number" }, page.text.fromTo(page.tenths(answer.lower), page.tenths(answer.upper))),
    );
    this.rows.set(answer, row);
    return row;
  }
}

function askForm(page: RangePage, ask: (text: string) => string | undefined): HTMLElement {
  const { text } = page;
  const input = h("input", {
    type: "text",
    id: "ask",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "ask-hint ask-problem",
  });
  const problem = h("p", { id: "ask-problem", class: "problem", role: "status" });
  const form = h(
    "form",
    { class: "ask" },
    h("label", { for: "ask" }, text.askLabel),
    h("div", { class: "ask-line" }, input, h("button", { type: "submit", class: "download" }, text.askButton)),
    h("p", { class: "footnote", id: "ask-hint" }, text.askHint(page.examples)),
    problem,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const refusal = ask(input.value);
    setText(problem, refusal ?? "");
    input.setAttribute("aria-invalid", String(refusal !== undefined));
    if (refusal === undefined) input.value = "";
  });
  return form;
}

function nodeTable(page: RangePage, answer: RangeAnswer): HTMLElement {
  const { text, domain } = page;
  const rows = answer.nodes.map((node) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, domain.label(node.first, node.last)),
      h("td", { class: "number" }, String(node.level)),
      h("td", { class: "number" }, page.tenths(node.estimate)),
      h("td", { class: "number" }, page.tenths(node.std_error)),
    ),
  );
  const heads = [text.node, text.levelColumn, text.estimate, text.stdError];
  return h(
    "details",
    { class: "numbers" },
    h("summary", {}, text.nodesTable(answer.nodes.length)),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...heads.map((name, i) => h("th", { scope: "col", class: i ? "number" : "" }, name)))),
      h("tbody", {}, ...rows),
    ),
  );
}

function seriesLead(page: RangePage): string {
  const { text, data } = page;
  const { width, estimate } = data.series;
  const left = data.size - width * estimate.length;
  const sentences = [text.seriesLead(page.confidence)];
  if (width > 1) sentences.push(text.blocks(page.count(width)));
  if (left > 0) sentences.push(text.notDrawn(left, page.count(left)));
  return sentences.join(" ");
}

const data = JSON.parse(document.getElementById("data")!.textContent ?? "") as RangeData;

/** `asked` are ranges the reader asked for before, in the order of the table. */
function build(language: Language, asked: string[], wanted: string | null): void {
  startOver();
  const page = new RangePage(data, language);
  const { text } = page;
  const series = h("div", { class: "chart" });
  const nodes = h("div", { class: "chart nodes" });
  const numbers = h("div");
  const nodesTitle = h("h2", { id: "nodes-title" });
  const drawSeries = seriesChart(series, page);
  const drawNodes = nodesChart(nodes, page);
  const table = new AnswerTable(page, choose);
  let chosen: RangeAnswer | undefined;
  const askedHere: string[] = [];

  function show(answer: RangeAnswer): void {
    chosen = answer;
    table.mark(answer);
    drawSeries(answer);
    drawNodes(answer);
    setText(nodesTitle, text.nodesTitle(answer.text));
    numbers.replaceChildren(nodeTable(page, answer));
  }
  function choose(answer: RangeAnswer): void {
    show(answer);
    writeAddress({ lang: language, range: answer.text });
  }
  /** Shows the range, as an answer that is there or a new one; a sentence when there is none. */
  function ask(written: string, use: (answer: RangeAnswer) => void): string | undefined {
    const known = table.answers.find((answer) => answer.text === written.trim());
    const answer = known ?? page.ask(written);
    if (typeof answer === "string") return answer;
    if (!known) {
      table.prepend(answer);
      askedHere.unshift(answer.text);
    }
    use(answer);
    return undefined;
  }

  document.documentElement.lang = language;
  document.title = data.title;
  const more = data.asked - data.answers.length;
  document.getElementById("page")!.replaceChildren(
    h("a", { class: "skip", href: "#answers" }, text.skip),
    languageSwitch(language, (next) => {
      const top = window.scrollY;
      build(next, askedHere, chosen?.text ?? null);
      writeAddress({ lang: next, ...(chosen ? { range: chosen.text } : {}) });
      window.scrollTo({ top });
      focusLanguageSwitch();
    }),
    promise(page),
    h(
      "main",
      {},
      h(
        "section",
        { class: "block", id: "answers", "aria-labelledby": "answers-title", tabindex: -1 },
        h("h2", { id: "answers-title" }, text.answersTitle),
        h("p", { class: "lead" }, `${page.description} ${text.choose}`),
        page.model && askForm(page, (written) => ask(written, choose)),
        table.element,
        more > 0 && h("p", { class: "footnote" }, text.more(page.count(more))),
      ),
      h(
        "section",
        { class: "block", "aria-labelledby": "series-title" },
        h("h2", { id: "series-title" }, text.seriesTitle),
        h("p", { class: "lead" }, seriesLead(page)),
        series,
        downloads(text, {
          file: () => data.title,
          title: () => `${data.title}: ${text.seriesTitle}`,
          source: () => page.source,
          rows: () => {
            const { width, estimate, lower, upper } = data.series;
            const name = (i: number) => page.domain.label(i * width, (i + 1) * width - 1);
            return [
              ["range", "estimate", "lower", "upper"],
              ...estimate.map((value, i) => [name(i), value, lower[i], upper[i]]),
            ];
          },
          svg: () => series.querySelector("svg"),
        }),
      ),
      h(
        "section",
        { class: "block", "aria-labelledby": "nodes-title" },
        nodesTitle,
        h("p", { class: "lead" }, text.nodesLead),
        nodes,
        numbers,
      ),
    ),
    h("footer", {}, h("p", {}, text.footer(data.software))),
  );
  for (const before of [...asked].reverse()) ask(before, () => {});
  if (wanted === null || ask(wanted, show) !== undefined) {
    const first = data.answers[0] ?? table.answers[0];
    if (first) show(first);
  }
  window.addEventListener(
    "hashchange",
    () => {
      const address = readAddress();
      const lang = address.get("lang"),
        range = address.get("range");
      if (range !== null) ask(range, show);
      if (isLanguage(lang) && lang !== language) build(lang, askedHere, chosen?.text ?? null);
    },
    { signal: whileBuilt() },
  );
}

const address = readAddress();
const wanted = address.get("lang");
build(isLanguage(wanted) ? wanted : data.language, [], address.get("range"));
