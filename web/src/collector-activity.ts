// Reports per minute of the last hour; minutes without any are zeros.
import * as Plot from "@observablehq/plot";
import { describe, tickDecimals, valueAxis } from "./chart";
import { NumbersTable, type CollectionPage } from "./collector-page";
import type { Activity } from "./collector-types";
import { h, onWidth, paperWidth, setText, whileBuilt } from "./dom";

const minute = 60_000;
const shownMinutes = 60;

interface Minute {
  time: number;
  reports: number;
  batches: number;
}

export class ActivityPart {
  readonly element: HTMLElement;
  private readonly numbers = h("ul", { class: "figures", id: "activity-numbers" });
  private readonly frame = h("div", { class: "chart low", id: "activity-chart" });
  private readonly note = h("p", { class: "footnote" });
  private readonly table = new NumbersTable("activity-table");
  private activity: Activity | undefined;
  private width = 0;

  constructor(private readonly page: CollectionPage) {
    const { text } = page;
    this.element = h(
      "section",
      { class: "block", id: "activity", "aria-labelledby": "activity-title" },
      h("h2", { id: "activity-title" }, text.activityTitle),
      this.numbers,
      this.frame,
      this.note,
      this.table.element,
    );
    onWidth(this.frame, paperWidth, (width) => {
      this.width = width;
      this.draw();
    });
    // Time goes on where nothing arrives.
    const timer = window.setInterval(() => this.draw(), 10_000);
    whileBuilt().addEventListener("abort", () => window.clearInterval(timer));
    this.draw();
  }

  update(activity: Activity): void {
    this.activity = activity;
    this.draw();
  }

  private minutes(): Minute[] {
    const last = Math.floor(this.page.serverNow / minute) * minute;
    const known = new Map(
      (this.activity?.minutes ?? []).map((one) => [Math.floor(Date.parse(one.time) / minute) * minute, one]),
    );
    return Array.from({ length: shownMinutes }, (_, i) => {
      const time = last - (shownMinutes - 1 - i) * minute;
      const one = known.get(time);
      return { time, reports: one?.reports ?? 0, batches: one?.batches ?? 0 };
    });
  }

  draw(): void {
    const { page, width } = this;
    const { text, collection } = page;
    const minutes = this.minutes();
    const hour = minutes.reduce((sum, { reports }) => sum + reports, 0);
    const full = minutes[minutes.length - 2]!.reports;
    const figures = [text.total(page.count(collection.reports ?? 0))];
    if (this.activity) figures.push(text.lastHour(page.count(hour)), text.lastMinute(page.count(full)));
    while (this.numbers.children.length > figures.length) this.numbers.lastChild!.remove();
    figures.forEach((figure, i) => {
      const item = this.numbers.children[i] ?? this.numbers.appendChild(h("li"));
      const [, number = "", rest = ""] = /^(\S*\d(?:[\s\u202f\u00a0]\d{3})*)\s(.*)$/.exec(figure) ?? [];
      if (item.getAttribute("data-figure") === figure) return;
      item.setAttribute("data-figure", figure);
      item.replaceChildren(h("strong", {}, number), ` ${rest}`);
    });
    setText(this.note, minutes[minutes.length - 1]!.reports > 0 ? text.minuteNotOver : "");
    this.table.element.hidden = hour === 0;
    this.table.show(
      text.numbersOf(page.count(minutes.filter(({ reports }) => reports > 0).length)),
      [text.minute, text.activityTitle, text.batches],
      minutes
        .filter(({ reports }) => reports > 0)
        .reverse()
        .map(({ time, reports, batches }) => [page.minute(time), page.count(reports), page.count(batches)]),
    );
    if (width === 0 || !this.activity) return;
    if (hour === 0) {
      const nothing = h("p", { class: "lead" });
      setText(nothing, text.noActivity);
      this.frame.replaceChildren(nothing);
      return;
    }
    this.frame.replaceChildren(this.chart(minutes, hour, width));
  }

  private chart(minutes: Minute[], hour: number, width: number): Element {
    const { page } = this;
    const { text } = page;
    const height = 190;
    const most = Math.max(...minutes.map(({ reports }) => reports));
    const current = minutes[minutes.length - 1]!;
    const step = width < 480 ? 20 : 10;
    const ticks = minutes.map(({ time }) => time).filter((time) => (time / minute) % step === 0);
    const plot = Plot.plot({
      width,
      height,
      marginLeft: 60,
      marginTop: 34,
      marginRight: 12,
      marginBottom: 26,
      x: { domain: [minutes[0]!.time, current.time + minute] },
      y: { domain: [0, Math.max(4, most)], nice: true },
      marks: [
        ...valueAxis(text.activityAxis, (value) => page.format.count(value, tickDecimals(value)), height),
        Plot.rectY(minutes, {
          x1: ({ time }: Minute) => time,
          x2: ({ time }: Minute) => time + minute,
          y: "reports",
          fill: (one: Minute) => (one === current ? "var(--band)" : "var(--accent)"),
          insetLeft: 0.5,
          insetRight: 0.5,
          title: ({ time, reports }: Minute) =>
            `${page.minute(time)}: ${text.reports(reports, page.count(reports))}`,
        }),
        Plot.ruleY([0], { stroke: "var(--muted)" }),
        Plot.axisX(ticks, {
          tickFormat: (time: number) => page.minute(time),
          tickSize: 4,
          label: null,
          color: "var(--muted)",
        }),
      ],
    });
    describe(plot, text.activityAlternative(page.count(hour), page.count(most)));
    return plot;
  }
}
