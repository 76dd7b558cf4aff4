// What every part of the page works with: the release's data, its words, and what the reader has chosen.
import { corresponding } from "./dates";
import { makeFormats, type Formats } from "./format";
import { centralStringsFor } from "./strings-central";
import { stringsFor, type Strings } from "./strings";
import type { Language, PageData, PeriodSeries, StatementWords } from "./types";

export type Measure = "count" | "share";

export interface View {
  unit: number; // index into data.periods
  period: number; // index into the series' labels
  region: number;
  measure: Measure;
}

export interface Shown {
  estimate: number;
  lower: number;
  upper: number;
  truth: number | undefined;
}

/** Of a period of which nothing is published: what is so, and why if there is more to say. */
export interface Gap {
  what: string;
  why: string;
}

type Listener = (changed: Set<keyof View>) => void;

export const coarsestFirst = ["year", "month", "week", "day", "hour"];

export class Page {
  readonly text: Strings;
  readonly words: StatementWords;
  readonly format: Formats;
  readonly events: string;
  readonly confidence: string;
  private current: View;
  private readonly decimals: number[];
  private readonly hasWholeBounds: boolean[];
  private readonly listeners: Listener[] = [];

  /** `chosen` is what a link or another language's page had chosen; the rest is as the page opens. */
  constructor(
    readonly data: PageData,
    readonly language: Language,
    chosen: Partial<View> = {},
  ) {
    const isCentral = data.guarantee.model === "central";
    this.text = isCentral ? { ...stringsFor(language), ...centralStringsFor(language) } : stringsFor(language);
    this.words = data.guarantee.words[language];
    this.format = makeFormats(language, this.text);
    this.events = data.events_word ?? this.text.defaultEvents;
    this.confidence = this.format.percent(
      data.confidence,
      Number.isInteger(Math.round(data.confidence * 1e6) / 1e4) ? 0 : 1,
    );
    this.decimals = data.periods.map(decimalsFor);
    this.hasWholeBounds = data.periods.map(({ lower, upper }) => [...lower, ...upper].flat().every(Number.isInteger));
    const unit = chosen.unit ?? 0;
    const period = lastPublished(data.periods[unit]!);
    this.current = { unit, period, region: busiestRegion(data), measure: "count", ...chosen };
  }

  get view(): Readonly<View> {
    return this.current;
  }
  get series(): PeriodSeries {
    return this.data.periods[this.current.unit]!;
  }
  get label(): string {
    return this.series.labels[this.current.period]!;
  }
  get periodName(): string {
    return this.nameOf(this.current.period);
  }
  get regionName(): string {
    return this.data.regions[this.current.region]!.name;
  }

  /** That only so many events of one person are counted; nothing where all are. */
  get boundNote(): string | undefined {
    const most = this.data.guarantee.max_events;
    return most === undefined ? undefined : this.text.boundNote(most, this.format.count(most, 0));
  }

  /** The word for so many events, as they are written with at most two decimals. */
  eventsAfter(value: number): string {
    return this.text.counted(Math.round(100 * value) / 100, this.events);
  }

  /** One line that goes with what is taken away from the page. */
  get source(): string {
    const { guarantee, title } = this.data;
    return this.text.source(title, guarantee.is_private ? this.format.epsilon(guarantee.epsilon) : null);
  }

  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** The choices as an address has them: names, so that a link survives another release of the same data. */
  get address(): Record<string, string> {
    const { unit, measure } = this.current;
    return {
      lang: this.language,
      unit: this.data.periods[unit]!.unit,
      period: this.label,
      region: this.regionName,
      measure,
    };
  }

  choose(patch: Partial<View>): void {
    const next = { ...this.current, ...patch };
    if (next.unit !== this.current.unit && patch.period === undefined) {
      next.period = corresponding(this.data.periods[next.unit]!.labels, this.label);
    }
    const keys = Object.keys(next) as (keyof View)[];
    const changed = new Set(keys.filter((key) => next[key] !== this.current[key]));
    if (changed.size === 0) return;
    this.current = next;
    for (const listener of this.listeners) listener(changed);
  }

  isPartial(period: number): boolean {
    return this.series.partial?.includes(period) ?? false;
  }
  nameOf(period: number): string {
    const name = this.format.period(this.series.labels[period]!);
    return this.isPartial(period) ? `${name} (${this.text.partial})` : name;
  }

  /** Why nothing is published about a period; nothing where something is. */
  gap(period: number): Gap | undefined {
    if (!isMissing(this.series, period)) return undefined;
    const least = this.data.withheld_below;
    return least === undefined ? this.text.noRecords : this.text.withheld(least, this.format.count(least, 0));
  }
  /** The same in one piece: "withheld: fewer than 100 reports"; as a sentence begins where it stands alone. */
  gapWords(period: number, alone = false): string | undefined {
    const gap = this.gap(period);
    if (!gap) return undefined;
    const words = [gap.what, gap.why].filter(Boolean).join(this.text.colon);
    return alone ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  }

  /** One cell of the chosen series in the chosen measure. A share of nothing is NaN, written as a dash; so is what is missing. */
  shown(period: number, region: number): Shown {
    const s = this.series;
    const scale = isMissing(s, period) ? NaN : this.view.measure === "share" ? shareScale(s.totals[period]!) : 1;
    const at = (matrix: number[][]) => matrix[period]![region]! * scale;
    return {
      estimate: at(s.estimate),
      lower: at(s.lower),
      upper: at(s.upper),
      truth: s.truth ? at(s.truth) : undefined,
    };
  }

  number(value: number): string {
    if (!Number.isFinite(value)) return "–";
    return this.view.measure === "share"
      ? this.format.percent(value, 1)
      : this.format.count(value, this.decimals[this.view.unit]!);
  }
  /** The end of an interval: a whole number where all of the series are, so that a column has one precision. */
  bound(value: number): string {
    return this.hasWholeBounds[this.view.unit] && Number.isFinite(value) ? this.wholeNumber(value) : this.number(value);
  }
  /** The true count is a whole number; a true share is not. */
  wholeNumber(value: number): string {
    return this.view.measure === "share" ? this.number(value) : this.format.count(value, 0);
  }
}

/** What an address asks for, as far as there is such a thing. */
export function viewFrom(address: URLSearchParams, data: PageData): Partial<View> {
  const view: Partial<View> = {};
  const unit = data.periods.findIndex((p) => p.unit === address.get("unit"));
  if (unit >= 0) view.unit = unit;
  const labels = (data.periods[unit] ?? data.periods[0]!).labels;
  const period = labels.indexOf(address.get("period") ?? "");
  if (period >= 0) view.period = period;
  const region = data.regions.findIndex(({ name }) => name === address.get("region"));
  if (region >= 0) view.region = region;
  const measure = address.get("measure");
  if (measure === "count" || measure === "share") view.measure = measure;
  return view;
}

/** The region with most events by the coarsest series: what most readers come for. */
export function busiestRegion(data: PageData): number {
  const totals = data.regions.map((_, r) => data.periods[0]!.estimate.reduce((sum, row) => sum + row[r]!, 0));
  return totals.indexOf(Math.max(...totals));
}

const isMissing = ({ missing }: PeriodSeries, period: number) => missing?.includes(period) ?? false;

/** The last period that has numbers; the last where none has. */
function lastPublished(series: PeriodSeries): number {
  const published = series.labels.flatMap((_, t) => (isMissing(series, t) ? [] : [t]));
  return published[published.length - 1] ?? series.labels.length - 1;
}

/** There is no share of a total that noise made negative, nor of none. */
const shareScale = (total: number) => (total > 0 ? 1 / total : NaN);

/** Decimals that the width of the intervals makes meaningful: none when a typical interval is five or wider. */
function decimalsFor(series: PeriodSeries): number {
  const widths = series.upper.flatMap((row, t) =>
    isMissing(series, t) ? [] : row.map((upper, r) => upper - series.lower[t]![r]!),
  );
  widths.sort((a, b) => a - b);
  return (widths[Math.floor(widths.length / 2)] ?? 0) >= 5 ? 0 : 1;
}
