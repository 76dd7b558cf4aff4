// The answers as rows that can be chosen, and the form that asks others.
import { h, setText } from "./dom";
import type { RangePage } from "./range-page";
import type { RangeAnswer } from "./range-types";

const tableHead = (names: string[]) =>
  h("thead", {}, h("tr", {}, ...names.map((name, i) => h("th", { scope: "col", class: i ? "number" : "" }, name))));

/** The numbers of an answer. */
export const answerCells = (page: RangePage, answer: RangeAnswer) => [
  h("td", { class: "number" }, page.tenths(answer.estimate)),
  h("td", { class: "number" }, page.tenths(answer.std_error)),
  h("td", { class: "number" }, page.text.fromTo(page.tenths(answer.lower), page.tenths(answer.upper))),
];

/** Numbers that a chart shows, for whoever wants to read them. */
export function foldedTable(summary: string, names: string[], rows: HTMLElement[]): HTMLElement {
  return h(
    "details",
    { class: "numbers" },
    h("summary", {}, summary),
    h("table", {}, tableHead(names), h("tbody", {}, ...rows)),
  );
}

/** Those that the reader asks come first. */
export class AnswerTable {
  readonly element: HTMLElement;
  private readonly body = h("tbody");
  private readonly rows = new Map<RangeAnswer, HTMLTableRowElement>();

  constructor(
    private readonly page: RangePage,
    private readonly choose: (answer: RangeAnswer) => void,
  ) {
    const { text, hasPlaces } = page;
    const first = hasPlaces ? `${text.place}, ${text.range.toLowerCase()}` : text.range;
    const head = tableHead([first, text.estimate, text.stdError, text.interval(page.confidence)]);
    this.element = h("table", { class: "estimates", "aria-labelledby": "answers-title" }, head, this.body);
    for (const answer of page.data.answers) this.body.append(this.add(answer));
  }

  find(text: string, places: string): RangeAnswer | undefined {
    return [...this.rows.keys()].find((answer) => answer.text === text && (answer.places ?? "..") === places);
  }
  get first(): RangeAnswer | undefined {
    return [...this.rows.keys()][0];
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
    const name = h("button", { type: "button", class: "region" }, page.nameOf(answer));
    name.addEventListener("click", () => this.choose(answer));
    const row = h(
      "tr",
      { "data-estimate": answer.estimate, "data-std-error": answer.std_error },
      h("th", { scope: "row" }, name),
      ...answerCells(page, answer),
    );
    this.rows.set(answer, row);
    return row;
  }
}

/** `ask` returns a sentence that says why there is no answer. */
export function askForm(page: RangePage, ask: (text: string, places: string) => string | undefined): HTMLElement {
  const { text, data } = page;
  const input = h("input", {
    type: "text",
    id: "ask",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "ask-hint ask-problem",
  });
  const problem = h("p", { id: "ask-problem", class: "problem", role: "status" });
  const names = (data.places ?? []).map(({ name }) => h("option", { value: name }, name));
  const place = h("select", { id: "ask-place", "aria-label": text.askPlace }, h("option", { value: ".." }, text.allPlaces), ...names);
  const form = h(
    "form",
    { class: "ask" },
    h("label", { for: "ask" }, text.askLabel),
    h("div", { class: "ask-line" }, page.hasPlaces && place, input, h("button", { type: "submit", class: "download" }, text.askButton)),
    h("p", { class: "footnote", id: "ask-hint" }, text.askHint(page.examples)),
    problem,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const refusal = ask(input.value, page.hasPlaces ? place.value : "..");
    setText(problem, refusal ?? "");
    input.setAttribute("aria-invalid", String(refusal !== undefined));
    if (refusal === undefined) input.value = "";
  });
  return form;
}
