// What `sourdine blur` writes into its page (report/blur_page.cc).
import type { Language } from "./types";

export interface BlurCells {
  cell: number; // metres
  width: number;
  height: number;
  low: [x: number, y: number]; // of the lowest corner, in metres of the plane
  estimate: number[]; // row by row from the lowest
  counted: number[]; // blurred points
  lower?: number[];
  upper?: number[];
}

export interface BlurRegion {
  name: string;
  estimate: number;
  std_error: number;
  lower: number;
  upper: number;
  counted: number; // blurred points
  rings: [x: number, y: number][][]; // metres of the plane
}

export interface BlurData {
  schema: 1;
  language: Language; // that the page opens in
  title: string;
  software: string;
  points: number;
  confidence: number;
  guarantee: {
    is_private: boolean;
    level: number; // ln of the factor, for places within `radius`
    radius: number; // metres on the ground
    step: number; // metres of the plane
    stretch: number; // metres of the plane per metre of ground, at most
    per_step: number; // ε of one step of the grid
    // What is hidden: one event, or a place with all its events (a memo); the most events of one place that is charged.
    unit: "event" | "place";
    max_reports: number;
    words: Record<Language, { not_protected: string[]; not_private_because: string[] }>;
  };
  displacement: { mean: number; quantiles: [probability: number, metres: number][] };
  density?: BlurCells;
  regions: BlurRegion[];
}
