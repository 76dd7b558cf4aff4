// What every part of the page works with: the release's data, its words, and what the reader has chosen.
import { corresponding } from "./dates";
import { makeFormats, type Formats } from "./format";
import { stringsFor, type Strings } from "./strings";
import type { PageData, PeriodSeries } from "./types";

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

type Listener = (changed: Set<keyof View>) => void;

const coarsestFirst = ["year", "month", "week", "day", "hour"];

export class Page {
  readonly text: Strings;
  readonly format: Formats;
  readonly events: string;
  readonly confidence: string;
  private current: View;
  private readonly decimals: number[];
  private readonly listeners: Listener[] = [];

  constructor(readonly data: PageData) {
    data.periods.sort((a, b) => coarsestFirst.indexOf(a.unit) - coarsestFirst.indexOf(b.unit));
    this.text = stringsFor(data.language);
    this.format = makeFormats(data.language, this.text);
    this.events = data.events_word ?? this.text.defaultEvents;
    this.confidence = this.format.percent(
      data.confidence,
      Number.isInteger(Math.round(data.confidence * 1e6) / 1e4) ? 0 : 1,
    );
    this.decimals = data.periods.map(decimalsFor);
    this.current = { unit: 0, period: data.periods[0]!.labels.length - 1, region: 0, measure: "count" };
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
    return this.format.period(this.label);
  }
  get regionName(): string {
    return this.data.regions[this.current.region]!.name;
  }

  onChange(listener: Listener): void {
    this.listeners.push(listener);
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

  /** One cell of the chosen series in the chosen measure. A share of nothing is NaN, written as a dash. */
  shown(period: number, region: number): Shown {
    const s = this.series;
    const scale = this.view.measure === "share" ? 1 / s.totals[period]! : 1;
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
  /** The true count is a whole number; a true share is not. */
  wholeNumber(value: number): string {
    return this.view.measure === "share" ? this.number(value) : this.format.count(value, 0);
  }
}

/** Decimals that the width of the intervals makes meaningful: none when a typical interval is five or wider. */
function decimalsFor(series: PeriodSeries): number {
  const widths = series.upper.flatMap((row, t) => row.map((upper, r) => upper - series.lower[t]![r]!));
  widths.sort((a, b) => a - b);
  return (widths[Math.floor(widths.length / 2)] ?? 0) >= 5 ? 0 : 1;
}
