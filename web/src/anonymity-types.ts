// What `sourdine anonymize` writes into its page (anonymize/facts_json.cc).
import type { PageHead } from "./shell";

export type ModelKind = "k" | "distinct" | "entropy" | "recursive" | "t" | "presence_least" | "presence_most";

export interface Model {
  model: ModelKind;
  column: string | null; // the sensitive one
  distance: "equal" | "ordered" | "hierarchy" | null; // of t
  l: number | null; // of recursive diversity, whose other number is c
  asked: number | null; // null: nobody asked, it is so
  reached: number;
}

/** Of a reader who looks for one row. */
export interface RowRisk {
  largest: number;
  average: number;
  rows_at_risk: number; // above the threshold
}

export interface Risk {
  rows: number;
  classes: number;
  threshold: number;
  prosecutor: RowRisk;
  marketer: number;
  unique_rows: number;
  // Against everybody of whom the table has some; rows that are not covered by them are taken by the table itself.
  population?: { rows: number; journalist: RowRisk; marketer: number; unique_rows: number; uncovered_rows: number };
}

export interface Identification {
  distinction: number; // different values as a share of the rows
  separation: number | null; // the share of all pairs that are told apart; null where there are too many to compare
  unique_rows: number;
}

export interface Sizes {
  classes: number;
  rows: number;
}

export interface Losses {
  ncp: number;
  entropy: number;
  discernibility: number;
  class_size: number;
}

export interface Attacks {
  column: string;
  values: number;
  revealed: number; // homogeneity
  guessed: number;
  guessed_blindly: number;
  background: { ruled_out: number; revealed: number; confidence: number }[];
  minimality: { attacked: number; revealed: number; raised: number; before: number; after: number } | null;
  // With each earlier table that was compared.
  intersection: {
    directory: string;
    possible: number; // rows whose person may be in both
    revealed: number;
    revealed_alone: number; // of these, by this table alone
    isolated: number;
    unknown_values: number; // that could not be compared
  }[];
}

export interface AnonymityData extends PageHead {
  algorithm: "optimal" | "mondrian" | "mondrian-relaxed";
  is_recoded: boolean; // locally, on top of the optimum
  rows: { read: number; published: number; suppressed: number; dropped: number };
  models: Model[];
  // Of classes: so many rows each.
  sizes: { least: number; most: number; before: Sizes; after: Sizes }[];
  before: Risk;
  after: Risk;
  identification: { columns: string[]; before: Identification; after: Identification }[];
  losses: Losses;
  optimum_losses: Losses | null;
  // `level` of `top`: of whole domains; null where classes differ. `loss`: NCP of the column, 0 … 1.
  attributes: { column: string; level: number | null; top: number; loss: number }[];
  attacks: Attacks[];
}
