// Each attribute's distribution in one collection: bars with intervals, the numbers as a table.
import { key, tickDecimals } from "./chart";
import { h, setText, type Child } from "./dom";
import { downloads } from "./downloads";
import { Rows } from "./survey-rows";
import { cells, numbersTable, picker, type SurveyPage } from "./survey-page";
import type { SurveyAttribute } from "./survey-types";

/** What is true of every collection: bars can be compared while the reader goes from one to another. */
function domain(attribute: SurveyAttribute): [number, number] {
  const ends = attribute.shares.flat(2).filter((value): value is number => value !== null);
  return [Math.min(0, ...ends), Math.max(0.01, ...ends)];
}

class Panel {
  readonly element: HTMLElement;
  private readonly caption = h("figcaption");
  private readonly rows: Rows;
  private readonly numbers = h("div");
  private readonly domain: [number, number];

  constructor(
    private readonly page: SurveyPage,
    private readonly attribute: SurveyAttribute,
    private readonly place: number,
  ) {
    const { text, data } = page;
    this.rows = new Rows(page);
    this.domain = domain(attribute);
    const title = () => `${data.title}: ${attribute.name}${this.collectionName()}`;
    this.element = h(
      "figure",
      { class: "panel", "data-attribute": attribute.name },
      h("h3", {}, attribute.name),
      this.caption,
      this.rows.element,
      this.numbers,
      downloads(text, {
        file: () => page.file(title()),
        title,
        source: () => page.source,
        rows: () => [
          ["attribute", "value", "share", "lower", "upper"],
          ...this.shares.map((share, i) => [attribute.name, attribute.labels[i]!, ...cells(share)]),
        ],
        svg: () => this.rows.svg(),
      }),
    );
  }

  private get shares() {
    return this.attribute.shares[this.page.choices.collection] ?? [];
  }
  private collectionName(): string {
    return this.page.data.collections.length > 1 ? `, ${this.page.collection(this.page.choices.collection)}` : "";
  }

  show(): void {
    const { page, attribute } = this;
    const { text, data, choices } = page;
    const known = page.known(attribute, this.shares);
    const largest = [...known].sort((a, b) => b.value - a.value)[0];
    const reports = attribute.reports[choices.collection];
    const people = page.count(data.people[choices.collection] ?? 0);
    const oracle = text.oracle(attribute.oracle.toUpperCase());
    setText(this.caption, reports === undefined ? oracle : text.reportsOf(page.count(reports), people, oracle));
    this.rows.show({
      rows: known,
      rank: (row) => row.value,
      domain: this.domain,
      kind: "bar",
      isMarked: () => true,
      axis: text.shareAxis,
      tick: (value) => page.format.percent(value, tickDecimals(100 * value)).replace("-", "−"),
      written: (row) => page.share(row.value),
      described: largest
        ? text.sharesAlternative(attribute.name, largest.label, page.share(largest.value))
        : text.nobody,
    });
    const isOpen = this.numbers.querySelector("details")?.open ?? false;
    this.numbers.replaceChildren(
      numbersTable(
        `shares-${this.place}`,
        text.numbersOf(page.count(this.shares.length)),
        [text.label, text.share, text.interval(page.confidence)],
        this.shares.map(([value, lower, upper], i) => [
          page.label(attribute, i),
          page.share(value),
          text.fromTo(page.share(lower), page.share(upper)),
        ]),
        isOpen,
      ),
    );
  }
}

export function distributions(page: SurveyPage, choose: () => void): HTMLElement {
  const { text, data, choices } = page;
  const panels = data.attributes.map((attribute, i) => new Panel(page, attribute, i));
  const show = () => panels.forEach((panel) => panel.show());
  show();
  const ends = data.attributes.flatMap((attribute) => attribute.shares.flat());
  const controls: Child =
    data.collections.length > 1 &&
    h(
      "div",
      { class: "row controls" },
      picker(
        "collection",
        text.collection,
        data.collections.map((_, i) => page.collection(i)),
        choices.collection,
        (index) => {
          choices.collection = index;
          show();
          choose();
        },
      ),
    );
  return h(
    "section",
    { class: "block", id: "results", "aria-labelledby": "results-title", tabindex: -1 },
    h("h2", { id: "results-title" }, text.sharesTitle),
    h("p", { class: "lead" }, text.sharesLead(page.confidence)),
    ends.some(([value, lower]) => (value ?? 0) < 0 || (lower ?? 0) < 0) && h("p", { class: "lead" }, text.negative),
    controls,
    key([
      { mark: "band", colour: "band", text: text.estimateKey },
      { mark: "line", colour: "ink", text: text.intervalKey(page.confidence) },
    ]),
    h("div", { class: "panels" }, ...panels.map(({ element }) => element)),
  );
}
