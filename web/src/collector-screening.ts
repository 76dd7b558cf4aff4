// Whether what arrives looks like what honest clients send: one card per check, with what was expected and what came.
import * as Plot from "@observablehq/plot";
import { describe, key } from "./chart";
import type { CollectionPage } from "./collector-page";
import type { Check, Screening } from "./collector-types";
import { h, onWidth, paperThird, setText } from "./dom";

const mostBars = 40;
const alarm = 1e-6;

interface Bar {
  place: number;
  expected: number;
  observed: number;
}

/** How many of n neighbours make one bar: as many each, where there is such a number near by. */
function barSize(n: number): number {
  const least = Math.max(1, Math.ceil(n / mostBars));
  for (let size = least; size <= 3 * least; ++size) if (n % size === 0) return size;
  return least;
}

/** Neighbours together where there are more bars than can be seen. */
function barsOf({ expected, observed }: Check): Bar[] {
  const total = observed.reduce((sum, count) => sum + count, 0);
  const shares = expected.reduce((sum, share) => sum + share, 0) || 1;
  const count = Math.max(expected.length, observed.length);
  const size = barSize(count);
  const bars: Bar[] = [];
  for (let i = 0; i < count; ++i) {
    const place = Math.floor(i / size);
    const bar = (bars[place] ??= { place, expected: 0, observed: 0 });
    bar.expected += (expected[i] ?? 0) / shares;
    bar.observed += total > 0 ? (observed[i] ?? 0) / total : 0;
  }
  return bars;
}

class Card {
  readonly element: HTMLElement;
  private readonly title = h("h3");
  private readonly verdict = h("p", { class: "verdict" });
  private readonly p = h("p", { class: "p" });
  private readonly frame = h("div", { class: "chart low" });
  private width = 0;
  private check: Check | undefined;

  constructor(private readonly page: CollectionPage) {
    const { text } = page;
    this.element = h(
      "li",
      { class: "check" },
      this.title,
      this.verdict,
      this.p,
      this.frame,
      key([
        { mark: "band", colour: "band", text: text.observedKey },
        { mark: "line", colour: "ink", text: text.expectedKey },
      ]),
    );
    onWidth(this.frame, paperThird, (width) => {
      this.width = width;
      this.draw();
    });
  }

  show(check: Check): void {
    const { page } = this;
    const { text } = page;
    this.check = check;
    this.element.dataset["check"] = check.name;
    this.element.classList.toggle("odd", check.is_odd);
    const title = page.said(check.title);
    setText(this.title, title.text.charAt(0).toUpperCase() + title.text.slice(1));
    this.title.lang = title.lang ?? page.language;
    const detail = page.found(check.detail);
    const said = h("span", { lang: detail.lang }, detail.text);
    this.verdict.replaceChildren(
      h("strong", {}, check.is_odd ? text.odd : text.fine),
      ...(check.is_odd ? [" ", said] : []),
    );
    const written =
      check.p >= 0.001
        ? text.p(page.format.count(check.p, 3))
        : check.p > 0 && check.p >= alarm
          ? text.p(page.format.scientific(check.p))
          : text.pBelow(page.format.scientific(alarm));
    this.p.replaceChildren(
      h("span", { class: "p-value" }, written),
      ...(check.is_odd || check.detail === "" ? [] : [" · ", said]),
    );
    this.draw();
  }

  private draw(): void {
    const { check, page } = this;
    const hasHistogram = check !== undefined && check.observed.length > 1;
    this.frame.hidden = !hasHistogram;
    (this.element.lastElementChild as HTMLElement).hidden = !hasHistogram;
    if (!check || !hasHistogram) return;
    if (this.width === 0) this.width = Math.floor(this.frame.clientWidth);
    if (this.width === 0) return;
    const bars = barsOf(check);
    const highest = Math.max(...bars.map(({ expected, observed }) => Math.max(expected, observed)));
    const plot = Plot.plot({
      width: this.width,
      height: 110,
      margin: 2,
      marginBottom: 4,
      x: { domain: [0, bars.length], axis: null },
      y: { domain: [0, 1.05 * highest], axis: null },
      marks: [
        Plot.rectY(bars, {
          x1: ({ place }: Bar) => place,
          x2: ({ place }: Bar) => place + 1,
          y: "observed",
          fill: "var(--band)",
          inset: 0.5,
          insetBottom: 0,
        }),
        Plot.ruleY(bars, {
          x1: ({ place }: Bar) => place,
          x2: ({ place }: Bar) => place + 1,
          y: "expected",
          stroke: "var(--ink)",
          strokeWidth: 1.75,
        }),
        Plot.ruleY([0], { stroke: "var(--muted)" }),
      ],
    });
    describe(plot, page.text.checkAlternative(this.title.textContent ?? ""));
    this.frame.replaceChildren(plot);
  }
}

/** Protocols with many parts have many checks: those that are odd, or the first, and the others on demand. */
const mostCards = 6;

export class ScreeningPart {
  readonly element: HTMLElement;
  private readonly summary = h("p", { class: "told", id: "screening-summary" });
  private readonly list = h("ul", { class: "checks" });
  private readonly others = h("ul", { class: "checks" });
  private readonly othersTitle = h("summary");
  private readonly fold: HTMLElement;
  private readonly meaning: HTMLElement;
  private readonly cards = new Map<string, Card>();

  constructor(
    private readonly page: CollectionPage,
    private readonly warn: (sentence: string) => void,
  ) {
    const { text } = page;
    this.fold = h("details", { class: "numbers", hidden: true }, this.othersTitle, this.others);
    this.meaning = h("p", { class: "footnote" }, text.pMeaning);
    this.element = h(
      "section",
      { class: "block", id: "screening", "aria-labelledby": "screening-title", tabindex: -1 },
      h("h2", { id: "screening-title" }, text.screeningTitle),
      h("p", { class: "lead" }, text.screeningLead),
      this.summary,
      this.list,
      this.fold,
      this.meaning,
    );
    setText(this.summary, text.loading);
    this.meaning.hidden = true;
  }

  update(screening: Screening): void {
    const { text, collection } = this.page;
    const { min_reports: least } = collection;
    const some = screening.reports > 0 ? screening.checks : []; // nothing is odd about nothing
    const odd = some.filter(({ is_odd }) => is_odd).length;
    // Few reports can look odd, but not honest: any would.
    const isTooFew = some.length > 0 && odd === 0 && screening.reports < least;
    const checks = isTooFew ? [] : some;
    const found = odd > 0 ? text.someOdd(odd, checks.length) : text.allFine(checks.length);
    const nothing = isTooFew ? text.tooFewToTell(least, this.page.count(least)) : text.noChecks;
    setText(this.summary, checks.length === 0 ? nothing : found);
    this.summary.classList.toggle("warning", odd > 0);
    this.warn(odd > 0 ? text.someOdd(odd, checks.length) : "");
    this.list.hidden = this.meaning.hidden = checks.length === 0;
    const sorted = [...checks].sort((a, b) => Number(b.is_odd) - Number(a.is_odd));
    const isLong = checks.length > mostCards;
    const first = isLong ? Math.max(odd, 3) : checks.length;
    this.fold.hidden = !isLong || first >= checks.length;
    setText(this.othersTitle, text.otherChecks(checks.length - first));
    for (const [name, card] of this.cards) {
      if (checks.some((check) => check.name === name)) continue;
      card.element.remove();
      this.cards.delete(name);
    }
    sorted.forEach((check, i) => {
      let card = this.cards.get(check.name);
      if (!card) {
        card = new Card(this.page);
        this.cards.set(check.name, card);
      }
      const [list, place] = i < first ? [this.list, i] : [this.others, i - first];
      if (list.children[place] !== card.element) list.insertBefore(card.element, list.children[place] ?? null);
      card.show(check);
    });
  }
}
