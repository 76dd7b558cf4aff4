import type { Point } from "./geometry";

/**
 * The border of a region given as many polygons, such as its towns. Neighbours share their border point for point, so a
 * segment that occurs twice lies inside the region. Segments that follow one another are joined into lines.
 */
export function borderOf(polygons: Point[][][]): Point[][] {
  const name = (p: Point) => `${p[0]} ${p[1]}`;
  const occurrences = new Map<string, number>();
  const visit = (use: (a: Point, b: Point, id: string) => void) => {
    for (const ring of polygons.flat())
      ring.forEach((a, i) => {
        const b = ring[(i + 1) % ring.length]!;
        const ends = [name(a), name(b)].sort();
        if (ends[0] !== ends[1]) use(a, b, ends.join("|"));
      });
  };
  visit((_a, _b, id) => occurrences.set(id, (occurrences.get(id) ?? 0) + 1));
  const lines: Point[][] = [];
  visit((a, b, id) => {
    if (occurrences.get(id) !== 1) return;
    const last = lines[lines.length - 1];
    if (last && name(last[last.length - 1]!) === name(a)) last.push(b);
    else lines.push([a, b]);
  });
  return lines;
}
