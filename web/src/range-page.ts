// What the parts of the page of range answers work with: the data, the words, and how numbers are written.
import { RangeDomain } from "./range-domain";
import { TreeAnswerer, type Answerer } from "./range-model";
import { StreamAnswerer } from "./stream-model";
import { rangeStringsFor, type RangeStrings } from "./range-strings";
import type { RangeAnswer, RangeData, RangeWords } from "./range-types";
import { makeFormats, type Formats } from "./format";
import { stringsFor } from "./strings";
import type { Language } from "./types";

export class RangePage {
  readonly text: RangeStrings;
  readonly words: RangeWords;
  readonly format: Formats;
  readonly domain: RangeDomain;
  readonly model: Answerer | undefined;

  constructor(
    readonly data: RangeData,
    readonly language: Language,
  ) {
    this.text = rangeStringsFor(language);
    this.words = data.guarantee.words[language];
    this.format = makeFormats(language, stringsFor(language));
    this.domain = new RangeDomain(data.axis, data.size);
    if (data.structure) this.model = new TreeAnswerer(data.structure, data.size);
    else if (data.stream) this.model = new StreamAnswerer(data.stream);
  }

  count(value: number): string {
    return this.format.count(value, 0);
  }
  tenths(value: number): string {
    return this.format.count(value, 1);
  }
  get confidence(): string {
    const { confidence } = this.data;
    return this.format.percent(confidence, Number.isInteger(Math.round(confidence * 1e6) / 1e4) ? 0 : 1);
  }
  get description(): string {
    const { data, domain } = this;
    return this.text.domain(this.count(data.size), data.axis, domain.label(0), domain.label(data.size - 1));
  }
  get source(): string {
    const { guarantee, title } = this.data;
    return this.text.source(title, guarantee.is_private ? this.format.epsilon(guarantee.epsilon) : null);
  }

  /** The answer, or a sentence that says why there is none. */
  ask(text: string): RangeAnswer | string {
    const found = this.domain.parse(text);
    if (typeof found === "string") return this.text.refused(text.trim(), found, this.description);
    const { first, last } = found;
    if (!this.model?.knows(first, last)) {
      return this.text.unknown(text.trim(), this.count(this.data.structure?.step ?? this.data.size));
    }
    return { text: text.trim(), first, last, ...this.model.answer(first, last), nodes: this.model.nodes(first, last) };
  }

  /** A few ranges that can be asked. */
  get examples(): string {
    const { size } = this.data;
    const quarter = Math.floor(size / 4);
    const half = this.domain.label(quarter, 2 * quarter);
    const year = this.data.axis.kind === "dates" ? this.domain.label(0).slice(0, 4) : "";
    const isWhole = year !== "" && typeof this.domain.parse(year) !== "string";
    return [half, `${this.domain.label(quarter)}..`, ...(isWhole ? [year] : [])].join(", ");
  }
}
