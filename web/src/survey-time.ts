// Several collections: lines of chosen values with their intervals as bands, and the change from one collection to the
// next with what can be said of it.
import * as Plot from "@observablehq/plot";
import { describe, key, tickDecimals, valueAxis } from "./chart";
import { h, onWidth, paperWidth, setText } from "./dom";
import { downloads } from "./downloads";
import { Rows } from "./survey-rows";
import { cells, numbersTable, picker, shortened, type SurveyPage } from "./survey-page";
import type { SurveyAttribute } from "./survey-types";

const mostLines = 6;
const lineColour = (i: number) => `line-${i + 1}`;

/** The largest ones of the last collection that has the attribute. */
function firstChoice(attribute: SurveyAttribute): number[] {
  const last = [...attribute.shares].reverse().find((shares) => shares.length > 0) ?? [];
  return last
    .map(([value], index) => ({ value: value ?? -1, index }))
    .sort((a, b) => b.value - a.value)
    .slice(0, 3)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}

/** Names of collections below their places, as many as can be read. */
function collectionAxis(page: SurveyPage, width: number): Plot.Markish {
  const names = page.data.collections.map((_, i) => shortened(page.collection(i), 14));
  const room = Math.max(2, Math.floor((width - 80) / (7.5 * Math.max(...names.map((name) => name.length)) + 16)));
  const step = Math.ceil(names.length / room);
  const places = names.map((_, i) => i).filter((i) => i % step === 0);
  const tickFormat = (i: number) => names[i] ?? "";
  return Plot.axisX(places, { tickFormat, tickSize: 4, label: null, color: "var(--muted)" });
}

interface Point {
  place: number;
  value: number;
  lower: number;
  upper: number;
}

function linesChart(page: SurveyPage, attribute: SurveyAttribute, labels: number[], width: number): Element {
  const { text, data } = page;
  const number = (value: number | null | undefined) => value ?? Number.NaN;
  const lines = labels.map((label) =>
    attribute.shares.map((shares, place): Point => {
      const share = shares[label];
      return { place, value: number(share?.[0]), lower: number(share?.[1]), upper: number(share?.[2]) };
    }),
  );
  const colour = (i: number) => `var(--${lineColour(i)})`;
  const isFew = data.collections.length <= 40;
  const height = width < 520 ? 260 : 340;
  const plot = Plot.plot({
    width,
    height,
    marginLeft: 60,
    marginRight: 24,
    marginBottom: 34,
    x: { domain: [0, data.collections.length - 1] },
    y: { nice: true, zero: true },
    marks: [
      ...valueAxis(text.shareAxis, (value) => page.format.percent(value, tickDecimals(100 * value)), height),
      ...lines.map((points, i) =>
        Plot.areaY(points, { x: "place", y1: "lower", y2: "upper", fill: colour(i), fillOpacity: 0.18 }),
      ),
      ...lines.map((points, i) =>
        Plot.lineY(points, { x: "place", y: "value", stroke: colour(i), strokeWidth: 2 }),
      ),
      ...lines.map((points, i) =>
        isFew
          ? Plot.dot(points, {
              x: "place",
              y: "value",
              r: 3,
              fill: colour(i),
              title: ({ place, value, lower, upper }: Point) => {
                const where = `${page.label(attribute, labels[i]!)}, ${page.collection(place)}`;
                return `${where}: ${page.withInterval([value, lower, upper])}`;
              },
            })
          : null,
      ),
      collectionAxis(page, width),
    ],
  });
  describe(plot, text.timeAlternative(attribute.name, labels.map((label) => page.label(attribute, label)).join(", ")));
  return plot;
}

/** Boxes to tick, one per value; those beyond the most lines wait until another is given up. */
function labelBoxes(
  page: SurveyPage,
  attribute: SurveyAttribute,
  chosen: number[],
  choose: (labels: number[]) => void,
): HTMLElement {
  const boxes = attribute.labels.map((_, index) =>
    h("input", { type: "checkbox", value: index, checked: chosen.includes(index) }),
  );
  const limit = () => {
    const isFull = boxes.filter((box) => box.checked).length >= mostLines;
    boxes.forEach((box) => (box.disabled = isFull && !box.checked));
  };
  boxes.forEach((box) =>
    box.addEventListener("change", () => {
      limit();
      choose(boxes.flatMap((one, index) => (one.checked ? [index] : [])));
    }),
  );
  limit();
  return h(
    "fieldset",
    { class: "field", id: "labels" },
    h("legend", {}, page.text.labelsLegend(page.count(mostLines))),
    h(
      "div",
      { class: "labels" },
      ...boxes.map((box, index) => h("label", {}, box, h("span", {}, page.label(attribute, index)))),
    ),
  );
}

/** The part below the choice of an attribute, made anew for each. */
function linesPart(page: SurveyPage, attribute: SurveyAttribute): HTMLElement {
  const { text, data, choices } = page;
  const frame = h("div", { class: "chart", id: "lines" });
  const legend = h("div");
  const numbers = h("div");
  let labels = choices.labels.get(choices.attribute) ?? firstChoice(attribute);
  let width = 0;
  const draw = () => {
    if (width === 0) return;
    const nothing = h("p", { class: "lead" }, text.noLabels);
    frame.replaceChildren(labels.length > 0 ? linesChart(page, attribute, labels, width) : nothing);
  };
  const show = () => {
    legend.replaceChildren(
      key(labels.map((label, i) => ({ mark: "line", colour: lineColour(i), text: page.label(attribute, label) }))),
    );
    const isOpen = numbers.querySelector("details")?.open ?? false;
    const shares = (collection: number) =>
      labels.map((label) => page.withInterval(attribute.shares[collection]?.[label] ?? [null, null, null]));
    numbers.replaceChildren(
      numbersTable(
        "lines-table",
        text.numbersOf(page.count(data.collections.length)),
        [text.collection, ...labels.map((label) => page.label(attribute, label))],
        data.collections.map((_, collection) => [page.collection(collection), ...shares(collection)]),
        isOpen,
      ),
    );
    draw();
  };
  show();
  onWidth(frame, paperWidth, (next) => {
    width = next;
    draw();
  });
  const title = () => `${data.title}: ${attribute.name}`;
  return h(
    "div",
    {},
    labelBoxes(page, attribute, labels, (next) => {
      labels = next;
      choices.labels.set(choices.attribute, next);
      show();
    }),
    legend,
    frame,
    numbers,
    downloads(text, {
      file: () => page.file(title()),
      title,
      source: () => page.source,
      legend: () => labels.map((label, i) => ({ colour: `--${lineColour(i)}`, text: page.label(attribute, label) })),
      rows: () => [
        ["collection", "attribute", "value", "share", "lower", "upper"],
        ...data.collections.flatMap((_, collection) =>
          labels.map((label) => [
            page.collection(collection),
            attribute.name,
            attribute.labels[label]!,
            ...cells(attribute.shares[collection]?.[label] ?? [null, null, null]),
          ]),
        ),
      ],
      svg: () => frame.querySelector("svg"),
    }),
  );
}

function changesPart(page: SurveyPage, attribute: SurveyAttribute): HTMLElement {
  const { text, data, choices } = page;
  if (attribute.changes.length === 0) return h("p", { class: "lead" }, text.noChanges);
  const rows = new Rows(page);
  const summary = h("p", { class: "told", id: "change-summary", role: "status" });
  const chance = h("p", { class: "footnote" });
  const numbers = h("div");
  const names = attribute.changes.map((_, i) => text.pair(page.collection(i), page.collection(i + 1)));
  const ends = attribute.changes.flat(2).filter((value): value is number => value !== null);
  const changes = () => attribute.changes[choices.change] ?? [];
  const show = () => {
    const known = page.known(attribute, changes());
    const isDistinct = (index: number) => ["rise", "fall"].includes(page.verdict(changes()[index]!));
    const distinct = known.filter(({ index }) => isDistinct(index)).length;
    const count = (value: number) => page.count(value);
    const sentence = known.length === 0 ? text.noChanges : text.summary(distinct, known.length, count);
    setText(summary, sentence);
    setText(chance, known.length === 0 ? "" : text.byChance(page.times((1 - data.confidence) * known.length)));
    rows.show({
      rows: known,
      rank: ({ value, lower, upper }) => Math.abs(value) / Math.max(1e-9, upper - lower),
      domain: [Math.min(-0.01, ...ends), Math.max(0.01, ...ends)],
      kind: "point",
      isMarked: ({ index }) => isDistinct(index),
      axis: text.changeAxis,
      tick: (value) => page.format.count(100 * value, tickDecimals(100 * value)).replace("-", "−"),
      written: ({ value }) => page.points(value),
      described: text.changeAlternative(attribute.name, names[choices.change] ?? "", sentence),
    });
    const isOpen = numbers.querySelector("details")?.open ?? known.length <= 12;
    numbers.replaceChildren(
      numbersTable(
        "changes-table",
        text.numbersOf(page.count(changes().length)),
        [text.label, text.change, text.interval(page.confidence), text.verdict],
        changes().map((change, i) => [
          page.label(attribute, i),
          page.points(change[0]),
          text.fromTo(page.points(change[1]), page.points(change[2])),
          text.verdicts[page.verdict(change)],
        ]),
        isOpen,
        3,
      ),
    );
  };
  show();
  const title = () => `${data.title}: ${attribute.name}, ${names[choices.change] ?? ""}`;
  return h(
    "div",
    { id: "changes" },
    names.length > 1 &&
      picker("between", text.between, names, choices.change, (index) => {
        choices.change = index;
        show();
      }),
    names.length === 1 && h("p", {}, names[0]!),
    summary,
    chance,
    key([
      { mark: "dot", colour: "accent", text: text.distinctKey },
      { mark: "ring", colour: "muted", text: text.indistinctKey },
      { mark: "dashed", colour: "muted", text: text.zeroKey },
    ]),
    rows.element,
    numbers,
    downloads(text, {
      file: () => page.file(title()),
      title,
      source: () => page.source,
      rows: () => [
        ["from", "to", "attribute", "value", "change", "lower", "upper", "verdict"],
        ...changes().map((change, i) => [
          page.collection(choices.change),
          page.collection(choices.change + 1),
          attribute.name,
          attribute.labels[i]!,
          ...cells(change),
          page.verdict(change),
        ]),
      ],
      svg: () => rows.svg(),
    }),
  );
}

export function overTime(page: SurveyPage, choose: () => void): HTMLElement {
  const { text, data, choices } = page;
  const lines = h("div"),
    changes = h("div");
  const show = () => {
    const attribute = data.attributes[choices.attribute]!;
    lines.replaceChildren(linesPart(page, attribute));
    changes.replaceChildren(changesPart(page, attribute));
  };
  show();
  return h(
    "section",
    { class: "block", id: "time", "aria-labelledby": "time-title" },
    h("h2", { id: "time-title" }, text.timeTitle),
    h("p", { class: "lead" }, text.timeLead(page.confidence)),
    data.attributes.length > 1 &&
      h(
        "div",
        { class: "row controls" },
        picker(
          "attribute",
          text.attribute,
          data.attributes.map(({ name }) => name),
          choices.attribute,
          (index) => {
            choices.attribute = index;
            show();
            choose();
          },
        ),
      ),
    lines,
    h("h3", { class: "part" }, text.changeTitle),
    h("p", { class: "lead" }, text.changeLead(page.confidence)),
    data.beyond_cap && h("p", { class: "lead", id: "cap-hides" }, data.beyond_cap[page.language]),
    changes,
  );
}
