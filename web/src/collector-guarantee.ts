// The top of a collection: what is promised in one sentence, or that nothing is; what it leaves open; the budget.
import { memoOf } from "./collector-caveats";
import type { CollectionPage } from "./collector-page";
import type { EpsilonText } from "./collector-types";
import { h, setText, type Child } from "./dom";

/** Of the sentence: e^ε rounded up; null beyond a million, which bounds nothing. */
function promiseOf({ text, format, collection }: CollectionPage): string {
  const { epsilon, delta, protects } = collection.guarantee;
  const factor = Math.exp(epsilon) < 1e6 ? format.bound(Math.exp(epsilon), 3) : null;
  const failing = delta > 0 ? `, δ = ${format.scientific(delta)}` : "";
  const promise = memoOf(collection.guarantee) ? text.memoPromise : text.promise;
  return promise(protects, factor, format.shortEpsilon(epsilon), failing);
}

function list(page: CollectionPage, id: string, sentences: string[]): HTMLElement {
  return h(
    "ul",
    { id },
    ...sentences.map((sentence) => {
      const { text, lang } = page.said(sentence);
      return h("li", { lang }, text.charAt(0).toUpperCase() + text.slice(1));
    }),
  );
}

function facts(page: CollectionPage): HTMLElement {
  const { text, collection: c } = page;
  const rows: [string, Child][] = [
    [text.factKind, text.kinds[c.kind] ?? c.kind],
    [text.factPeriod, c.period === null ? text.noPeriod : text.periodOf(c.period)],
    [text.factMinimum, text.minimum(c.min_reports, page.count(c.min_reports))],
    [
      text.factKeeps,
      c.keeps_reports
        ? text.keeps(c.retention_days, page.count(c.retention_days ?? 0))
        : text.keepsNothing,
    ],
  ];
  // Reports are made a hair below what was asked for, which rounding hides. Some protocols spend much less, or more.
  const [asked, spent] = [c.guarantee.epsilon_asked, c.guarantee.epsilon].map(page.format.shortEpsilon);
  if (asked !== spent) rows.push([text.factAsked, text.asked(asked!, spent!, memoOf(c.guarantee) !== undefined)]);
  if (c.jitter_seconds > 0) rows.push([text.factJitter, text.jitter(page.count(c.jitter_seconds))]);
  rows.push(
    [text.factDataset, c.dataset],
    [text.factId, h("code", {}, c.id)],
    [text.factFingerprint, h("code", {}, c.fingerprint)],
  );
  return h("dl", { class: "facts" }, ...rows.flatMap(([term, fact]) => [h("dt", {}, term), h("dd", {}, fact)]));
}

export class GuaranteePart {
  readonly element = h("section");
  private readonly budget = h("div", { class: "budget" });
  private wasPrivate: boolean | undefined;

  constructor(private readonly page: CollectionPage) {
    this.update();
  }

  update(): void {
    const { page } = this;
    // Whoever reads must see at once that it is no longer private; otherwise nothing here changes.
    if (this.wasPrivate !== page.isPrivateNow) this.build();
    this.showBudget();
  }

  private build(): void {
    const { page } = this;
    const { text, collection } = page;
    const { guarantee } = collection;
    const isPrivate = (this.wasPrivate = page.isPrivateNow);
    const promise = promiseOf(page);
    const memo = memoOf(guarantee);
    const written = page.format.shortEpsilon;
    this.element.className = isPrivate ? "promise" : "promise broken";
    this.element.setAttribute("aria-label", text.guarantee);
    const reasons = [
      collection.randomness === "private" ? "" : text.seeded,
      guarantee.epsilon > 20 ? text.weak(page.format.shortEpsilon(guarantee.epsilon)) : "",
    ].filter(Boolean);
    const others = guarantee.not_private_because ?? [];
    this.element.replaceChildren(
      isPrivate
        ? h("p", { class: "statement", id: "guarantee" }, promise)
        : h(
            "div",
            { class: "banner", role: "alert" },
            h("p", { class: "statement", id: "guarantee" }, text.notPrivate),
            ...reasons.map((reason) => h("p", {}, reason)),
            others.length > 0 ? list(page, "reasons", others) : "",
          ),
      isPrivate && memo
        ? h(
            "p",
            { class: "meaning", id: "memo" },
            text.memoMeaning(memo.alone === undefined ? null : written(memo.alone), written(guarantee.epsilon)),
          )
        : "",
      isPrivate
        ? h("p", { class: "meaning" }, guarantee.model === "local" ? text.meaningLocal : text.meaningCentral)
        : "",
      // A level that is promised no more than the whole needs no sentence.
      ...(guarantee.levels ?? []).filter((level) => level.epsilon < guarantee.epsilon).map(({ protects, epsilon }) =>
        h("p", { class: "meaning" }, text.oneLevel(protects, page.format.shortEpsilon(epsilon))),
      ),
      this.budget,
      h(
        "div",
        { class: "details" },
        h("details", {}, h("summary", {}, text.caveatsTitle), list(page, "caveats", guarantee.caveats)),
        h("details", {}, h("summary", {}, text.detailsTitle), facts(page)),
      ),
    );
  }

  private showBudget(): void {
    const { text, format, collection } = this.page;
    const { budget } = collection;
    if (budget === undefined || budget === null) {
      this.budget.replaceChildren(h("h2", {}, text.budgetTitle), h("p", {}, text.budgetNone));
      return;
    }
    const number = (value: EpsilonText) => Number(value);
    const written = (value: EpsilonText, write: (epsilon: number) => string) =>
      Number.isFinite(number(value)) ? write(number(value)) : String(value);
    const spent = (value: EpsilonText) => written(value, format.shortEpsilon);
    const left = (value: EpsilonText) => written(value, format.shortRemainder);
    const sentence =
      budget.limit === null || budget.left === null
        ? text.budgetNoLimit(spent(budget.spent), budget.dataset)
        : text.budgetLeft(left(budget.left), left(budget.limit), spent(budget.spent), budget.dataset);
    const line = h("p", { id: "budget" });
    setText(line, sentence);
    const limit = number(budget.limit ?? NaN);
    const share = limit > 0 ? Math.min(1, Math.max(0, number(budget.spent) / limit)) : NaN;
    this.budget.replaceChildren(
      h("h2", {}, text.budgetTitle),
      line,
      Number.isFinite(share)
        ? h(
            "div",
            { class: "spent-bar", role: "img", "aria-label": text.budgetBar(format.percent(share, 0)) },
            h("span", { class: "spent-this", style: `flex:${share}` }),
            share < 1 && h("span", { class: "spent-left", style: `flex:${1 - share}` }),
          )
        : "",
    );
  }
}
