// What many reports of one person tell: ε(t) of memoised reports, from ε(1) to ε∞, and the worst total of a person.
import * as Plot from "@observablehq/plot";
import { describe, tickDecimals, valueAxis } from "./chart";
import { h, onWidth, paperWidth, setText } from "./dom";
import { downloads } from "./downloads";
import { pair } from "./format";
import { numbersTable, picker, type SurveyPage } from "./survey-page";
import type { SurveyAttribute } from "./survey-types";

interface Curve {
  names: string;
  first: number | null;
  limit: number | null;
  points: { reports: number; epsilon: number }[];
}

/** Attributes with the same curve share one. */
function curves(attributes: SurveyAttribute[]): Curve[] {
  const found = new Map<string, { curve: Curve; names: string[] }>();
  for (const { name, leakage, epsilon1, epsilon_limit } of attributes) {
    const points = leakage.flatMap(([reports, epsilon]) => (epsilon === null ? [] : [{ reports, epsilon }]));
    if (points.length === 0) continue;
    const same = JSON.stringify([leakage, epsilon_limit]);
    const known = found.get(same);
    if (known) {
      known.names.push(name);
      continue;
    }
    const first = epsilon1 ?? points.find(({ reports }) => reports === 1)?.epsilon ?? null;
    found.set(same, { curve: { names: "", first, limit: epsilon_limit, points }, names: [name] });
  }
  return [...found.values()].map(({ curve, names }) => ({ ...curve, names: names.join(", ") }));
}

/** Words stay legible where a line passes below them. */
const halo = { stroke: "var(--surface)", strokeWidth: 5 };

function draw(page: SurveyPage, chosen: Curve, others: Curve[], sentence: string, width: number): Element {
  const { text } = page;
  const height = width < 520 ? 250 : 300;
  const all = [chosen, ...others];
  const most = Math.max(2, ...all.flatMap(({ points }) => points.map(({ reports }) => reports)));
  const heights = all.flatMap(({ points, limit }) => [limit ?? 0, ...points.map(({ epsilon }) => epsilon)]);
  const ticks: number[] = [];
  for (let power = 1; power <= most; power *= 10) {
    ticks.push(...[1, 2, 5].map((digit) => digit * power).filter((t) => t <= most));
  }
  const room = Math.floor((width - 90) / 48);
  const shown = ticks.length > room ? ticks.filter((t) => /^10*$/.test(String(t))) : ticks;
  const first = chosen.first === null ? [] : [{ reports: 1, epsilon: chosen.first }];
  const line = (curve: Curve, isChosen: boolean) =>
    Plot.lineY(curve.points, {
      x: "reports",
      y: "epsilon",
      stroke: isChosen ? "var(--accent)" : "var(--muted)",
      strokeWidth: isChosen ? 2.5 : 1,
      strokeOpacity: isChosen ? 1 : 0.6,
    });
  const plot = Plot.plot({
    width,
    height,
    marginLeft: 60,
    marginRight: 24,
    marginBottom: 42,
    x: { type: "log", domain: [1, most] },
    y: { domain: [0, Math.max(...heights) * 1.15] },
    marks: [
      ...valueAxis(text.epsilonAxis, (value) => page.format.count(value, tickDecimals(value)), height),
      // As text and not as tickFormat, which on a logarithmic axis leaves ticks blank.
      Plot.axisX(shown, {
        tickSize: 4,
        text: (t: number) => page.count(t),
        label: text.reportsAxis,
        labelAnchor: "center",
        labelArrow: "none",
        labelOffset: 38,
        color: "var(--muted)",
      }),
      ...others.map((curve) => line(curve, false)),
      line(chosen, true),
      chosen.points.length <= 40
        ? Plot.dot(chosen.points, { x: "reports", y: "epsilon", r: 2.5, fill: "var(--accent)" })
        : null,
      chosen.limit === null
        ? null
        : [
            Plot.ruleY([chosen.limit], { stroke: "var(--other)", strokeDasharray: "5 4", strokeWidth: 1.5 }),
            Plot.text([chosen.limit], {
              y: (value: number) => value,
              frameAnchor: "right",
              textAnchor: "end",
              dy: -9,
              text: (value: number) => text.limitMark(page.format.epsilon(value)),
              fill: "var(--other)",
              fontWeight: 600,
              ...halo,
            }),
          ],
      Plot.dot(first, {
        x: "reports",
        y: "epsilon",
        r: 5,
        fill: "var(--accent)",
        stroke: "var(--surface)",
        strokeWidth: 1.5,
      }),
      Plot.text(first, {
        x: "reports",
        y: "epsilon",
        dx: 10,
        dy: 14,
        textAnchor: "start",
        text: (point: { epsilon: number }) => text.firstMark(page.format.epsilon(point.epsilon)),
        fill: "var(--accent)",
        fontWeight: 600,
        ...halo,
      }),
    ],
  });
  describe(plot, text.leakageAlternative(chosen.names, sentence));
  return plot;
}

/** Nothing where no attribute is memoised. */
export function leakage(page: SurveyPage): HTMLElement | undefined {
  const { text, data } = page;
  const all = curves(data.attributes);
  if (all.length === 0) return undefined;
  const frame = h("div", { class: "chart" });
  const sentence = h("p", { class: "spent-sentence", id: "leakage-sentence", role: "status" });
  const numbers = h("div");
  let chosen = 0,
    width = 0;
  const epsilon = (value: number | null) => (value === null ? null : page.format.epsilon(value));
  const redraw = () => {
    if (width === 0) return;
    const others = all.filter((_, i) => i !== chosen);
    frame.replaceChildren(draw(page, all[chosen]!, others, sentence.textContent ?? "", width));
  };
  const show = () => {
    const curve = all[chosen]!;
    setText(sentence, text.leakageSentence(epsilon(curve.first), epsilon(curve.limit)));
    const isOpen = numbers.querySelector("details")?.open ?? false;
    numbers.replaceChildren(
      numbersTable(
        "leakage-table",
        text.numbersOf(page.count(curve.points.length)),
        [text.reportsColumn, text.epsilonColumn],
        curve.points.map((point) => [page.count(point.reports), page.format.epsilon(point.epsilon)]),
        isOpen,
      ),
    );
    redraw();
  };
  show();
  onWidth(frame, paperWidth, (next) => {
    width = next;
    redraw();
  });
  const { worst_total } = data.guarantee;
  const title = () => pair(page.language, data.title, `ε(t), ${all[chosen]!.names}`);
  return h(
    "section",
    { class: "block", id: "leakage", "aria-labelledby": "leakage-title" },
    h("h2", { id: "leakage-title" }, text.leakageTitle),
    h("p", { class: "lead" }, text.leakageLead),
    all.length > 1 &&
      h(
        "div",
        { class: "row controls" },
        picker("curve", text.curveOf, all.map(({ names }) => names), chosen, (index) => {
          chosen = index;
          show();
        }),
      ),
    sentence,
    h(
      "p",
      { id: "worst-total" },
      worst_total === null ? text.noWorstTotal : text.worstTotal(page.format.epsilon(worst_total)),
    ),
    frame,
    numbers,
    downloads(text, {
      file: () => page.file(title()),
      title,
      source: () => page.source,
      rows: () => [
        ["attributes", "reports", "epsilon"],
        ...all.flatMap(({ names, points }) => points.map((point) => [names, point.reports, point.epsilon])),
      ],
      svg: () => frame.querySelector("svg"),
    }),
  );
}
