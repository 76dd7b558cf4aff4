// The data of a study's page, as reproduce/friis2021.cc writes them.
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
  section: string;
  claim: string;
  verdict: "holds" | "does not hold";
  finding: string;
  chart: StudyChart;
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

export interface StudyData {
  study: string;
  data: string;
  epsilons: number[];
  values: number[];
  people: number[];
  structures: number;
  queries: number;
  claims: Claim[];
  break_even: BreakEven[];
}
