// What the parts of the page of blurred places work with: the data, the words, and how numbers are written.
import { blurStringsFor, type BlurStrings } from "./blur-strings";
import type { BlurData } from "./blur-types";
import { makeFormats, type Formats } from "./format";
import { stringsFor } from "./strings";
import type { Language } from "./types";

export class BlurPage {
  readonly text: BlurStrings;
  readonly format: Formats;

  constructor(
    readonly data: BlurData,
    readonly language: Language,
  ) {
    this.text = blurStringsFor(language);
    this.format = makeFormats(language, stringsFor(language));
  }

  get words() {
    return this.data.guarantee.words[this.language];
  }
  get confidence(): string {
    return this.percent(this.data.confidence);
  }
  get source(): string {
    const { guarantee, title } = this.data;
    return this.text.source(title, guarantee.is_private ? this.words.promise : null);
  }

  count(value: number): string {
    return this.format.count(value, Math.abs(value) < 10 && !Number.isInteger(value) ? 1 : 0);
  }
  percent(share: number): string {
    return this.format.percent(share, Number.isInteger(Math.round(share * 1e6) / 1e4) ? 0 : 1);
  }
  /** “200 m”, “1.5 km”. */
  metres(value: number): string {
    if (value < 1000) return `${this.format.count(value, value < 10 ? 1 : 0)}\u00a0m`;
    return `${this.format.count(value / 1000, Number.isInteger(value / 1000) ? 0 : 1)}\u00a0km`;
  }
  /** e^level as a bound: rounded up. */
  factor(level: number): string {
    return this.format.bound(Math.exp(level), 3);
  }
  /** What holds for two places so far apart: MetricPromise::level_at(). */
  levelAt(metres: number): number {
    const { stretch, step, per_step, max_reports } = this.data.guarantee;
    return max_reports * per_step * ((stretch * metres) / step + Math.SQRT2);
  }
}
