// What the pages of ranges, of grids and of answers to them show (ranges/page.h).
import type { PageHead } from "./shell";
import type { Language, Unit } from "./types";

export interface RangeNode {
  level: number;
  first: number;
  last: number;
  estimate: number;
  std_error: number;
}

/** Of a grid: first and last row of places that follow each other. */
export type PlaceRows = [first: number, last: number][];

export interface RangeAnswer {
  text: string; // as it was asked
  places?: string; // of a grid, likewise; ".." is all of them
  rows?: PlaceRows;
  first: number;
  last: number;
  estimate: number;
  std_error: number;
  lower: number;
  upper: number;
  nodes?: RangeNode[]; // of a grid the page makes them
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
  hundredths?: number[]; // the estimates of `step` values each, such that their sums are rounded once
}

/** Of a grid: its numbers, in the structure that all places share; without them only the given answers are there. */
export interface RangePlace {
  name: string;
  hundredths?: number[];
}

/** A stream likewise (range/stream_counter.h): blocks of 1, 2, 4 … steps of an epoch. */
export interface RangeStream {
  quantile: number;
  extra: number;
  epochs: { start: number; length: number; variances: number[]; estimates: number[][] }[];
}

export interface RangeData extends PageHead {
  axis: RangeAxis;
  domain: Record<Language, string>; // what the axis is, in words
  size: number;
  confidence: number;
  guarantee: PageHead["guarantee"] & { epsilon: number; model: "local" | "central" };
  /** Blocks of `width` values each, as many as there are whole ones; ticks are names of places in the domain. Of a grid
   * over all places. */
  series: RangeSeries & { ticks: [number, string][] };
  asked: number;
  answers: RangeAnswer[];
  structure?: RangeStructure; // or
  stream?: RangeStream; // without either, only the answers that the program gave
  places?: RangePlace[]; // of a grid
}

export interface RangeSeries {
  width: number;
  estimate: number[];
  lower: number[];
  upper: number[];
}
