// What the parts of the page of a survey work with: the data, the words, what the reader has chosen, and how numbers
// are written.
import type { Cell } from "./csv";
import { h } from "./dom";
import { makeFormats, type Formats } from "./format";
import { stringsFor } from "./strings";
import { surveyStringsFor, type Bound, type Reporting, type SurveyStrings, type Verdict } from "./survey-strings";
import type { SurveyAttribute, SurveyData, SurveyShare } from "./survey-types";
import type { Language } from "./types";

export interface SurveyChoices {
  collection: number; // whose distributions are shown
  attribute: number; // whose lines and changes are shown
  labels: Map<number, number[]>; // chosen lines by attribute
  change: number; // from this collection to the next
}

/** A share that is known, with its label. */
export interface Known {
  index: number; // of the label
  label: string;
  value: number;
  lower: number;
  upper: number;
}

export class SurveyPage {
  readonly text: SurveyStrings;
  readonly format: Formats;
  private readonly decimals: number;

  constructor(
    readonly data: SurveyData,
    readonly language: Language,
    readonly choices: SurveyChoices,
  ) {
    this.text = surveyStringsFor(language);
    this.format = makeFormats(language, stringsFor(language));
    // Two decimals where most intervals are narrower than one percent.
    const widths = data.attributes
      .flatMap((attribute) => attribute.shares.flat())
      .map(([, lower, upper]) => (upper ?? 1) - (lower ?? 0))
      .sort((a, b) => a - b);
    this.decimals = (widths[Math.floor(widths.length / 2)] ?? 1) < 0.01 ? 2 : 1;
  }

  get reporting(): Reporting {
    return this.data.has_memo ? "memo" : this.data.collections.length > 1 ? "fresh" : "once";
  }
  get confidence(): string {
    const { confidence } = this.data;
    return this.format.percent(confidence, Number.isInteger(Math.round(confidence * 1e6) / 1e4) ? 0 : 1);
  }
  get solution(): string {
    const { solution } = this.data;
    return this.text.solutions[solution] ?? this.text.otherSolution(solution.toUpperCase());
  }
  get source(): string {
    const { title, guarantee, caption } = this.data;
    return this.text.source(title, guarantee.is_private ? caption[this.language] : null);
  }
  /** What a file to take away is called: it says where nothing is private. */
  file(name: string): string {
    return this.data.guarantee.is_private ? name : this.text.notPrivateFile(name);
  }

  bound(epsilon: number | null): Bound {
    return { factor: this.factor(epsilon), epsilon: epsilon === null ? null : this.format.epsilon(epsilon) };
  }
  /** e^ε, rounded up; null beyond a million, which bounds nothing. */
  factor(epsilon: number | null): string | null {
    return epsilon !== null && Math.exp(epsilon) < 1e6 ? this.format.bound(Math.exp(epsilon), 3) : null;
  }
  /** How often a guess between two equally likely answers may be right at most. */
  guess(epsilon: number | null): string {
    const right = epsilon === null ? 1 : 1 / (1 + Math.exp(-epsilon));
    const shown = Math.ceil(right * 1000 - 1e-9) / 1000;
    return shown > 0.999 ? this.text.always : this.format.percent(shown, 1);
  }

  count(value: number): string {
    return this.format.count(value, 0);
  }
  /** How often something happens that can be less than once. */
  times(value: number): string {
    return this.format.count(value, value < 10 ? 1 : 0);
  }
  share(value: number | null): string {
    return value === null ? this.text.notKnown : this.format.percent(value, this.decimals).replace("-", "−");
  }
  /** “12.3% (11.0% to 13.6%)”. */
  withInterval([value, lower, upper]: SurveyShare): string {
    if (value === null) return this.text.notKnown;
    return `${this.share(value)} (${this.text.fromTo(this.share(lower), this.share(upper))})`;
  }
  /** In percentage points, with its sign. */
  points(value: number | null): string {
    if (value === null) return this.text.notKnown;
    const written = this.format.count(100 * value, this.decimals);
    return value > 0 && /[1-9]/.test(written) ? `+${written}` : written.replace("-", "−");
  }
  collection(index: number): string {
    return this.data.collections[index] || String(index + 1);
  }

  /** A value as the reader's language writes it; files have it as the survey does. */
  label({ labels, labels_in }: SurveyAttribute, index: number): string {
    return labels_in?.[this.language]?.[index] ?? labels[index]!;
  }

  known(attribute: SurveyAttribute, shares: SurveyShare[]): Known[] {
    return shares.flatMap(([value, lower, upper], index) =>
      value === null || lower === null || upper === null
        ? []
        : [{ index, label: this.label(attribute, index), value, lower, upper }],
    );
  }
  verdict([value, lower, upper]: SurveyShare): Verdict {
    if (value === null || lower === null || upper === null) return "unknown";
    return lower > 0 ? "rise" : upper < 0 ? "fall" : "none";
  }
}

/** Of a share, as a row of a CSV file has it. */
export const cells = (share: SurveyShare): Cell[] => share.map((value) => value ?? undefined);

/** A chart's row labels: as much of them as there is room for; the whole is in the table. */
export function shortened(label: string, letters: number): string {
  const line = label.replace(/\s+/g, " ").trim();
  const signs = [...line];
  return signs.length > letters ? `${signs.slice(0, Math.max(1, letters - 1)).join("")}…` : line;
}

/** A table of numbers behind a summary, which scrolls where it is long or wide; a column from `words` on is text,
    which on a phone stands below its row. */
export function numbersTable(
  id: string,
  summary: string,
  heads: string[],
  rows: string[][],
  isOpen = false,
  words = heads.length,
): HTMLElement {
  const kind = (i: number) => (i > 0 && i < words ? "number" : "");
  const cell = (value: string, i: number) =>
    i === 0 ? h("th", { scope: "row" }, value) : h("td", { class: kind(i) }, value);
  return h(
    "details",
    { class: "numbers", open: isOpen },
    h("summary", {}, summary),
    h(
      "div",
      { class: "scroll tall", tabindex: 0, role: "group", "aria-label": summary },
      h(
        "table",
        { id, ...(words < heads.length ? { class: "explained", style: `--numbers:${words - 1}` } : {}) },
        h("thead", {}, h("tr", {}, ...heads.map((name, i) => h("th", { scope: "col", class: kind(i) }, name)))),
        h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map(cell)))),
      ),
    ),
  );
}

/** A labelled drop-down list of places in `names`. */
export function picker(
  id: string,
  label: string,
  names: string[],
  chosen: number,
  choose: (index: number) => void,
): HTMLElement {
  const select = h(
    "select",
    { id },
    ...names.map((name, i) => h("option", { value: i, selected: i === chosen }, name)),
  );
  select.addEventListener("change", () => choose(Number(select.value)));
  return h("div", { class: "field" }, h("label", { for: id }, label), select);
}
