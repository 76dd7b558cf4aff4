// What the parts of the page of range answers work with: the data, the words, and how numbers are written.
import { RangeDomain } from "./range-domain";
import { sumOfPlaces, TreeAnswerer, type Answerer } from "./range-model";
import { StreamAnswerer } from "./stream-model";
import { rangeStringsFor, type RangeStrings } from "./range-strings";
import type { PlaceRows, RangeAnswer, RangeData, RangeSeries } from "./range-types";
import { makeFormats, type Formats } from "./format";
import { stringsFor } from "./strings";
import type { Language } from "./types";

export class RangePage {
  readonly text: RangeStrings;
  readonly format: Formats;
  readonly domain: RangeDomain;
  private readonly model: Answerer | undefined;
  get canAsk(): boolean {
    return this.model !== undefined;
  }

  constructor(
    readonly data: RangeData,
    readonly language: Language,
  ) {
    this.text = rangeStringsFor(language);
    this.format = makeFormats(language, stringsFor(language));
    this.domain = new RangeDomain(data.axis, data.size);
    if (data.structure?.hundredths) this.model = new TreeAnswerer(data.structure, data.size);
    else if (data.stream) this.model = new StreamAnswerer(data.stream);
    else this.model = this.modelOf(this.allRows);
  }

  get hasPlaces(): boolean {
    return this.data.places !== undefined;
  }
  get allRows(): PlaceRows | undefined {
    const { places } = this.data;
    return places && [[0, places.length - 1]];
  }
  /** What answers of these places are computed from; of a page without places, the structure. */
  modelOf(rows: PlaceRows | undefined): Answerer | undefined {
    const { places, structure, size } = this.data;
    if (!places || !rows) return this.model;
    const chosen = rows.flatMap(([first, last]) => places.slice(first, last + 1));
    if (!structure || chosen.some(({ hundredths }) => !hundredths)) return undefined;
    return new TreeAnswerer(sumOfPlaces(structure, chosen), size);
  }
  /** The nodes of an answer, where the page knows them. */
  nodesOf({ nodes, rows, first, last }: RangeAnswer) {
    if (nodes) return nodes;
    const model = this.modelOf(rows);
    return model?.knows(first, last) ? model.nodes(first, last) : [];
  }
  /** The series of an answer's places. */
  seriesOf({ rows }: RangeAnswer): RangeSeries {
    const { series } = this.data;
    const model = rows && this.modelOf(rows);
    if (!model?.knows(0, series.width - 1)) return series;
    const answers = series.estimate.map((_, i) => model.answer(i * series.width, (i + 1) * series.width - 1));
    return {
      width: series.width,
      estimate: answers.map(({ estimate }) => estimate),
      lower: answers.map(({ lower }) => lower),
      upper: answers.map(({ upper }) => upper),
    };
  }
  placeName(answer: RangeAnswer): string {
    return answer.places === ".." ? this.text.allPlaces : (answer.places ?? "");
  }
  /** “2014-03”, “Dole, 2014-03”. */
  nameOf(answer: RangeAnswer): string {
    return answer.places === undefined ? answer.text : `${this.placeName(answer)}, ${answer.text}`;
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
    return `${this.data.domain[this.language]}.`;
  }
  get source(): string {
    const { guarantee, title } = this.data;
    return this.text.source(title, guarantee.is_private ? this.format.epsilon(guarantee.epsilon) : null);
  }

  /** The answer, or a sentence that says why there is none. Of a grid: `places` by name, ".." for all. */
  ask(text: string, places = ".."): RangeAnswer | string {
    const found = this.domain.parse(text);
    if (typeof found === "string") return this.text.refused(text.trim(), found, this.description);
    const { first, last } = found;
    const row = this.data.places?.findIndex(({ name }) => name === places) ?? -1;
    const rows: PlaceRows | undefined = row < 0 ? this.allRows : [[row, row]];
    const model = this.modelOf(rows);
    if (!model?.knows(first, last)) {
      return this.text.unknown(text.trim(), this.count(this.data.structure?.step ?? this.data.size));
    }
    const answer: RangeAnswer = { text: text.trim(), first, last, ...model.answer(first, last) };
    return rows ? { ...answer, places: row < 0 ? ".." : places, rows } : { ...answer, nodes: model.nodes(first, last) };
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
