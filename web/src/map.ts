// The map: drawn once per width; moving the slider only recolours it.
import * as Plot from "@observablehq/plot";
import type { MultiPolygon } from "geojson";
import { classColour, classLimits, classOf } from "./classes";
import { h, onWidth, setText } from "./dom";
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
  private areas: SVGPathElement[] = [];
  private svg: SVGSVGElement | undefined;
  private limits: number[] = [];

  constructor(private readonly page: Page, private readonly shape: MapShape) {
    this.figure = h(
      "figure",
      { class: "panel" },
      this.heading,
      this.legend,
      h("div", { class: "stage" }, this.frame, this.tip),
      shape.isSchematic && h("figcaption", {}, page.text.schematic),
    );
    this.classify();
    onWidth(this.frame, (width) => this.draw(width));
    page.onChange((changed) => {
      if (changed.has("unit") || changed.has("measure")) this.classify();
      this.colour();
    });
    setText(this.heading, page.text.mapTitle(page.periodName));
  }

  private classify(): void {
    const { page } = this;
    const all = page.series.labels.flatMap((_, t) => page.data.regions.map((_, r) => page.shown(t, r).estimate));
    this.limits = classLimits(all);
    const written = this.limits.map((limit) => page.view.measure === "share" ? page.format.percent(limit, limit < 0.01 ? 1 : 0) : page.format.count(limit, limit < 1 ? 1 : 0));
    const names = [...written, ""].map((upper, i) => {
      if (i === 0) return page.text.below(upper);
      return i === written.length ? page.text.above(written[i - 1]!) : page.text.range(written[i - 1]!, upper);
    });
    const unit = page.series.unit;
    const title = page.view.measure === "share" ? page.text.legendShare(page.events, unit) : page.text.legendCount(page.events, unit);
    const swatches = names.map((name, i) => h("li", {}, h("i", { style: `background:${classColour(i, names.length)}` }), name));
    this.legend.replaceChildren(h("span", { class: "legend-title" }, title), h("ul", {}, ...swatches));
  }

  private draw(width: number): void {
    const { page, shape } = this;
    const { height, place } = fit(shape, width);
    this.tip.hidden = true;
    const lineHeight = width < 460 ? 11 : 13;
    const features = shape.areas.map(({ polygons }): MultiPolygon => ({
      type: "MultiPolygon",
      coordinates: polygons.map((rings) => rings.map((ring) => ring.map(place))),
    }));
    const anchors = shape.seats.map((seat) => seat && place(seat));
    const importance = page.data.regions.map((_, r) => page.series.estimate.reduce((s, row) => s + row[r]!, 0));
    const labels = placeLabels(page.data.regions, anchors, importance, lineHeight, width);
    const plot = Plot.plot({
      width, height, margin: 0,
      projection: "identity",
      style: { overflow: "visible", fontSize: `${lineHeight - 1}px` },
      marks: [
        Plot.geo(features, { stroke: "var(--surface)", strokeWidth: shape.isSchematic ? 2 : 1, fill: "var(--map-0)", className: "areas" }),
        Plot.dot(anchors.filter((a): a is Point => a !== undefined), { x: "0", y: "1", r: 2.5, fill: "var(--ink)", stroke: "var(--surface)", pointerEvents: "none" }),
        Plot.text(labels, {
          x: "x", y: "y", text: (d: { lines: string[] }) => d.lines.join("\n"), lineAnchor: "top", dy: -lineHeight * 0.7,
          fill: "var(--ink)", stroke: "var(--surface)", strokeWidth: 3, strokeOpacity: 0.85, pointerEvents: "none",
        }),
      ],
    });
    this.svg = plot as SVGSVGElement;
    this.svg.setAttribute("role", "img");
    this.areas = Array.from(this.svg.querySelectorAll<SVGPathElement>(".areas path"));
    this.areas.forEach((path, i) => this.listen(path, shape.areas[i]!.region));
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
    tip.replaceChildren(
      h("strong", {}, page.data.regions[region]!.name),
      h("span", {}, `${page.number(estimate)} (${page.text.range(page.number(lower), page.number(upper))})`),
    );
    tip.hidden = false;
    const box = this.frame.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    tip.style.left = `${Math.max(0, Math.min(x + 12, box.width - tip.offsetWidth))}px`;
    tip.style.top = `${y + 14}px`;
  }

  private colour(): void {
    const { page, shape } = this;
    setText(this.heading, page.text.mapTitle(page.periodName));
    const estimates = page.data.regions.map((_, r) => page.shown(page.view.period, r).estimate);
    this.areas.forEach((path, i) => {
      const { region } = shape.areas[i]!;
      path.style.fill = classColour(classOf(this.limits, estimates[region]!), this.limits.length + 1);
      path.classList.toggle("chosen", region === page.view.region);
      if (region === page.view.region) path.parentNode!.append(path);
    });
    const order = estimates.map((_, r) => r).sort((a, b) => estimates[b]! - estimates[a]!);
    const named = (r: number) => `${page.data.regions[r]!.name}, ${page.number(estimates[r]!)}`;
    this.svg?.setAttribute("aria-label", page.text.mapAlternative(page.periodName, named(order[0]!), named(order[order.length - 1]!)));
  }
}

/** The map's own plane to pixels, whole and centred in the width; as high as it needs within reason. */
function fit(shape: MapShape, width: number): { height: number; place: (p: Point) => Point } {
  let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
  for (const { polygons } of shape.areas)
    for (const rings of polygons)
      for (const [x, y] of rings[0] ?? []) {
        left = Math.min(left, x), right = Math.max(right, x);
        top = Math.min(top, y), bottom = Math.max(bottom, y);
      }
  const margin = 4;
  const height = Math.round(Math.min(Math.max((width * (bottom - top)) / (right - left), 0.5 * width), 1.1 * width, 640));
  const scale = Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top));
  const dx = (width - scale * (right - left)) / 2, dy = (height - scale * (bottom - top)) / 2;
  return { height, place: ([x, y]) => [dx + scale * (x - left), dy + scale * (y - top)] };
}
