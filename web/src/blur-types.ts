// What `sourdine blur` writes into its page (blur/publication.cc).
import type { PageHead } from "./shell";

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

export interface BlurData extends PageHead {
  points: number;
  confidence: number;
  guarantee: PageHead["guarantee"] & {
    level: number; // ln of the factor, for places within `radius`, of all events of one place that are charged
    radius: number; // metres on the ground
    step: number; // metres of the plane
    stretch: number; // metres of the plane per metre of ground, at most
    per_step: number; // ε of one step of the grid
    max_reports: number; // of one place, each with noise of its own
  };
  displacement: { mean: number; quantiles: [probability: number, metres: number][] };
  density?: BlurCells;
  regions: BlurRegion[];
}
