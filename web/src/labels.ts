// Labels of the map: short names, and those that would overlap a more important one left out.
import type { Point } from "./geometry";
import type { Region } from "./types";

export interface Label {
  region: number;
  lines: string[];
  x: number;
  y: number;
  seatX: number;
  seatY: number;
}

export function shortName({ name, seat }: Region): string {
  if (seat) return seat;
  const short = name.replace(/^(CA|CC|CU|Métropole)\s+(de la |de l['’]|des |du |de |d['’])?/i, "");
  return short.charAt(0).toUpperCase() + short.slice(1);
}

/** `anchors` are pixels; `importance` decides who keeps a contested place. */
export function placeLabels(
  regions: Region[],
  anchors: (Point | undefined)[],
  importance: number[],
  lineHeight: number,
  width: number,
): Label[] {
  const order = regions.map((_, i) => i).sort((a, b) => importance[b]! - importance[a]!);
  const taken: [number, number, number, number][] = [];
  const labels: Label[] = [];
  for (const region of order) {
    const anchor = anchors[region];
    if (!anchor) continue;
    const lines = wrap(shortName(regions[region]!), 14);
    const half = (Math.max(...lines.map((line) => line.length)) * lineHeight * 0.46) / 2 + 2;
    const x = Math.min(Math.max(anchor[0], half), width - half),
      y = anchor[1] + lineHeight * 1.05;
    const box: [number, number, number, number] = [
      x - half,
      y - lineHeight,
      x + half,
      y + lineHeight * (lines.length - 0.5),
    ];
    if (taken.some((t) => box[0] < t[2] && t[0] < box[2] && box[1] < t[3] && t[1] < box[3])) continue;
    taken.push(box);
    labels.push({ region, lines, x, y, seatX: anchor[0], seatY: anchor[1] });
  }
  return labels;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of text.split(/(?<=[-\s])/)) {
    const last = lines[lines.length - 1];
    if (last !== undefined && (last + part).trimEnd().length <= width) lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  return lines.map((line) => line.trimEnd()).slice(0, 3);
}
