// What the collector answers under /v1, as far as its dashboard reads it.
import type { FeatureCollection } from "geojson";
import type { Region, Unit } from "./types";

export interface CollectorGuarantee {
  epsilon_asked: number;
  epsilon: number; // realised
  delta: number;
  model: "local" | "central";
  unit: string; // for people, in English
  neighbours: string;
  protects: string; // words of privacy/unit.h: "report value", "tuple" …
  against: string; // "replace", "add/remove", "nearby"
  caveats: string[];
  not_private_because?: string[];
  levels?: { protects: string; epsilon: number }[];
}

/** ε as the ledger writes it, or as a number. */
export type EpsilonText = string | number;
export interface Budget {
  dataset: string;
  spent: EpsilonText;
  limit: EpsilonText | null;
  left: EpsilonText | null;
}

export interface Collection {
  id: string;
  title: string;
  state: "open" | "closed";
  kind: string; // "oracle", "range", "tuple" …
  period: Unit | null;
  min_reports: number;
  max_reports: number | null;
  accepts_seeded: boolean;
  keeps_reports: boolean;
  retention_days: number | null;
  jitter_seconds: number;
  has_map: boolean;
  dataset: string;
  created: string;
  closed: string | null;
  server_time: string;
  fingerprint: string;
  guarantee: CollectorGuarantee;
  randomness: string; // "private", or why it is not
  reports?: number;
  updated?: string | null;
  budget?: Budget | null;
}

export interface Estimate {
  value: string;
  estimate: number;
  std_error: number;
  lower: number;
  upper: number;
  mostly_noise: boolean;
}
export interface AttributeEstimates {
  name: string;
  reports: number; // that were about it; estimates are of all reports of the period
  values: Estimate[];
}
/** Of one period, or of several together. Where fewer than min_reports reports came, neither values nor attributes. */
export interface Shown {
  period: string | null;
  to?: string;
  reports: number;
  is_shown: boolean;
  min_reports: number;
  values?: Estimate[];
  attributes?: AttributeEstimates[];
}
export interface Estimates {
  collection: string;
  confidence: number;
  randomness: string;
  guarantee: CollectorGuarantee;
  kind: string;
  periods: Shown[];
  together: Shown | null;
}

export interface Activity {
  minutes: { time: string; reports: number; batches: number }[]; // only minutes with something
}

export interface Check {
  name: string;
  title: string;
  p: number;
  is_odd: boolean;
  detail: string;
  expected: number[]; // shares
  observed: number[]; // counts
}
export interface Screening {
  checks: Check[]; // there are some before there are reports
  reports: number;
}

export interface Update {
  reports: number;
  updated: string | null;
  state: "open" | "closed";
}

/**
 * The map of a collection, as whoever created it gave it: regions as on the page of a release (types.ts). A region's
 * name is a value of the collection; `geojson` has features whose property "region" is such a name. Without it regions
 * with coordinates are drawn as the parts of the plane nearest to them.
 */
export interface CollectionMap {
  regions?: Region[];
  geojson?: FeatureCollection;
}
