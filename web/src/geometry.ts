// The map in the plane: longitudes are shrunk by the cosine of the middle latitude, which is all a small country needs
// and makes polygons indifferent to their winding. Without polygons, regions are Voronoi cells of their seats.
import { Delaunay } from "d3-delaunay";
import type { Feature, FeatureCollection, Position } from "geojson";
import { borderOf } from "./border";
import type { Region } from "./types";

export type Point = [number, number];
/** All of one region. */
export interface Area {
  region: number;
  polygons: Point[][][]; // polygon, ring, point
  border: Point[][];
}
export interface MapShape {
  areas: Area[];
  seats: (Point | undefined)[]; // where a region's label stands
  isSchematic: boolean;
}

export function mapShape(regions: Region[], geojson: FeatureCollection | undefined): MapShape | undefined {
  if (geojson) return drawnMap(regions, geojson);
  return regions.length >= 2 && regions.every((r) => r.lat !== undefined && r.lon !== undefined)
    ? schematicMap(regions)
    : undefined;
}

function flattener(latitudes: number[]): (lon: number, lat: number) => Point {
  const least = latitudes.reduce((a, b) => Math.min(a, b)),
    most = latitudes.reduce((a, b) => Math.max(a, b));
  const middle = (least + most) / 2;
  const shrink = Math.cos((middle * Math.PI) / 180);
  return (lon, lat) => [lon * shrink, -lat];
}

function drawnMap(regions: Region[], geojson: FeatureCollection): MapShape | undefined {
  const found = regions.flatMap(({ name }, region) => {
    const polygons = geojson.features.filter((f) => f.properties?.["region"] === name).flatMap(polygonsOf);
    return polygons.length > 0 ? [{ region, polygons }] : [];
  });
  if (found.length === 0) return undefined;
  const flat = flattener(found.flatMap(({ polygons }) => polygons.flatMap((rings) => rings[0]!.map((p) => p[1]!))));
  const areas = found.map(({ region, polygons }) => {
    const flattened = polygons.map((rings) => rings.map((ring) => ring.map((p) => flat(p[0]!, p[1]!))));
    return { region, polygons: flattened, border: borderOf(flattened) };
  });
  const seats = regions.map((r, i) =>
    r.lat !== undefined && r.lon !== undefined ? flat(r.lon, r.lat) : middleOf(areas, i),
  );
  return { areas, seats, isSchematic: false };
}

function polygonsOf({ geometry }: Feature): Position[][][] {
  if (geometry?.type === "Polygon") return [geometry.coordinates];
  return geometry?.type === "MultiPolygon" ? geometry.coordinates : [];
}

/** The centre of the region's largest outer ring. */
function middleOf(areas: Area[], region: number): Point | undefined {
  let best: Point | undefined,
    largest = 0;
  for (const rings of areas.filter((a) => a.region === region).flatMap((a) => a.polygons)) {
    let area = 0,
      x = 0,
      y = 0;
    const ring = rings[0] ?? [];
    ring.forEach((p, i) => {
      const q = ring[(i + 1) % ring.length]!;
      const cross = p[0] * q[1] - q[0] * p[1];
      area += cross / 2;
      x += ((p[0] + q[0]) * cross) / 6;
      y += ((p[1] + q[1]) * cross) / 6;
    });
    if (Math.abs(area) > largest) {
      largest = Math.abs(area);
      best = [x / area, y / area];
    }
  }
  return best;
}

function schematicMap(regions: Region[]): MapShape {
  const flat = flattener(regions.map((r) => r.lat!));
  const seats = regions.map((r) => flat(r.lon!, r.lat!));
  const outline = roundedHull(seats);
  const xs = outline.map((p) => p[0]),
    ys = outline.map((p) => p[1]);
  const box: [number, number, number, number] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const voronoi = Delaunay.from(seats).voronoi(box);
  const areas = seats.flatMap((_, region) => {
    const cell = voronoi.cellPolygon(region);
    if (!cell) return [];
    const polygons = [[clip(cell.slice(0, -1) as Point[], outline)]];
    return [{ region, polygons, border: borderOf(polygons) }];
  });
  return { areas, seats, isSchematic: true };
}

/** The convex hull of discs around the points: an outline with round corners. */
function roundedHull(points: Point[]): Point[] {
  const xs = points.map((p) => p[0]),
    ys = points.map((p) => p[1]);
  const size = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) || 1;
  const radius = 0.11 * size,
    corners = 32;
  const around = points.flatMap(([x, y]) =>
    Array.from({ length: corners }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / corners;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  );
  return Array.from(Delaunay.from(around).hull, (i) => around[i]!);
}

/** Sutherland–Hodgman: the part of a polygon inside a convex one. */
function clip(polygon: Point[], convex: Point[]): Point[] {
  const turn = (a: Point, b: Point, p: Point) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
  const middle: Point = [
    convex.reduce((s, p) => s + p[0], 0) / convex.length,
    convex.reduce((s, p) => s + p[1], 0) / convex.length,
  ];
  let kept = polygon;
  convex.forEach((a, i) => {
    const b = convex[(i + 1) % convex.length]!;
    const inside = Math.sign(turn(a, b, middle));
    const side = (p: Point) => inside * turn(a, b, p);
    kept = kept.flatMap((p, j) => {
      const q = kept[(j + 1) % kept.length]!;
      const here = side(p),
        there = side(q);
      const crossing: Point[] = here * there < 0 ? [between(p, q, here / (here - there))] : [];
      return here >= 0 ? [p, ...crossing] : crossing;
    });
  });
  return kept;
}

function between(p: Point, q: Point, t: number): Point {
  return [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
}
