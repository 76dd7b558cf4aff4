// The page of a generalised table: what was asked and reached, how large the crowds are, the risks before and after, what
// is lost, and how far attacks come.
import * as Plot from "@observablehq/plot";
import { anonymityStringsFor, type AnonymityStrings } from "./anonymity-strings";
import type { AnonymityData, Attacks, Losses, Risk, RowRisk } from "./anonymity-types";
import { describe, key, valueAxis } from "./chart";
import { h, onWidth, paperWidth, type Child } from "./dom";
import { downloads } from "./downloads";
import { pair } from "./format";
import { openPage, readData } from "./shell";
import type { Language } from "./types";

const data = readData<AnonymityData>(2);

/** The numbers of the page as its language writes them. */
class Numbers {
  private readonly locale: string;
  constructor(private readonly language: Language) {
    this.locale = language === "fr" ? "fr-FR" : "en-GB";
  }
  count = (value: number): string => new Intl.NumberFormat(this.locale).format(value);
  pair = (name: string, value: string): string => pair(this.language, name, value);
  /** Four significant digits: what models and measures need. */
  plain = (value: number): string => new Intl.NumberFormat(this.locale, { maximumSignificantDigits: 4 }).format(value);
  percent = (value: number): string => {
    // Never "100%" of what is not all, nor "0%" of what is something.
    const digits = value > 0 && value < 1 && (value < 0.001 || value > 0.999) ? 3 : 1;
    const kept = value < 1 ? Math.min(value, 1 - 10 ** (-2 - digits)) : value;
    return new Intl.NumberFormat(this.locale, { style: "percent", maximumFractionDigits: digits }).format(kept);
  };
  rows = (part: number, whole: number): string => `${this.count(part)} (${this.percent(whole > 0 ? part / whole : 0)})`;
}

type Cell = string | { number: string };

/** Columns of numbers; on a phone, an explanation at the end of a row stands below it. */
function table(id: string, heads: string[], rows: Cell[][]): HTMLElement {
  const isExplained = rows.some((row) => typeof row[heads.length - 1] === "string");
  const isNumber = (column: number) => rows.some((row) => typeof row[column] === "object");
  const cell = (value: Cell, column: number): Child => {
    if (column === 0) return h("th", { scope: "row" }, typeof value === "string" ? value : value.number);
    return typeof value === "string" ? h("td", {}, value) : h("td", { class: "number" }, value.number);
  };
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": heads.join(", ") },
    h(
      "table",
      { id, ...(isExplained ? { class: "explained", style: `--numbers:${heads.length - 2}` } : {}) },
      h(
        "thead",
        {},
        h("tr", {}, ...heads.map((name, i) => h("th", { scope: "col", class: isNumber(i) ? "number" : "" }, name))),
      ),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map(cell)))),
    ),
  );
}

function block(id: string, title: string, lead: string, ...children: Child[]): HTMLElement {
  return h(
    "section",
    { class: "block", id, "aria-labelledby": `${id}-title`, tabindex: -1 },
    h("h2", { id: `${id}-title` }, title),
    h("p", { class: "lead" }, lead),
    ...children,
  );
}

function models(text: AnonymityStrings, numbers: Numbers): HTMLElement {
  const rows = data.models.map((model): Cell[] => [
    text.modelName(model),
    { number: model.asked === null ? text.notAsked : numbers.plain(model.asked) },
    { number: numbers.plain(model.reached) },
    text.modelMeaning(model),
  ]);
  return block(
    "models",
    text.modelsTitle,
    [text.rows(data.rows, numbers.count), text.algorithm[data.algorithm], data.is_recoded ? text.recoded : "", text.modelsLead]
      .filter(Boolean)
      .join(" "),
    table("models-table", [text.model, text.asked, text.reached, text.means], rows),
  );
}

function sizes(text: AnonymityStrings, numbers: Numbers): HTMLElement {
  const frame = h("div", { class: "chart" });
  const sizeName = ({ least, most }: AnonymityData["sizes"][number]) =>
    least === most ? numbers.count(least) : `${numbers.count(least)}–${numbers.count(most)}`;
  const times = ["before", "after"] as const;
  const bars = data.sizes.flatMap((size) => times.map((when) => ({ when, name: sizeName(size), ...size[when] })));
  const smallest = numbers.count(Math.round(1 / data.after.prosecutor.largest));
  const colours = { before: "muted", after: "accent" };
  onWidth(frame, paperWidth, (width) => {
    const isNarrow = width < 520;
    const plot = Plot.plot({
      width,
      height: isNarrow ? 240 : 300,
      marginLeft: 60,
      marginBottom: isNarrow ? 64 : 44,
      fx: { domain: data.sizes.map(sizeName), label: null, axis: null, padding: 0 },
      x: { domain: [...times], axis: null, paddingInner: 0.05, paddingOuter: 0.3 },
      y: { nice: true, zero: true },
      marks: [
        ...valueAxis(text.rowsAxis, numbers.count, 300),
        Plot.barY(bars, {
          fx: "name",
          x: "when",
          y: "rows",
          fill: (bar) => `var(--${colours[bar.when as keyof typeof colours]})`,
          title: (bar) => numbers.pair(`${bar.name}, ${text[bar.when as keyof typeof colours]}`, numbers.count(bar.rows)),
        }),
        Plot.axisFx({
          anchor: "bottom",
          tickSize: 0,
          label: text.sizesAxis,
          labelAnchor: "right",
          labelArrow: "none",
          color: "var(--muted)",
          tickRotate: isNarrow && data.sizes.length > 5 ? -45 : 0,
        }),
        Plot.ruleY([0], { stroke: "var(--muted)" }),
      ],
    });
    describe(plot, text.sizesAlternative(smallest, numbers.count(data.after.classes)));
    frame.replaceChildren(plot);
  });
  const rows = data.sizes.map((size): Cell[] => [
    sizeName(size),
    { number: numbers.count(size.before.classes) },
    { number: numbers.rows(size.before.rows, data.before.rows) },
    { number: numbers.count(size.after.classes) },
    { number: numbers.rows(size.after.rows, data.rows.published) },
  ]);
  const heads = [text.classes, text.rowsColumn];
  return block(
    "sizes",
    text.sizesTitle,
    text.sizesLead(smallest),
    frame,
    key(times.map((when) => ({ mark: "band", colour: colours[when], text: text[when] }))),
    downloads(text, {
      file: () => `${data.title} ${text.sizesTitle}`,
      title: () => numbers.pair(data.title, text.sizesTitle),
      source: () => text.source(data.title),
      rows: () => [
        ["least", "most", "classes_before", "rows_before", "classes_after", "rows_after"],
        ...data.sizes.map(({ least, most, before, after }) => [
          least,
          most,
          before.classes,
          before.rows,
          after.classes,
          after.rows,
        ]),
      ],
      svg: () => frame.querySelector("svg"),
      legend: () => times.map((when) => ({ colour: `var(--${colours[when]})`, text: text[when] })),
    }),
    h(
      "details",
      { class: "numbers" },
      h("summary", {}, text.sizesNumbers),
      table(
        "sizes-table",
        [text.classRows, ...times.flatMap((when) => heads.map((head) => `${head}, ${text[when].toLowerCase()}`))],
        rows,
      ),
    ),
  );
}

function risks(text: AnonymityStrings, numbers: Numbers): HTMLElement {
  const { before, after } = data;
  const threshold = numbers.percent(before.threshold);
  const line = (name: string, write: (risk: Risk) => string, means = ""): Cell[] => [
    name,
    { number: write(before) },
    { number: write(after) },
    means,
  ];
  const reader = (name: string, means: string, of: (risk: Risk) => RowRisk): Cell[][] => [
    line(text.mostExposed(name), (risk) => numbers.percent(of(risk).largest), means),
    line(text.atRisk(name, threshold), (risk) => numbers.rows(of(risk).rows_at_risk, risk.rows)),
  ];
  const everybody = after.population;
  const rows = [
    ...reader(text.prosecutor, text.prosecutorMeans, (risk) => risk.prosecutor),
    ...(everybody
      ? reader(text.journalist, text.journalistMeans(numbers.count(everybody.rows)), (risk) => risk.population!.journalist)
      : [line(text.journalist, () => text.notKnown, text.noPopulation)]),
    line(text.marketer, (risk) => numbers.percent(risk.population?.marketer ?? risk.marketer), text.marketerMeans),
    line(text.unique, (risk) => numbers.rows(risk.unique_rows, risk.rows), text.uniqueMeans),
    ...(everybody
      ? [line(text.uniqueOfAll, (risk) => numbers.rows(risk.population!.unique_rows, risk.rows), text.uniqueOfAllMeans)]
      : []),
  ];
  const share = (value: number | null): Cell => ({ number: value === null ? text.notKnown : numbers.percent(value) });
  const columns = data.identification.map(({ columns: names, before: was, after: is }): Cell[] => [
    names.join(" + "),
    share(was.separation),
    share(is.separation),
    share(was.distinction),
    share(is.distinction),
  ]);
  return block(
    "risks",
    text.risksTitle,
    text.risksLead,
    table("risks-table", [text.risk, text.before, text.after, text.means], rows),
    everybody && everybody.uncovered_rows > 0
      ? h("p", { class: "lead" }, text.uncovered(numbers.count(everybody.uncovered_rows)))
      : "",
    h("h3", { class: "part" }, text.columnsTitle),
    h("p", { class: "lead" }, text.columnsLead),
    table(
      "columns-table",
      [text.columns, text.separationBefore, text.separationAfter, text.distinctionBefore, text.distinctionAfter],
      columns,
    ),
  );
}

function losses(text: AnonymityStrings, numbers: Numbers): HTMLElement {
  const { losses: published, optimum_losses: optimum } = data;
  const measures: (keyof Losses)[] = ["ncp", "entropy", "discernibility", "class_size"];
  const rows = measures.map((measure): Cell[] => [
    text.losses[measure],
    { number: numbers.plain(published[measure]) },
    ...(optimum ? [{ number: numbers.plain(optimum[measure]) }] : []),
  ]);
  const attributes = data.attributes.map(({ column, level, top: highest, loss }): Cell[] => [
    column,
    { number: level === null ? text.differs : text.levelOf(level, highest) },
    { number: numbers.plain(loss) },
  ]);
  return block(
    "loss",
    text.lossTitle,
    text.lossLead,
    table("loss-table", [text.measure, text.loss, ...(optimum ? [text.optimum] : [])], rows),
    h("h3", { class: "part" }, text.attributeTitle),
    table("attributes-table", [text.attribute, text.level, text.attributeLoss], attributes),
  );
}

function attacks(text: AnonymityStrings, numbers: Numbers, found: Attacks, place: number): HTMLElement {
  const all = data.rows.published;
  const success = (rows: number): Cell => ({ number: numbers.rows(rows, all) });
  const { minimality } = found;
  const rows: Cell[][] = [
    [text.homogeneity, success(found.revealed), text.homogeneityMeans],
    [text.guess, success(found.guessed), text.guessMeans(numbers.rows(found.guessed_blindly, all))],
    ...found.background
      .filter(({ ruled_out }) => ruled_out > 0)
      .map((known): Cell[] => [
        text.background(known.ruled_out),
        success(known.revealed),
        text.backgroundMeans(numbers.percent(known.confidence)),
      ]),
    minimality
      ? [
          text.minimality,
          success(minimality.revealed),
          text.minimalityMeans(
            numbers.percent(minimality.before),
            numbers.percent(minimality.after),
            numbers.count(minimality.attacked),
          ),
        ]
      : [text.minimality, { number: text.notRun }, text.minimalityNone],
    ...found.intersection.map((both): Cell[] => [
      text.intersectionWith(both.directory),
      success(both.revealed),
      text.intersectionFound(
        numbers.rows(both.possible, all),
        numbers.count(both.revealed_alone),
        both.unknown_values > 0 ? numbers.count(both.unknown_values) : "",
      ),
    ]),
    ...(found.intersection.length === 0 ? [[text.intersection, { number: text.notRun }, text.intersectionNone]] : []),
  ];
  return block(
    `attacks-${place}`,
    text.attacksTitle(found.column),
    text.attacksLead,
    table(`attacks-table-${place}`, [text.attack, text.success, text.means], rows),
  );
}

openPage(data, (language) => {
  const text = anonymityStringsFor(language);
  const numbers = new Numbers(language);
  return {
    kicker: text.kicker,
    skip: { text: text.skip, to: "models" },
    sections: [
      models(text, numbers),
      sizes(text, numbers),
      risks(text, numbers),
      losses(text, numbers),
      ...data.attacks.map((found, place) => attacks(text, numbers, found, place)),
    ],
  };
});
