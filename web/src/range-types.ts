// What `sourdine range query --page` writes into its page.
import type { Language, Unit } from "./types";

export interface RangeNode {
  level: number;
  first: number;
  last: number;
  estimate: number;
  std_error: number;
}

export interface RangeAnswer {
  text: string; // as it was asked
  first: number;
  last: number;
  estimate: number;
  std_error: number;
  lower: number;
  upper: number;
  nodes: RangeNode[];
}

export type RangeAxis =
  | { kind: "dates"; period: Unit; first: string }
  // In steps of 10^−decimals.
  | { kind: "numbers"; from: number; to: number; bin: number; decimals: number };

/** The structure as far as any range can be answered from it, as the program would (range/tree_model.h). */
export interface RangeStructure {
  degree: number;
  root_counts: boolean; // the whole domain has a number of its own
  variances: [full: number, last: number][]; // of the levels' subtrees, root first
  quantile: number; // half an interval is quantile · standard error + extra
  extra: number;
  largest: number | null; // no count is larger
  step: number; // values per number of `hundredths`
  hundredths: number[]; // the estimates of `step` values each, such that their sums are rounded once
}

/** A stream likewise (range/stream_counter.h): blocks of 1, 2, 4 … steps of an epoch. */
export interface RangeStream {
  quantile: number;
  extra: number;
  epochs: { start: number; length: number; variances: number[]; estimates: number[][] }[];
}

export interface RangeWords {
  unit: string;
  neighbours: string;
  caveats: string[];
  not_private_because: string[];
}

export interface RangeData {
  schema: 2;
  language: Language; // that the page opens in
  title: string;
  software: string;
  axis: RangeAxis;
  size: number;
  confidence: number;
  guarantee: {
    is_private: boolean;
    epsilon: number;
    model: "local" | "central";
    against: "replace" | "add/remove"; // what the promise compares
    words: Record<Language, RangeWords>;
  };
  /** Blocks of `width` values each, as many as there are whole ones; ticks are names of places in the domain. */
  series: { width: number; ticks: [number, string][]; estimate: number[]; lower: number[]; upper: number[] };
  asked: number;
  answers: RangeAnswer[];
  structure?: RangeStructure; // or
  stream?: RangeStream; // without either, only the answers that the program gave
}
