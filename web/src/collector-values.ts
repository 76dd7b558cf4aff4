// Estimates of a chosen period or of all together: bars with intervals, or, where values are places on a scale, the
// scale with a band; the numbers as a table; the map.
import { choice, h, setText } from "./dom";
import { tickDecimals } from "./chart";
import { CollectorMap } from "./collector-map";
import { barsKey, Leaves } from "./collector-leaves";
import { NumbersTable, Picker, type CollectionPage, type Table } from "./collector-page";
import type { CollectionMap } from "./collector-types";
import { downloads } from "./downloads";
import type { Known } from "./survey-page";
import { Rows } from "./survey-rows";

const mostBars = 24;

export class ValuesPart {
  readonly element: HTMLElement;
  private readonly periods: Picker;
  private readonly attributes: Picker;
  private readonly lead = h("p", { class: "lead" });
  private readonly basis = h("p", { class: "told", id: "basis" });
  private readonly nothing = h("div", { class: "nothing", id: "too-few" });
  private readonly legend = h("div");
  private readonly beyond = h("p", { class: "footnote", id: "beyond" });
  private readonly drawn = h("div", { class: "drawn" });
  private readonly rows: Rows;
  private readonly leaves: Leaves;
  private readonly table = new NumbersTable("estimates-table", false);
  private readonly order: HTMLElement;
  private readonly options: HTMLElement;
  private readonly controls: HTMLElement;
  private readonly map: CollectorMap;
  private readonly mapFrame: HTMLElement;

  constructor(
    private readonly page: CollectionPage,
    private readonly changed: () => void,
  ) {
    const { text, choices } = page;
    this.rows = new Rows(page, mostBars);
    this.leaves = new Leaves(page);
    this.map = new CollectorMap(page);
    this.periods = new Picker("period", text.period, (value) => this.choose({ period: value }));
    this.attributes = new Picker("attribute", text.attribute, (value) => this.choose({ attribute: value }));
    const measure = choice(
      text.measure,
      [
        { value: "count", label: text.count },
        { value: "share", label: text.share },
      ],
      choices.measure,
      (value) => this.choose({ measure: value === "share" ? "share" : "count" }),
    );
    measure.id = "measure";
    this.order = choice(
      text.order,
      [
        { value: "given", label: text.asGiven },
        { value: "largest", label: text.largestFirst },
      ],
      choices.order,
      (value) => this.choose({ order: value === "largest" ? "largest" : "given" }),
    );
    this.order.id = "order";
    const confidence = choice(
      text.confidence,
      [0.9, 0.95, 0.99].map((value) => ({ value: String(value), label: page.confidence(value) })),
      String(choices.confidence),
      (value) => {
        choices.confidence = Number(value);
        page.remember();
        page.refetch();
      },
    );
    confidence.id = "confidence";
    this.options = h("div", { class: "row" }, measure, this.order, confidence);
    this.mapFrame = h("div", { class: "map-frame", hidden: true });
    this.controls = h(
      "div",
      { class: "controls" },
      h("div", { class: "row" }, this.attributes.element, this.periods.element),
      this.options,
    );
    this.element = h(
      "section",
      { class: "block", id: "estimates", "aria-labelledby": "estimates-title", tabindex: -1 },
      h("h2", { id: "estimates-title" }, text.estimatesTitle),
      this.lead,
      this.controls,
      this.basis,
      this.nothing,
      h("div", { class: "with-map" }, this.drawn, this.mapFrame),
    );
    this.drawn.append(
      this.legend,
      this.rows.element,
      this.leaves.element,
      this.beyond,
      this.table.element,
      downloads(text, {
        file: () => page.file(this.title()),
        title: () => this.title(),
        source: () => page.source,
        rows: () => [
          ["period", "question", "value", "estimate", "std_error", "lower", "upper", "mostly_noise"],
          ...(this.shownTable()?.values ?? []).map((one) => [
            page.choices.period,
            this.shownTable()!.name,
            one.value,
            one.estimate,
            one.std_error,
            one.lower,
            one.upper,
            String(one.mostly_noise),
          ]),
        ],
        svg: () => (page.isOrdered ? this.leaves.svg() : this.rows.svg()),
      }),
    );
    this.update();
  }

  setMap(map: CollectionMap): void {
    this.map.setMap(map);
    this.update();
  }

  private choose(patch: Partial<CollectionPage["choices"]>): void {
    Object.assign(this.page.choices, patch);
    this.page.remember();
    this.update();
    this.changed();
  }
  private shownTable(): Table | undefined {
    return this.page.table(this.page.shown);
  }
  private title(): string {
    const { page } = this;
    const { title, id, period } = page.collection;
    const name = this.shownTable()?.name;
    return [title || id, name, period === null ? "" : page.shownName].filter(Boolean).join(", ");
  }

  update(): void {
    const { page } = this;
    const { text, choices, collection } = page;
    setText(this.lead, text.estimatesLead(page.confidenceText));
    this.showPickers();
    const { shown } = page;
    this.element.setAttribute("aria-busy", String(page.estimates === undefined));
    const table = page.table(shown);
    this.drawn.hidden = this.lead.hidden = this.options.hidden = table === undefined;
    this.controls.hidden = table === undefined && (collection.period === null || !page.estimates?.periods.length);
    this.nothing.hidden = table !== undefined;
    this.basis.hidden = table === undefined;
    this.showMap(table);
    if (!table) {
      const reports = shown?.reports ?? 0;
      const least = shown?.min_reports ?? collection.min_reports;
      const isThere = page.estimates !== undefined;
      const missing = page.problem === undefined ? text.loading : text.noEstimates;
      const sentence = isThere ? text.tooFew(least, page.count(least), reports, page.count(reports)) : missing;
      if (this.nothing.dataset["said"] !== sentence) {
        this.nothing.dataset["said"] = sentence;
        this.nothing.replaceChildren(
          h("p", { class: "told" }, sentence),
          reports > 0 ? h("p", { class: "lead" }, text.tooFewWhy) : "",
          page.problem ? h("p", { class: "lead", lang: "en" }, page.problem) : "",
        );
      }
      return;
    }
    setText(
      this.basis,
      [
        table.name,
        table.reports === table.all
          ? text.basis(table.reports, page.count(table.reports))
          : text.basisOf(table.reports, page.count(table.reports), page.count(table.all)),
        text.estimatesAt(page.time(page.estimatesAt)),
        page.problem === undefined ? "" : text.notRenewed,
      ]
        .filter(Boolean)
        .join(" · "),
    );
    this.basis.classList.toggle("warning", page.problem !== undefined);
    const scale = page.scale(table);
    const known = table.values.map(
      ({ value, shown, lower, upper }, index): Known => ({
        index,
        label: value,
        value: shown * scale,
        lower: lower * scale,
        upper: upper * scale,
      }),
    );
    const isNoise = (index: number) => table.values[index]!.mostly_noise;
    const byValue = [...known].sort((a, b) => b.value - a.value);
    const largest = byValue[0];
    const sorted = !page.isOrdered && choices.order === "largest" ? byValue : known;
    this.rows.element.hidden = page.isOrdered;
    this.leaves.element.hidden = !page.isOrdered;
    this.order.hidden = page.isOrdered;
    const axis = choices.measure === "share" ? text.shareAxis : text.countAxis;
    const ends = known.flatMap(({ lower, upper }) => [lower, upper]).filter(Number.isFinite);
    const noiseGave = table.values.map((one) => page.beyond(one, scale));
    const beyond = noiseGave.filter((given) => given !== undefined).length;
    this.beyond.hidden = beyond === 0;
    setText(this.beyond, text.beyond(beyond, page.count(beyond)));
    const alternative = page.isOrdered ? text.leavesAlternative : text.barsAlternative;
    const described = largest ? alternative(this.title(), largest.label, page.number(largest.value)) : text.nobody;
    const hasNoise = known.some(({ index }) => isNoise(index));
    this.legend.hidden = page.isOrdered;
    this.legend.replaceChildren(barsKey(page, hasNoise));
    const tick = (value: number) => page.tick(value, tickDecimals);
    if (page.isOrdered) this.leaves.show({ rows: known, isNoise: (row) => isNoise(row.index), axis, tick, described });
    else
      this.rows.show({
        rows: sorted,
        rank: (row) => row.value,
        domain: [Math.min(0, ...ends), Math.max(choices.measure === "share" ? 0.01 : 1, ...ends)],
        kind: "bar",
        isMarked: ({ index }) => !isNoise(index),
        axis,
        tick,
        written: (row) => page.number(row.value),
        names: 0.42,
        described,
      });
    this.table.show(
      text.numbersOf(page.count(known.length)),
      [text.value, text.estimate, text.interval(page.confidenceText), text.note],
      sorted.map(({ index, label, value, lower, upper }) => [
        label,
        page.number(value),
        text.fromTo(page.number(lower), page.number(upper)),
        [
          isNoise(index) ? text.mostlyNoise : "",
          noiseGave[index] === undefined ? "" : text.noiseGave(noiseGave[index]),
        ]
          .filter(Boolean)
          .join("; "),
      ]),
      3,
    );
  }

  private showPickers(): void {
    const { page } = this;
    const { text, choices, estimates, collection } = page;
    const names = page.attributes;
    this.attributes.element.hidden = names.length < 2;
    this.attributes.show(
      names.map((name) => ({ value: name, label: name })),
      names.includes(choices.attribute) ? choices.attribute : (names[0] ?? ""),
    );
    this.periods.element.hidden = collection.period === null;
    const periods = (estimates?.periods ?? []).flatMap(({ period, reports }) =>
      period === null ? [] : [{ value: period, reports }],
    );
    const all = estimates?.together?.reports ?? collection.reports ?? 0;
    const counted = (reports: number) => text.reports(reports, page.count(reports));
    this.periods.show(
      [
        { value: "", label: text.togetherOf(counted(all)) },
        ...[...periods].reverse().map(({ value, reports }) => ({
          value,
          label: text.periodOption(page.format.period(value), counted(reports)),
        })),
      ],
      choices.period,
    );
  }

  private showMap(table: Table | undefined): void {
    const figure = table && this.map.show(table);
    this.mapFrame.hidden = !figure;
    this.mapFrame.parentElement?.classList.toggle("pair", Boolean(figure));
    if (figure && this.mapFrame.firstChild !== figure) this.mapFrame.replaceChildren(figure);
  }
}
