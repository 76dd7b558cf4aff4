// Estimates over time: lines of chosen values with their intervals as bands.
import * as Plot from "@observablehq/plot";
import { describe, key, tickDecimals, timeAxis, valueAxis } from "./chart";
import { NumbersTable, tablesOf, type CollectionPage, type Table } from "./collector-page";
import { endOf, startOf } from "./dates";
import { h, onWidth, paperWidth, setText } from "./dom";
import { downloads } from "./downloads";

const mostLines = 6;
const lineColour = (i: number) => `line-${i + 1}`;

interface Point {
  label: string;
  time: Date;
  value: number; // as shown
  estimate: number; // as noise gave it
  lower: number;
  upper: number;
}
const isKnown = ({ value }: Point) => Number.isFinite(value);

export class TimePart {
  readonly element: HTMLElement;
  private readonly lead = h("p", { class: "lead" });
  private readonly boxes = h("fieldset", { class: "field", id: "labels" });
  private readonly legend = h("div");
  private readonly frame = h("div", { class: "chart", id: "lines" });
  private readonly note = h("p", { class: "footnote" });
  private readonly table = new NumbersTable("time-table");
  private names: string[] = [];
  private isOver = true;
  private width = 0;

  constructor(private readonly page: CollectionPage) {
    const { text } = page;
    this.element = h(
      "section",
      { class: "block", id: "time", "aria-labelledby": "time-title", hidden: true },
      h("h2", { id: "time-title" }, text.timeTitle),
      this.lead,
      this.boxes,
      this.legend,
      this.frame,
      this.note,
      this.table.element,
      downloads(text, {
        file: () => page.file(this.title()),
        title: () => this.title(),
        source: () => page.source,
        legend: () => this.chosen().map((name, i) => ({ colour: `--${lineColour(i)}`, text: name })),
        rows: () => [
          ["period", "value", page.choices.measure === "share" ? "share" : "estimate", "lower", "upper"],
          ...this.chosen().flatMap((name) =>
            this.line(name).map(({ label, estimate, lower, upper }) => [label, name, estimate, lower, upper]),
          ),
        ],
        svg: () => this.frame.querySelector("svg"),
      }),
    );
    onWidth(this.frame, paperWidth, (width) => {
      this.width = width;
      this.draw();
    });
    this.update();
  }

  private get attribute(): string {
    return this.page.table(this.anyShown())?.name ?? "";
  }
  private anyShown() {
    const { estimates } = this.page;
    if (!estimates) return undefined;
    return estimates.together?.is_shown ? estimates.together : [...estimates.periods].reverse().find((p) => p.is_shown);
  }
  private title(): string {
    const { title, id } = this.page.collection;
    return [title || id, this.attribute, this.page.text.timeTitle].filter(Boolean).join(", ");
  }
  private tables(): { label: string; table: Table | undefined }[] {
    const name = this.attribute;
    return (this.page.estimates?.periods ?? []).flatMap((shown) =>
      shown.period === null
        ? []
        : [{ label: shown.period, table: tablesOf(shown).find((table) => table.name === name) }],
    );
  }
  private line(name: string): Point[] {
    return this.tables().map(({ label, table }) => {
      const one = table?.values.find(({ value }) => value === name);
      const scale = table ? this.page.scale(table) : NaN;
      const at = (value: number | undefined) => (value ?? NaN) * scale;
      return {
        label,
        time: startOf(label),
        value: at(one?.shown),
        estimate: at(one?.estimate),
        lower: at(one?.lower),
        upper: at(one?.upper),
      };
    });
  }
  private written({ value, lower, upper }: Point): string {
    const { page } = this;
    if (!Number.isFinite(value)) return "–";
    return `${page.number(value)} (${page.text.fromTo(page.number(lower), page.number(upper))})`;
  }
  /** The reader's, or the three largest. */
  private chosen(): string[] {
    const kept = this.page.choices.lines.get(this.attribute);
    if (kept) return kept.filter((name) => this.names.includes(name));
    const table = this.page.table(this.anyShown());
    const largest = [...(table?.values ?? [])].sort((a, b) => b.shown - a.shown).slice(0, 3);
    return this.names.filter((name) => largest.some(({ value }) => value === name));
  }

  update(): void {
    const { page } = this;
    const { text } = page;
    const periods = page.estimates?.periods.filter(({ period }) => period !== null) ?? [];
    // One period is what the bars show.
    const isShort = periods.length < 2 || !periods.some(({ is_shown }) => is_shown);
    this.element.hidden = page.collection.period === null || isShort;
    if (this.element.hidden) return;
    setText(this.lead, text.timeLead(page.confidenceText));
    const last = periods[periods.length - 1]?.period;
    const isOver = page.collection.state === "closed" || !last || endOf(last).getTime() <= page.serverNow;
    this.isOver = isOver;
    const names = page.table(this.anyShown())?.values.map(({ value }) => value) ?? [];
    if (JSON.stringify(names) !== JSON.stringify(this.names)) {
      this.names = names;
      // Until the reader chooses, the lines stay those that were largest first, or they would jump.
      if (!page.choices.lines.has(this.attribute)) page.choices.lines.set(this.attribute, this.chosen());
      this.showBoxes();
    }
    this.show();
  }

  private showBoxes(): void {
    const { page } = this;
    const chosen = this.chosen();
    const boxes = this.names.map((name) => h("input", { type: "checkbox", checked: chosen.includes(name) }));
    const limit = () => {
      const isFull = boxes.filter((box) => box.checked).length >= mostLines;
      boxes.forEach((box) => (box.disabled = isFull && !box.checked));
    };
    boxes.forEach((box) =>
      box.addEventListener("change", () => {
        limit();
        page.choices.lines.set(
          this.attribute,
          this.names.filter((_, i) => boxes[i]!.checked),
        );
        this.show();
      }),
    );
    limit();
    this.boxes.replaceChildren(
      h("legend", {}, page.text.valuesLegend(page.count(mostLines))),
      h("div", { class: "labels" }, ...boxes.map((box, i) => h("label", {}, box, h("span", {}, this.names[i]!)))),
    );
  }

  private show(): void {
    const { page } = this;
    const { text } = page;
    const chosen = this.chosen();
    this.legend.replaceChildren(
      key(chosen.map((name, i) => ({ mark: "line", colour: lineColour(i), text: name }))),
    );
    const lines = chosen.map((name) => this.line(name));
    const isBeyond = lines
      .flat()
      .some(({ value, estimate }) => page.number(value) !== page.number(estimate));
    setText(this.note, [isBeyond ? text.beyondInTime : "", this.isOver ? "" : text.notOver].filter(Boolean).join(" "));
    const labels = this.tables().map(({ label }) => label);
    this.table.show(
      text.numbersOf(page.count(labels.length)),
      [text.period, ...chosen],
      labels
        .map((label, t) => [
          page.format.period(label),
          ...lines.map((line) => this.written(line[t]!)),
        ])
        .reverse(),
    );
    this.draw();
  }

  private draw(): void {
    const { page } = this;
    const { text, collection } = page;
    if (this.width === 0) this.width = Math.floor(this.frame.clientWidth);
    const { width } = this;
    if (width === 0 || this.names.length === 0 || collection.period === null) return;
    const chosen = this.chosen();
    if (chosen.length === 0) {
      this.frame.replaceChildren(h("p", { class: "lead" }, text.noValues));
      return;
    }
    const lines = chosen.map((name) => this.line(name));
    const times = lines[0]!.map(({ time }) => time);
    const first = times[0]!,
      last = times[times.length - 1]!;
    const height = width < 520 ? 260 : 340;
    const colour = (i: number) => `var(--${lineColour(i)})`;
    const isFew = width / times.length > 14;
    const write = (value: number) => page.tick(value, tickDecimals);
    const plot = Plot.plot({
      width,
      height,
      marginTop: 34,
      marginLeft: 60,
      marginRight: 24,
      marginBottom: 34,
      x: { type: "utc", domain: [first, last] },
      y: { nice: true, zero: true },
      marks: [
        ...valueAxis(page.choices.measure === "share" ? text.shareAxis : text.countAxis, write, height),
        Plot.ruleY([0], { stroke: "var(--muted)" }),
        ...lines.map((points, i) =>
          Plot.areaY(points, { x: "time", y1: "lower", y2: "upper", fill: colour(i), fillOpacity: 0.18 }),
        ),
        ...lines.map((points, i) => Plot.lineY(points, { x: "time", y: "value", stroke: colour(i), strokeWidth: 2 })),
        ...lines.map((points, i) =>
          isFew
            ? Plot.dot(points.filter(isKnown), {
                x: "time",
                y: "value",
                r: 2.5,
                fill: colour(i),
                title: (point: Point) => `${chosen[i]!}, ${page.format.period(point.label)}: ${this.written(point)}`,
              })
            : null,
        ),
        timeAxis(page.format, collection.period, first, last, Math.max(width, 420)),
      ],
    });
    describe(plot, text.timeAlternative(chosen.join(", ")));
    this.frame.replaceChildren(plot);
  }
}
