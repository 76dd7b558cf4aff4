// Labels of the map: short names, and those that would overlap a more important one left out.
import type { Point } from "./geometry";
import type { Region } from "./types";

export interface Label {
  region: number;
  lines: string[];
  x: number; // the middle
  y: number; // the top
  halfWidth: number;
  height: number;
  seatX: number;
  seatY: number;
}

export function shortName({ name, seat }: Region): string {
  if (seat) return seat;
  const short = name.replace(/^(CA|CC|CU|Métropole)\s+(de la |de l['’]|des |du |de |d['’])?/i, "");
  return short.charAt(0).toUpperCase() + short.slice(1);
}

type Box = [left: number, top: number, right: number, bottom: number];
const overlap = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const seatRadius = 3;

/**
 * `anchors` are pixels of a map of the given size; `importance` decides who keeps a contested place, and `measure` is the
 * width of a text as it will be drawn. A label stands below its seat, above, right or left of it, where nothing is yet.
 */
export function placeLabels(
  regions: Region[],
  anchors: (Point | undefined)[],
  importance: number[],
  lineHeight: number,
  size: { width: number; height: number },
  measure: (text: string) => number,
): Label[] {
  const order = regions.map((_, i) => i).sort((a, b) => importance[b]! - importance[a]!);
  const taken: Box[] = [];
  const labels: Label[] = [];
  for (const region of order) {
    const anchor = anchors[region];
    if (!anchor) continue;
    const [seatX, seatY] = anchor;
    const seat: Box = [seatX - seatRadius, seatY - seatRadius, seatX + seatRadius, seatY + seatRadius];
    if (taken.some((box) => overlap(box, seat))) continue;
    const lines = wrap(shortName(regions[region]!), 14);
    const halfWidth = Math.max(...lines.map(measure)) / 2 + 2,
      height = lines.length * lineHeight;
    const gap = seatRadius + 2;
    const inside = Math.min(Math.max(seatX, halfWidth), size.width - halfWidth);
    const places: [x: number, top: number][] = [
      [inside, seatY + gap],
      [inside, seatY - gap - height],
      [seatX + gap + halfWidth, seatY - height / 2],
      [seatX - gap - halfWidth, seatY - height / 2],
    ];
    for (const [x, top] of places) {
      const box: Box = [x - halfWidth, top - 1, x + halfWidth, top + height + 1];
      if (box[0] < 0 || box[1] < 0 || box[2] > size.width || box[3] > size.height + lineHeight) continue;
      if (taken.some((other) => overlap(box, other))) continue;
      taken.push(box, seat);
      labels.push({ region, lines, x, y: top, halfWidth, height, seatX, seatY });
      break;
    }
  }
  return labels;
}

/** At most three lines; a name that needs more ends in an ellipsis. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of text.split(/(?<=[-\s/])/)) {
    const last = lines[lines.length - 1];
    if (last !== undefined && (last + part).trimEnd().length <= width) lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  const shown = lines.map((line) => line.trimEnd());
  return shown.length <= 3 ? shown : [...shown.slice(0, 2), `${shown[2]!} …`];
}
