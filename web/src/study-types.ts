// The data of a study's page, as reproduce/friis2021.cc and reproduce/arcolezi2022.cc write them.
export interface StudyPoint {
  x: number;
  measured: number | null;
  std_error: number | null; // of what was measured
  expected: number | null;
}

export interface StudyLine {
  label: string;
  colour: string; // a CSS variable: flat, b2, b3, b4, thesis
  style: "solid" | "dotted" | "dashed";
  points: StudyPoint[];
}

/** Both axes are logarithmic. */
export interface StudyChart {
  x_title: string;
  y_title: string;
  setting: string;
  lines: StudyLine[];
}

export interface Claim {
  section: string; // of the thesis, or what was published where
  claim: string;
  verdict: "holds" | "does not hold";
  finding: string;
  chart: StudyChart | null;
}

export interface BreakEven {
  values: number;
  degree: number;
  thesis_rule: number;
  local_plain: number | null;
  local_adjusted: number | null;
  central_plain: number | null;
  central_adjusted: number | null;
}

/** A table below the claims. */
export interface StudyTable {
  title: string;
  lead: string;
  heads: string[];
  words: number; // how many columns, from the first on, are words
  rows: string[][];
}

/** Of Friis (2021). */
export interface RangeStudy {
  study: "friis2021";
  data: string;
  epsilons: number[];
  values: number[];
  people: number[];
  structures: number;
  queries: number;
  claims: Claim[];
  break_even: BreakEven[];
}

/** Of Arcolezi (2022): it brings its words along. */
export interface SurveyStudy {
  study: "arcolezi2022";
  name: string; // of the document
  title: string;
  statement: string;
  meaning: string;
  footnote: string;
  claims: Claim[];
  tables: StudyTable[];
}

export type StudyData = RangeStudy | SurveyStudy;
