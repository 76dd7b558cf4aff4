// The page of ranges, of grids and of answers to them: the answers, any other range that the reader asks, the series with
// the chosen range, the places of a grid, and the nodes that an answer is made of.
import { writeAddress } from "./address";
import { h, setText } from "./dom";
import { downloads } from "./downloads";
import { AnswerTable, answerCells, askForm, foldedTable } from "./range-answers";
import { nodesChart, placeAnswers, placesChart, seriesChart } from "./range-charts";
import { RangePage } from "./range-page";
import type { RangeAnswer, RangeData } from "./range-types";
import { openPage, readData, type PageParts } from "./shell";
import type { Language } from "./types";

const data = readData<RangeData>(2);
/** What the reader asked, in the order of the table: it stays when the language changes. */
const asked: { text: string; places: string }[] = [];

function nodeTable(page: RangePage, answer: RangeAnswer): HTMLElement {
  const { text, domain } = page;
  const nodes = page.nodesOf(answer);
  const rows = nodes.map((node) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, domain.label(node.first, node.last)),
      h("td", { class: "number" }, String(node.level)),
      h("td", { class: "number" }, page.tenths(node.estimate)),
      h("td", { class: "number" }, page.tenths(node.std_error)),
    ),
  );
  return foldedTable(text.nodesTable(nodes.length), [text.node, text.levelColumn, text.estimate, text.stdError], rows);
}

function placeTable(page: RangePage, answer: RangeAnswer, ask: (text: string, places: string) => void): HTMLElement {
  const { text } = page;
  const rows = placeAnswers(page, answer).map((one) => {
    const name = h("button", { type: "button", class: "region" }, one.places!);
    name.addEventListener("click", () => ask(one.text, one.places!));
    return h("tr", {}, h("th", { scope: "row" }, name), ...answerCells(page, one));
  });
  const names = [text.place, text.estimate, text.stdError, text.interval(page.confidence)];
  return foldedTable(text.placesTable(rows.length), names, rows);
}

function seriesLead(page: RangePage): string {
  const { text } = page;
  const { width, estimate } = data.series;
  const left = data.size - width * estimate.length;
  const sentences = [text.seriesLead(page.confidence)];
  if (width > 1) sentences.push(text.blocks(page.count(width)));
  if (left > 0) sentences.push(text.notDrawn(left, page.count(left)));
  return sentences.join(" ");
}

function seriesSection(page: RangePage, frame: HTMLElement, title: HTMLElement, shown: () => RangeAnswer | undefined): HTMLElement {
  const rows = () => {
    const chosen = shown();
    const { width, estimate, lower, upper } = chosen ? page.seriesOf(chosen) : data.series;
    const name = (i: number) => page.domain.label(i * width, (i + 1) * width - 1);
    return [["range", "estimate", "lower", "upper"], ...estimate.map((value, i) => [name(i), value, lower[i], upper[i]])];
  };
  return h(
    "section",
    { class: "block", "aria-labelledby": "series-title" },
    title,
    h("p", { class: "lead" }, seriesLead(page)),
    frame,
    downloads(page.text, {
      file: () => data.title,
      title: () => `${data.title}: ${title.textContent}`,
      source: () => page.source,
      rows,
      svg: () => frame.querySelector("svg"),
    }),
  );
}

function partsIn(language: Language, address: URLSearchParams): PageParts {
  const page = new RangePage(data, language);
  const { text } = page;
  const series = h("div", { class: "chart" });
  const nodes = h("div", { class: "chart nodes" });
  const places = h("div", { class: "chart places" });
  const numbers = h("div");
  const placeNumbers = h("div");
  const seriesTitle = h("h2", { id: "series-title" }, text.seriesTitle);
  const nodesTitle = h("h2", { id: "nodes-title" });
  const placesTitle = h("h2", { id: "places-title" });
  const hasPlaceNumbers = page.hasPlaces && page.canAsk;
  const draw = [seriesChart(series, page), nodesChart(nodes, page), ...(hasPlaceNumbers ? [placesChart(places, page)] : [])];
  const table = new AnswerTable(page, choose);
  let chosen: RangeAnswer | undefined;
  const nodesSection = h(
    "section",
    { class: "block", "aria-labelledby": "nodes-title" },
    nodesTitle,
    h("p", { class: "lead" }, text.nodesLead),
    nodes,
    numbers,
  );

  function show(answer: RangeAnswer): void {
    chosen = answer;
    table.mark(answer);
    for (const redraw of draw) redraw(answer);
    if (page.hasPlaces) setText(seriesTitle, text.seriesOf(page.placeName(answer)));
    setText(nodesTitle, text.nodesTitle(page.nameOf(answer)));
    numbers.replaceChildren(nodeTable(page, answer));
    nodesSection.hidden = page.nodesOf(answer).length === 0;
    if (!hasPlaceNumbers) return;
    setText(placesTitle, text.placesTitle(answer.text));
    placeNumbers.replaceChildren(placeTable(page, answer, (range, place) => ask(range, place, choose)));
  }
  const shownAddress = () => ({
    ...(chosen && { range: chosen.text }),
    ...(chosen?.places !== undefined && { place: chosen.places }),
  });
  function choose(answer: RangeAnswer): void {
    show(answer);
    writeAddress({ lang: language, ...shownAddress() });
  }
  /** Shows the range, as an answer that is there or a new one; a sentence when there is none. */
  function ask(written: string, place: string, use: (answer: RangeAnswer) => void): string | undefined {
    const known = table.find(written.trim(), place);
    const answer = known ?? page.ask(written, place);
    if (typeof answer === "string") return answer;
    if (!known) {
      table.prepend(answer);
      const isNew = !asked.some((before) => before.text === answer.text && before.places === place);
      if (isNew) asked.unshift({ text: answer.text, places: place });
    }
    use(answer);
    return undefined;
  }
  function follow(now: URLSearchParams): boolean {
    const range = now.get("range");
    return range !== null && ask(range, now.get("place") ?? "..", show) === undefined;
  }

  const more = data.asked - data.answers.length;
  for (const before of [...asked].reverse()) ask(before.text, before.places, () => {});
  const first = data.answers[0] ?? table.first;
  if (!follow(address) && first) show(first);
  return {
    kicker: text.model[data.guarantee.model],
    skip: { text: text.skip, to: "answers" },
    sections: [
      h(
        "section",
        { class: "block", id: "answers", "aria-labelledby": "answers-title", tabindex: -1 },
        h("h2", { id: "answers-title" }, text.answersTitle),
        h("p", { class: "lead" }, `${page.description} ${text.choose}`),
        page.canAsk && askForm(page, (written, place) => ask(written, place, choose)),
        table.element,
        more > 0 && h("p", { class: "footnote" }, text.more(page.count(more))),
      ),
      seriesSection(page, series, seriesTitle, () => chosen),
      hasPlaceNumbers &&
        h(
          "section",
          { class: "block", "aria-labelledby": "places-title" },
          placesTitle,
          h("p", { class: "lead" }, text.placesLead(page.confidence)),
          places,
          placeNumbers,
        ),
      nodesSection,
    ],
    address: shownAddress,
    follow,
  };
}

openPage(data, partsIn);
