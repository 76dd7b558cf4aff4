// The map: drawn once per width; moving the slider only recolours it.
import * as Plot from "@observablehq/plot";
import type { MultiLineString, MultiPolygon } from "geojson";
import { describe } from "./chart";
import { classLimits, classOf, paletteStep } from "./classes";
import type { Cell } from "./csv";
import { downloads } from "./downloads";
import { h, onWidth, paperWidth, setText } from "./dom";
import { mapShape, type MapShape, type Point } from "./geometry";
import { placeLabels } from "./labels";
import type { Page } from "./page";

export function regionMap(page: Page): HTMLElement | undefined {
  const shape = mapShape(page.data.regions, page.data.geojson);
  return shape && new RegionMap(page, shape).figure;
}

class RegionMap {
  readonly figure: HTMLElement;
  private readonly heading = h("h3");
  private readonly frame = h("div", { class: "map" });
  private readonly tip = h("div", { class: "tip", hidden: true });
  private readonly legend = h("div", { class: "legend" });
  private readonly gap = h("p", { class: "told", hidden: true });
  private areas: SVGPathElement[] = [];
  private borders: SVGPathElement[] = [];
  private labels: { region: number; under: number | undefined; name: SVGElement; seat: SVGElement }[] = [];
  private svg: SVGSVGElement | undefined;
  private limits: number[] = [];
  private classes: { colour: string; text: string }[] = [];
  private width = 0;

  constructor(
    private readonly page: Page,
    private readonly shape: MapShape,
  ) {
    this.figure = h(
      "figure",
      { class: "panel" },
      this.heading,
      this.legend,
      this.gap,
      h("div", { class: "stage" }, this.frame, this.tip),
      shape.isSchematic && h("figcaption", {}, page.text.schematic),
      this.missing(),
      downloads(page.text, {
        file: () => `${page.data.title} map ${page.label}`,
        title: () => `${page.text.mapTitle(page.periodName)}: ${this.measureName()}`,
        legend: () => this.classes,
        source: () => page.source,
        rows: () => this.rows(),
        svg: () => this.svg ?? null,
      }),
    );
    this.classify();
    onWidth(this.frame, 0.44 * paperWidth, (width) => this.draw(width));
    page.onChange((changed) => {
      if (changed.has("unit") || changed.has("measure")) this.classify();
      // The chosen region is named whatever its importance, so its labels are placed anew.
      if (changed.has("region") && this.width > 0) this.draw(this.width);
      else this.colour();
    });
    setText(this.heading, page.text.mapTitle(page.periodName));
  }

  private missing(): HTMLElement | null {
    const drawn = new Set(this.shape.areas.map(({ region }) => region));
    const names = this.page.data.regions.flatMap(({ name }, r) => (drawn.has(r) ? [] : [name]));
    return names.length > 0 ? h("figcaption", { class: "missing" }, this.page.text.notOnMap(names.join(", "))) : null;
  }

  private rows(): Cell[][] {
    const { page } = this;
    const rows = page.data.regions.map(({ name }, r): Cell[] => {
      const { estimate, lower, upper } = page.shown(page.view.period, r);
      return [page.label, name, page.view.measure, estimate, lower, upper];
    });
    return [["period", "region", "measure", "estimate", "lower", "upper"], ...rows];
  }

  private classify(): void {
    const { page } = this;
    const all = page.series.labels.flatMap((_, t) => page.data.regions.map((_, r) => page.shown(t, r).estimate));
    this.limits = classLimits(all);
    const written = this.limits.map((limit) =>
      page.view.measure === "share"
        ? page.format.percent(limit, limit < 0.01 ? 1 : 0)
        : page.format.count(limit, limit < 1 ? 1 : 0),
    );
    const names = [...written, ""].map((upper, i) => {
      if (i === 0) return page.text.below(upper);
      return i === written.length ? page.text.above(written[i - 1]!) : page.text.range(written[i - 1]!, upper);
    });
    this.classes = names.map((text, i) => ({ colour: `--map-${paletteStep(i, names.length)}`, text }));
    this.legend.hidden = this.limits.length === 0; // no number is above zero, or none is published
    const swatches = this.classes.map(({ colour, text }) =>
      h("li", {}, h("i", { style: `background:var(${colour})` }), text),
    );
    this.legend.replaceChildren(h("span", { class: "legend-title" }, this.measureName()), h("ul", {}, ...swatches));
  }

  private measureName(): string {
    const { text, events, view, series } = this.page;
    return view.measure === "share" ? text.legendShare(events, series.unit) : text.legendCount(events, series.unit);
  }

  private draw(width: number): void {
    const { page, shape } = this;
    const { height: mapHeight, place } = fit(shape, width);
    this.width = width;
    this.tip.hidden = true;
    const fontSize = width < 460 ? 10 : 12;
    const features = shape.areas.map(({ polygons }): MultiPolygon => ({
      type: "MultiPolygon",
      coordinates: polygons.map((rings) => rings.map((ring) => closed(ring).map(place))),
    }));
    const borders = shape.areas.map(({ border }): MultiLineString => ({
      type: "MultiLineString",
      coordinates: border.map((line) => line.map(place)),
    }));
    const anchors = shape.seats.map((seat) => seat && place(seat));
    const importance = page.data.regions.map((_, r) =>
      r === page.view.region ? Infinity : page.series.estimate.reduce((s, row) => s + row[r]!, 0),
    );
    const measure = textMeasure(`${fontSize}px ${getComputedStyle(this.frame).fontFamily}`);
    const labels = placeLabels(page.data.regions, anchors, importance, 1.15 * fontSize, { width, height: mapHeight }, measure);
    const plot = Plot.plot({
      width,
      height: mapHeight,
      margin: 0,
      projection: "identity",
      style: { overflow: "visible", fontSize: `${fontSize}px` },
      marks: [
        Plot.geo(features, { strokeWidth: 0.75, className: "areas" }),
        Plot.geo(borders, {
          stroke: "var(--surface)",
          strokeWidth: shape.isSchematic ? 2 : 1.25,
          className: "borders",
          pointerEvents: "none",
        }),
        Plot.dot(labels, {
          x: "seatX",
          y: "seatY",
          r: 2.5,
          fill: "currentColor",
          className: "seats",
          pointerEvents: "none",
        }),
        Plot.text(labels, {
          x: "x",
          y: "y",
          text: (d: { lines: string[] }) => d.lines.join("\n"),
          lineAnchor: "top",
          lineHeight: 1.15,
          dy: 0.22 * fontSize, // from the top of the box to that of its capitals
          fill: "currentColor",
          stroke: "var(--surface)",
          strokeWidth: 3,
          className: "names",
          pointerEvents: "none",
        }),
      ],
    });
    this.svg = plot as SVGSVGElement;
    this.areas = Array.from(this.svg.querySelectorAll<SVGPathElement>(".areas path"));
    this.borders = Array.from(this.svg.querySelectorAll<SVGPathElement>(".borders path"));
    this.areas.forEach((path, i) => this.listen(path, shape.areas[i]!.region));
    const names = this.svg.querySelectorAll<SVGElement>(".names text"),
      seats = this.svg.querySelectorAll<SVGElement>(".seats circle");
    const areaAt = (p: Point) =>
      shape.areas[features.findIndex(({ coordinates }) => isInside(p, coordinates as Point[][][]))]?.region;
    this.labels = labels.map(({ region, x, y, halfWidth, height }, i) => {
      const ends: Point[] = [-1, 1].flatMap((side) => [0, height].map((down): Point => [x + side * halfWidth, y + down]));
      const isOnMap = ends.every((p) => areaAt(p) !== undefined);
      const under = isOnMap ? areaAt([x, y + height / 2]) : undefined;
      return { region, under, name: names[i]!, seat: seats[i]! };
    });
    this.frame.replaceChildren(this.svg);
    this.colour();
  }

  private listen(path: SVGPathElement, region: number): void {
    path.addEventListener("click", () => this.page.choose({ region }));
    path.addEventListener("pointermove", (event) => this.showTip(event, region));
    path.addEventListener("pointerleave", () => (this.tip.hidden = true));
  }

  private showTip(event: PointerEvent, region: number): void {
    const { page, tip } = this;
    const { estimate, lower, upper } = page.shown(page.view.period, region);
    const numbers = `${page.number(estimate)} (${page.text.range(page.bound(lower), page.bound(upper))})`;
    tip.replaceChildren(
      h("strong", {}, page.data.regions[region]!.name),
      h("span", {}, page.gapWords(page.view.period) ?? numbers),
    );
    tip.hidden = false;
    const box = this.frame.getBoundingClientRect();
    const x = event.clientX - box.left,
      y = event.clientY - box.top;
    tip.style.left = `${Math.max(0, Math.min(x + 12, box.width - tip.offsetWidth))}px`;
    tip.style.top = `${y + 14}px`;
  }

  private colour(): void {
    const { page, shape } = this;
    setText(this.heading, page.text.mapTitle(page.periodName));
    const estimates = page.data.regions.map((_, r) => page.shown(page.view.period, r).estimate);
    const gap = page.gapWords(page.view.period);
    this.gap.hidden = gap === undefined;
    setText(this.gap, page.gapWords(page.view.period, true) ?? "");
    const step = (region: number) => paletteStep(classOf(this.limits, estimates[region]!), this.limits.length + 1);
    // No colour of a class says anything where nothing is published.
    const fill = (region: number) => (gap === undefined ? `var(--map-${step(region)})` : "var(--rule)");
    const ink = (region: number) => (gap === undefined ? `var(--on-map-${step(region)})` : "var(--ink)");
    // A name is read against what it stands on, which need not be its own region.
    for (const { region, under, name, seat } of this.labels) {
      seat.style.color = ink(region);
      name.style.color = under === undefined ? "var(--ink)" : ink(under);
      name.style.stroke = under === undefined ? "var(--surface)" : fill(under);
    }
    this.areas.forEach((path, i) => {
      const { region } = shape.areas[i]!;
      // The stroke hides the hairlines between the polygons of one region.
      path.style.fill = path.style.stroke = fill(region);
      const border = this.borders[i]!,
        chosen = region === page.view.region;
      border.classList.toggle("chosen", chosen);
      if (chosen) border.parentNode!.append(border);
    });
    const order = estimates.map((_, r) => r).sort((a, b) => estimates[b]! - estimates[a]!);
    const named = (r: number) => `${page.data.regions[r]!.name}, ${page.number(estimates[r]!)}`;
    const [highest, lowest] = [order[0]!, order[order.length - 1]!].map(named) as [string, string];
    const alternative = page.text.mapAlternative(page.periodName, highest, lowest);
    if (this.svg) describe(this.svg, gap === undefined ? alternative : page.text.gapAlternative(gap));
  }
}

/** Even-odd: inside an odd number of rings. */
function isInside([x, y]: Point, polygons: Point[][][]): boolean {
  let inside = false;
  for (const ring of polygons.flat())
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length]!;
      if (a[1] > y !== b[1] > y && x < a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1])) inside = !inside;
    });
  return inside;
}

/** How wide a text is in a font. */
function textMeasure(font: string): (text: string) => number {
  const context = document.createElement("canvas").getContext("2d")!;
  context.font = font;
  return (text) => context.measureText(text).width;
}

/** GeoJSON wants the first point again at the end. */
function closed(ring: Point[]): Point[] {
  const first = ring[0]!,
    last = ring[ring.length - 1]!;
  return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first];
}

/** The map's own plane to pixels, whole and centred in the width; as high as it needs within reason. */
function fit(shape: MapShape, width: number): { height: number; place: (p: Point) => Point } {
  let left = Infinity,
    right = -Infinity,
    top = Infinity,
    bottom = -Infinity;
  for (const { polygons } of shape.areas)
    for (const rings of polygons)
      for (const [x, y] of rings[0] ?? []) {
        ((left = Math.min(left, x)), (right = Math.max(right, x)));
        ((top = Math.min(top, y)), (bottom = Math.max(bottom, y)));
      }
  const margin = 4;
  const height = Math.round(
    Math.min(Math.max((width * (bottom - top)) / (right - left), 0.5 * width), 1.1 * width, 640),
  );
  const scale = Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top));
  const dx = (width - scale * (right - left)) / 2,
    dy = (height - scale * (bottom - top)) / 2;
  return { height, place: ([x, y]) => [dx + scale * (x - left), dy + scale * (y - top)] };
}
