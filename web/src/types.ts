// What a release writes into page.json and its page. Whatever the release says in words, it says in both languages.
import type { FeatureCollection } from "geojson";

export type Language = "en" | "fr";
export type Unit = "year" | "month" | "week" | "day" | "hour";

/** The statement of a release, in one language. */
export interface StatementWords {
  promise: string;
  protects: string[];
  does_not_protect: string[];
  not_private_because: string[];
  beside?: string[]; // what is in none of the intervals: events that were not counted
}

export interface Guarantee {
  epsilon: number; // realised
  epsilon_asked: number;
  oracle: string;
  oracle_title: string;
  model?: "central" | "local person"; // one event's region otherwise
  delta?: number; // 0 otherwise
  max_events?: number; // of one person that are counted, over all periods; all of them otherwise
  is_private: boolean;
  randomness: string;
  words: Record<Language, StatementWords>;
}

export interface Region {
  name: string;
  seat?: string; // the town that names the region on the map; the shortened name otherwise
  lat?: number;
  lon?: number;
}

/** Matrices are [period][region]. */
export interface PeriodSeries {
  unit: Unit;
  labels: string[];
  totals: number[];
  totals_lower?: number[]; // where totals are estimates; exact otherwise
  totals_upper?: number[];
  estimate: number[][];
  lower: number[][];
  upper: number[][];
  truth?: number[][];
  partial?: number[]; // periods that the data cover in part: the first, the last
  missing?: number[]; // periods of which nothing is published: gaps, not zeros
}

/** Mean absolute difference between estimated and true shares, over regions and periods. */
export interface ErrorRate {
  f: number;
  epsilon: number;
  period: string;
  published?: number;
  paper_method: number;
  best: number;
  best_method: string;
}

export interface Model {
  name: string;
  name_fr?: string;
  is_private: boolean;
  f?: number;
  epsilon?: number;
  mae_of_mean: number; // both as the study measures: of the expected number, averaged over the regions
  mean_region_rmse: number;
  published_mae?: number;
  note?: string;
  note_fr?: string;
}

export interface Forecast {
  labels: string[];
  predicted: number[][]; // expected numbers
  median?: number[][]; // pages made before there were medians have none
  lower: number[][];
  upper: number[][];
  actual?: number[][];
  confidence?: number; // of the band; the release's otherwise
  coverage?: number;
  models: Model[];
}

/** One entry of the ledger: something that was published about the same people. */
export interface Spent {
  date: string;
  mechanism: string; // "oue", "tree" …
  epsilon: number; // what it costs by itself
  is_this: boolean; // this release
}

/** What the ledger says of the data set, this release included. */
export interface Spending {
  unit: string; // whom the sum protects: "event", "person" …
  within?: number; // metres: of places, which are protected against others that near
  epsilon: number; // all publications together, by the theorem
  delta: number;
  theorem: string; // "basic", "PLD" …
  budget?: number; // of ε; nothing: there is none
  delta_budget?: number;
  publications: Spent[]; // in the order of the ledger
  unprotected?: number; // of them, without a guarantee
}

export interface PageData {
  schema: 2;
  language: Language; // that the page opens in
  title: string;
  generated: string;
  software: string;
  demonstration?: boolean; // the events are invented, and the true counts are shown
  withheld_below?: number; // of reports: what is missing had fewer; otherwise there are no records of it
  events_word?: string; // what is counted, in the plural: "interventions"
  files?: string[]; // names of the files beside the page
  files_in?: string; // where they are, seen from the page: "release/"; beside it otherwise
  guarantee: Guarantee;
  regions: Region[];
  geojson?: FeatureCollection;
  confidence: number;
  periods: PeriodSeries[];
  error_rates?: ErrorRate[];
  forecast?: Forecast;
  spending?: Spending;
}
