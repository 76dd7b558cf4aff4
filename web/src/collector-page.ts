// What the parts of the dashboard of one collection work with: the collection and its estimates as they are now, the
// words, how numbers are written, and what the reader has chosen.
import type { Api } from "./collector-api";
import { inFrench } from "./collector-caveats";
import { english, type CollectorStrings } from "./collector-strings-en";
import { french } from "./collector-strings-fr";
import type { Collection, Estimate, Estimates, Shown } from "./collector-types";
import { h } from "./dom";
import { makeFormats, type Formats } from "./format";
import { stringsFor } from "./strings";
import type { Language } from "./types";

export type Measure = "count" | "share";
export type Order = "given" | "largest";

export interface Choices {
  period: string; // a label; empty: all together
  attribute: string; // by name; empty: the first
  measure: Measure;
  order: Order;
  confidence: number;
  region: string; // chosen on the map
  lines: Map<string, string[]>; // values over time, by attribute
}
export const noChoices = (): Choices => ({
  period: "",
  attribute: "",
  measure: "count",
  order: "given",
  confidence: 0.95,
  region: "",
  lines: new Map(),
});

export const collectorStrings = (language: Language): CollectorStrings => (language === "fr" ? french : english);

/** Words, numbers and times in one language; the log-in and the list need no more. */
export class Say {
  readonly text: CollectorStrings;
  readonly format: Formats;
  private readonly clock: Intl.DateTimeFormat;
  private readonly dated: Intl.DateTimeFormat;
  private readonly minuteClock: Intl.DateTimeFormat;

  constructor(readonly language: Language) {
    this.text = collectorStrings(language);
    this.format = makeFormats(language, stringsFor(language));
    const locale = language === "fr" ? "fr-FR" : "en-GB";
    const time = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
    this.clock = new Intl.DateTimeFormat(locale, time);
    this.dated = new Intl.DateTimeFormat(locale, { ...time, day: "numeric", month: "short" });
    this.minuteClock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
  }

  count(value: number): string {
    return this.format.count(value, 0);
  }
  /** A moment of the reader's own clock; with its day where that is not today. */
  time(moment: number): string {
    const isToday = new Date(moment).toDateString() === new Date().toDateString();
    return (isToday ? this.clock : this.dated).format(moment);
  }
  minute(moment: number): string {
    return this.minuteClock.format(moment);
  }
  ago(milliseconds: number): string {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    if (seconds < 60) return this.text.secondsAgo(seconds);
    if (seconds < 3600) return this.text.minutesAgo(Math.floor(seconds / 60));
    if (seconds < 48 * 3600) return this.text.hoursAgo(Math.floor(seconds / 3600));
    return this.text.daysAgo(Math.floor(seconds / 86_400));
  }
  confidence(confidence: number): string {
    return this.format.percent(confidence, Number.isInteger(Math.round(confidence * 1e6) / 1e4) ? 0 : 1);
  }
  /** What the server found, with its numbers written as the language does, and one report as one; names in it stay, and
      so do dates. */
  found(sentence: string): { text: string; lang: string | undefined } {
    const { text, lang } = this.said(sentence);
    const parts = /'.*'|«.*»|(?<![\d.,-])(?:1 reports|[01] rapports)\b|(?<![\d.,-])\d{4,}(?![\d:-])/g;
    const written = (part: string) =>
      /^\d+$/.test(part) ? this.count(Number(part)) : /^\d/.test(part) ? part.slice(0, -1) : part;
    return { text: text.replace(parts, written), lang };
  }
  /** A text of the server's, in the reader's language where it is known. */
  said(sentence: string): { text: string; lang: string | undefined } {
    if (this.language === "en") return { text: sentence, lang: undefined };
    const translated = inFrench(sentence);
    return translated === undefined ? { text: sentence, lang: "en" } : { text: translated, lang: undefined };
  }

  isPrivate({ randomness, guarantee }: Collection): boolean {
    return randomness === "private" && (guarantee.not_private_because ?? []).length === 0 && guarantee.epsilon <= 20;
  }
}

/** No count is below zero or above all reports, but noise knows no bounds. What is shown lies in its interval, as on
    the page of a release; `estimate` is what noise gave, and is what files have: it is right on average. */
export interface ShownEstimate extends Estimate {
  shown: number;
}
const possible = (one: Estimate): ShownEstimate => ({
  ...one,
  shown: Math.min(Math.max(one.estimate, one.lower), one.upper),
});

/** One thing that was estimated: the values of a collection, or those of one of its questions. */
export interface Table {
  name: string; // of the question; empty where there is only one thing
  reports: number; // that were about it
  all: number; // reports, which the estimates are numbers of
  values: ShownEstimate[];
}

export function tablesOf(shown: Shown | null | undefined): Table[] {
  if (!shown?.is_shown) return [];
  const { reports: all, attributes, values } = shown;
  if (attributes) return attributes.map((one) => ({ ...one, all, values: one.values.map(possible) }));
  return values ? [{ name: "", reports: all, all, values: values.map(possible) }] : [];
}

export class CollectionPage extends Say {
  estimates: Estimates | undefined;
  estimatesAt = 0;
  /** The last attempt to get estimates failed, while the server is there: what it said, if anything. */
  problem: string | undefined;
  /** How much the server's clock is ahead of the reader's. */
  clockAhead = 0;
  private decimals = 0;

  constructor(
    language: Language,
    readonly api: Api,
    public collection: Collection,
    readonly choices: Choices,
    readonly remember: () => void, // choices into the address
    readonly refetch: () => void, // other estimates are wanted
  ) {
    super(language);
    this.heard(collection);
  }

  heard(collection: Collection): void {
    this.collection = collection;
    this.clockAhead = Date.parse(collection.server_time) - Date.now();
  }
  setEstimates(estimates: Estimates): void {
    if (!Array.isArray(estimates.periods)) throw new Error("estimates without periods");
    this.estimates = estimates;
    this.estimatesAt = Date.now();
    this.problem = undefined;
    // A link may name a period that nobody has reported from.
    const { choices } = this;
    if (!estimates.periods.some(({ period }) => period === choices.period)) choices.period = "";
    // One precision for the whole page: that of all together, whose numbers are the largest.
    const widths = (estimates.together?.is_shown ? [estimates.together] : estimates.periods)
      .flatMap((shown) => tablesOf(shown).flatMap(({ values }) => values.map(({ lower, upper }) => upper - lower)))
      .sort((a, b) => a - b);
    this.decimals = (widths[Math.floor(widths.length / 2)] ?? 10) >= 5 ? 0 : 1;
  }
  get serverNow(): number {
    return Date.now() + this.clockAhead;
  }
  get isOrdered(): boolean {
    return this.collection.kind === "range";
  }
  get confidenceText(): string {
    return this.confidence(this.estimates?.confidence ?? this.choices.confidence);
  }
  get isPrivateNow(): boolean {
    return this.isPrivate(this.collection);
  }
  /** The line below a picture. */
  get source(): string {
    const { title, id, guarantee } = this.collection;
    const epsilon = this.isPrivateNow ? this.format.shortEpsilon(guarantee.epsilon) : null;
    return this.text.source(title || id, epsilon, this.time(this.estimatesAt || Date.now()));
  }
  file(name: string): string {
    return this.isPrivateNow ? name : this.text.notPrivateFile(name);
  }

  /** What the reader has chosen to see; nothing before the first answer. */
  get shown(): Shown | null | undefined {
    const { period } = this.choices;
    if (!this.estimates) return undefined;
    const { periods, together } = this.estimates;
    return period === "" ? (together ?? periods[periods.length - 1]) : periods.find((one) => one.period === period);
  }
  /** Names of the questions, from whatever period has some. */
  get attributes(): string[] {
    const all = [this.estimates?.together, ...(this.estimates?.periods ?? [])];
    return tablesOf(all.find((shown) => shown?.is_shown && shown.attributes)).map(({ name }) => name);
  }
  table(shown: Shown | null | undefined): Table | undefined {
    const tables = tablesOf(shown);
    return tables.find(({ name }) => name === this.choices.attribute) ?? tables[0];
  }
  periodName(label: string | null): string {
    return label === null || label === "" ? this.text.together : this.format.period(label);
  }
  get shownName(): string {
    return this.periodName(this.collection.period === null ? null : this.choices.period);
  }

  /** In the chosen measure. */
  scale({ all }: Table): number {
    return this.choices.measure === "share" ? (all > 0 ? 1 / all : NaN) : 1;
  }
  /** What noise gave, where that cannot be and something else is shown. */
  beyond({ estimate, shown }: ShownEstimate, scale: number): string | undefined {
    const given = this.number(estimate * scale);
    return given === this.number(shown * scale) ? undefined : given;
  }
  number(value: number): string {
    if (!Number.isFinite(value)) return "–";
    const written =
      this.choices.measure === "share" ? this.format.percent(value, 1) : this.format.count(value, this.decimals);
    return written.replace("-", "−");
  }
  tick(value: number, decimals: (value: number) => number): string {
    const isShare = this.choices.measure === "share";
    const written = isShare
      ? this.format.percent(value, decimals(100 * value))
      : this.format.count(value, decimals(value));
    return written.replace("-", "−");
  }
}

/** A table of numbers behind a summary. Its rows change while what is around them stays: the reader's focus, and how
    far it was scrolled. */
export class NumbersTable {
  readonly element: HTMLDetailsElement;
  private readonly summary = h("summary");
  private readonly scroll: HTMLElement;
  private readonly head = h("thead");
  private readonly body = h("tbody");
  private written = "";

  constructor(id: string, isOpen = false) {
    this.scroll = h(
      "div",
      { class: "scroll tall", tabindex: 0, role: "group" },
      h("table", { id }, this.head, this.body),
    );
    this.element = h("details", { class: "numbers", open: isOpen }, this.summary, this.scroll);
  }

  /** Columns from `words` on are text. */
  show(summary: string, heads: string[], rows: string[][], words = heads.length): void {
    const written = JSON.stringify([summary, heads, rows]);
    if (written === this.written) return;
    this.written = written;
    if (this.summary.textContent !== summary) this.summary.textContent = summary;
    this.scroll.setAttribute("aria-label", summary);
    const kind = (i: number) => (i > 0 && i < words ? "number" : "");
    this.head.replaceChildren(
      h("tr", {}, ...heads.map((name, i) => h("th", { scope: "col", class: kind(i) }, name))),
    );
    this.body.replaceChildren(
      ...rows.map((row) =>
        h(
          "tr",
          {},
          ...row.map((cell, i) =>
            i === 0 ? h("th", { scope: "row" }, cell) : h("td", { class: kind(i) }, cell),
          ),
        ),
      ),
    );
  }
}

/** A labelled list to choose from, whose options may change while it is on the page. */
export class Picker {
  readonly element: HTMLElement;
  private readonly select: HTMLSelectElement;
  private written = "";

  constructor(id: string, label: string, choose: (value: string) => void) {
    this.select = h("select", { id });
    this.select.addEventListener("change", () => choose(this.select.value));
    this.element = h("div", { class: "field" }, h("label", { for: id }, label), this.select);
  }
  show(options: { value: string; label: string }[], chosen: string): void {
    const written = JSON.stringify(options);
    if (written !== this.written) {
      this.written = written;
      const isSame =
        this.select.options.length === options.length &&
        options.every(({ value }, i) => this.select.options[i]!.value === value);
      if (isSame) options.forEach(({ label }, i) => (this.select.options[i]!.textContent = label));
      else this.select.replaceChildren(...options.map(({ value, label }) => h("option", { value }, label)));
    }
    if (this.select.value !== chosen) this.select.value = chosen;
  }
}
