// What `sourdine survey estimate` writes into its page (survey/publication.cc).
import type { PageHead } from "./shell";
import type { Language } from "./types";

/** A share of people with its interval, or a change of one; null where it is not known. */
export type SurveyShare = [value: number | null, lower: number | null, upper: number | null];

export interface SurveyAttribute {
  name: string;
  oracle: string;
  labels: string[];
  labels_in?: Partial<Record<Language, string[]>>; // as a language writes them, where that differs
  shares: SurveyShare[][]; // by collection, then by label; none of a collection in which nobody told of it
  changes: SurveyShare[][]; // from the collection before; none: not known
  reports: number[]; // by collection; none: not known
  epsilon1: number | null; // of the first report, where collections are repeated
  epsilon_limit: number | null; // ε∞
  leakage: [reports: number, epsilon: number | null][]; // none: not memoised
}

export interface SurveyData extends PageHead {
  solution: string; // "smp", "rs+fd" …
  collections: string[]; // one at least
  people: number[]; // by collection
  confidence: number;
  has_memo: boolean; // people report again by a memo; without one, every report is fresh
  caption: Record<Language, string>; // the promise in a few words
  beyond_cap?: Record<Language, string>; // what a cap does to changes; nothing: there is none
  guarantee: PageHead["guarantee"] & {
    tuple_epsilon: number | null; // all attributes of a person together; null: not bounded
    attribute_epsilon: number | null;
    worst_total: number | null; // of one person: ever by a memo, without one in all collections; null: not known
  };
  attributes: SurveyAttribute[];
}
