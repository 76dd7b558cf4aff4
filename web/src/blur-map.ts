// The map of squares: what was estimated, what was found, and how uncertain it is, with the borders of regions. One path
// per colour, so that ten thousand squares are nine elements.
import { classLimits, classOf, paletteStep } from "./classes";
import type { Cell } from "./csv";
import { choice, h, onWidth, paperWidth, setText } from "./dom";
import { downloads } from "./downloads";
import { pair } from "./format";
import type { BlurPage } from "./blur-page";
import type { BlurLayer } from "./blur-strings";
import type { BlurCells, BlurRegion } from "./blur-types";

const namespace = "http://www.w3.org/2000/svg";

function drawn(tag: string, attributes: Record<string, string | number>, ...children: Node[]): SVGElement {
  const made = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

export class BlurMap {
  readonly figure: HTMLElement;
  private readonly frame = h("div", { class: "map" });
  private readonly tip = h("div", { class: "tip", hidden: true });
  private readonly legend = h("div", { class: "legend" });
  private readonly meaning = h("p", { class: "footnote", id: "layer-meaning" });
  private readonly values: Record<BlurLayer, number[] | undefined>;
  private readonly limits: number[];
  private classes: { colour: string; text: string }[] = [];
  private layer: BlurLayer = "estimate";
  private region: BlurRegion | undefined;
  private svg: SVGSVGElement | undefined;
  private width = 0;

  constructor(
    private readonly page: BlurPage,
    private readonly cells: BlurCells,
  ) {
    const { text, data } = page;
    const { lower, upper } = cells;
    this.values = {
      estimate: cells.estimate,
      counted: cells.counted,
      width: lower && upper && upper.map((high, i) => high - lower[i]!),
    };
    // One scale for all: what is estimated and how far off it may be are compared by their colours.
    this.limits = classLimits([...cells.estimate, ...cells.counted].filter((value) => value >= 0.5));
    const layers = (Object.keys(text.layers) as BlurLayer[]).filter((name) => this.values[name]);
    this.figure = h(
      "figure",
      { class: "panel" },
      choice(
        text.layerLegend,
        layers.map((value) => ({ value, label: text.layers[value] })),
        this.layer,
        (value) => {
          this.layer = value as BlurLayer;
          this.draw(this.width);
        },
      ),
      this.legend,
      h("div", { class: "stage" }, this.frame, this.tip),
      this.meaning,
      downloads(text, {
        file: () => `${data.title} ${this.layer}`,
        title: () => pair(page.language, data.title, text.layers[this.layer]),
        legend: () => this.classes,
        source: () => page.source,
        rows: () => this.rows(),
        svg: () => this.svg ?? null,
      }),
    );
    this.figure.id = "density";
    onWidth(this.frame, paperWidth, (width) => this.draw(width));
  }

  choose(region: BlurRegion | undefined): void {
    this.region = region;
    if (this.width > 0) this.draw(this.width);
  }

  private rows(): Cell[][] {
    const { cell, width, low, estimate, lower, upper, counted } = this.cells;
    const rows = estimate.map((value, i): Cell[] => [
      low[0] + (i % width) * cell,
      low[1] + Math.floor(i / width) * cell,
      value,
      ...(lower && upper ? [lower[i]!, upper[i]!] : []),
      counted[i]!,
    ]);
    return [["x", "y", "estimate", ...(lower && upper ? ["lower", "upper"] : []), "counted"], ...rows];
  }

  private classify(): void {
    const { text } = this.page;
    const written = this.limits.map((limit) => this.page.count(limit));
    const names = [...written, ""].map((limit, i) => {
      if (i === 0) return text.below(limit);
      return i === written.length ? text.above(written[i - 1]!) : text.fromTo(written[i - 1]!, limit);
    });
    this.classes = names.map((name, i) => ({ colour: i === 0 ? "--map-0" : this.colour(i), text: name }));
    this.legend.replaceChildren(
      h("span", { class: "legend-title" }, text.cellLegend(this.page.metres(this.cells.cell))),
      h("ul", {}, ...this.classes.map(({ colour, text: name }) =>
        h("li", {}, h("i", { style: `background:var(${colour})` }), name),
      )),
    );
    setText(this.meaning, text.layerMeaning[this.layer]);
  }

  private colour(index: number): string {
    return `--map-${paletteStep(index, this.limits.length + 1)}`;
  }

  private draw(width: number): void {
    this.width = width;
    this.classify();
    const { cells, page } = this;
    const values = this.values[this.layer]!;
    const size = width / cells.width;
    const height = Math.round(size * cells.height);
    const squares = this.limits.map(() => [] as string[]);
    values.forEach((value, i) => {
      const index = classOf(this.limits, value);
      if (index === 0) return;
      const x = (i % cells.width) * size,
        y = (cells.height - 1 - Math.floor(i / cells.width)) * size;
      squares[index - 1]!.push(`M${x.toFixed(1)},${y.toFixed(1)}h${size.toFixed(2)}v${size.toFixed(2)}h${(-size).toFixed(2)}z`);
    });
    const ring = (points: [number, number][]) =>
      `M${points
        .map(([x, y]) => `${this.across(x).toFixed(1)},${this.down(y, height).toFixed(1)}`)
        .join("L")}Z`;
    const border = (region: BlurRegion, chosen: boolean) =>
      drawn("path", {
        d: region.rings.map(ring).join(""),
        fill: "none",
        stroke: chosen ? "var(--ink)" : "var(--muted)",
        "stroke-width": chosen ? 2.5 : 0.8,
        "stroke-opacity": chosen ? 1 : 0.7,
        ...(chosen ? { class: "chosen" } : {}),
      });
    const others = page.data.regions.filter((region) => region !== this.region);
    const svg = drawn(
      "svg",
      { width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
      drawn("rect", { width, height, fill: "var(--map-0)" }),
      ...squares.map((path, i) =>
        drawn("path", { d: path.join(""), fill: `var(${this.colour(i + 1)})`, "data-squares": path.length }),
      ),
      ...others.map((region) => border(region, false)),
      ...(this.region ? [border(this.region, true)] : []),
      this.scale(width, height),
    ) as SVGSVGElement;
    const most = page.text.tip(this.layer, page.count(values.reduce((a, b) => Math.max(a, b), 0)));
    svg.setAttribute("aria-label", page.text.mapAlternative(page.text.layers[this.layer], most));
    svg.addEventListener("pointermove", (event) => this.showTip(event, size, height));
    svg.addEventListener("pointerleave", () => (this.tip.hidden = true));
    this.svg = svg;
    this.frame.replaceChildren(svg);
  }

  private across(x: number): number {
    return ((x - this.cells.low[0]) / (this.cells.width * this.cells.cell)) * this.width;
  }
  private down(y: number, height: number): number {
    return height - ((y - this.cells.low[1]) / (this.cells.height * this.cells.cell)) * height;
  }

  /** A round length, about a fifth of the map. */
  private scale(width: number, height: number): SVGElement {
    const fifth = (this.cells.width * this.cells.cell) / 5;
    const power = 10 ** Math.floor(Math.log10(fifth));
    const metres = [5, 2, 1].map((digit) => digit * power).find((length) => length <= fifth) ?? power;
    const length = (metres / (this.cells.width * this.cells.cell)) * width;
    const name = drawn("text", { x: 12 + length / 2, y: height - 18, "text-anchor": "middle", fill: "var(--ink)", "font-size": 12 });
    name.textContent = this.page.metres(metres);
    return drawn(
      "g",
      {},
      drawn("rect", { x: 6, y: height - 34, width: length + 12, height: 30, fill: "var(--surface)", "fill-opacity": 0.8 }),
      drawn("path", { d: `M12,${height - 15}v6h${length}v-6`, fill: "none", stroke: "var(--ink)", "stroke-width": 1.5 }),
      name,
    );
  }

  private showTip(event: PointerEvent, size: number, height: number): void {
    const { cells, page, tip } = this;
    const box = this.frame.getBoundingClientRect();
    const x = event.clientX - box.left,
      y = event.clientY - box.top;
    const index = Math.floor((height - y) / size) * cells.width + Math.floor(x / size);
    const estimate = cells.estimate[index];
    if (estimate === undefined || x < 0 || x >= this.width) {
      tip.hidden = true;
      return;
    }
    const { lower, upper } = cells;
    const interval =
      lower && upper ? ` (${page.text.fromTo(page.count(lower[index]!), page.count(upper[index]!))})` : "";
    tip.replaceChildren(
      h("strong", {}, `${page.text.tip("estimate", page.count(estimate))}${interval}`),
      h("span", {}, page.text.tip("counted", page.count(cells.counted[index]!))),
    );
    tip.hidden = false;
    tip.style.left = `${Math.max(0, Math.min(x + 12, box.width - tip.offsetWidth))}px`;
    tip.style.top = `${y + 14}px`;
  }
}

export { drawn };
