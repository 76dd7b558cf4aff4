// What `sourdine survey estimate` writes into its page (report/survey_page.cc).
import type { Language } from "./types";

/** A share of people with its interval, or a change of one; null where it is not known. */
export type SurveyShare = [value: number | null, lower: number | null, upper: number | null];

export interface SurveyAttribute {
  name: string;
  oracle: string;
  labels: string[];
  shares: SurveyShare[][]; // by collection, then by label; none of a collection in which nobody told of it
  changes: SurveyShare[][]; // from the collection before; none: not known
  reports: number[]; // by collection; none: not known
  epsilon1: number | null; // of the first report, where collections are repeated
  epsilon_limit: number | null; // ε∞
  leakage: [reports: number, epsilon: number | null][]; // none: not memoised
}

/** For a reader of each language, and in which they are. */
export type SurveySentences = Record<Language, { language: Language; lines: string[] }>;

export interface SurveyData {
  kind: "survey";
  schema: 2;
  language: Language; // that the page opens in
  title: string;
  software: string;
  solution: string; // "smp", "rs+fd" …
  collections: string[]; // one at least
  people: number[]; // by collection
  confidence: number;
  has_memo: boolean; // people report again by a memo; without one, every report is fresh
  cap: number | null; // on the different values of an attribute that a person reports; null: none
  guarantee: {
    is_private: boolean;
    not_private_because: SurveySentences; // none where it is
    tuple_epsilon: number | null; // all attributes of a person together; null: not bounded
    attribute_epsilon: number | null;
    worst_total: number | null; // of one person: ever by a memo, without one in all collections; null: not known
    words: SurveySentences;
  };
  attributes: SurveyAttribute[];
}
