// What was spent on the data set: this release, those before it, and what a budget leaves, as one bar.
import { key } from "./chart";
import { h, type Child } from "./dom";
import type { Formats } from "./format";
import type { Strings } from "./strings";
import type { Spending } from "./types";

/** What the panel speaks and writes numbers with. */
export interface SpendingWords {
  text: Strings;
  format: Formats;
}

/** A larger factor bounds nothing that anybody could use. */
const mostFactor = 1e6;
/** More parts than that are told apart by nobody: the oldest become one. */
const mostParts = 24;

interface Part {
  share: number; // of the bar
  kind: "this" | "earlier" | "left";
  name: string;
}

/** Parts of the bar in the order of the ledger. Where publications come to less than their sum, each shrinks alike. */
function partsOf({ text, format }: SpendingWords, spending: Spending): Part[] {
  const { epsilon, budget, publications } = spending;
  const whole = Math.max(budget ?? 0, epsilon);
  const sum = publications.reduce((total, { epsilon: part }) => total + part, 0);
  if (!(whole > 0) || !(sum > 0)) return [];
  const parts: Part[] = publications.map((one) => ({
    share: ((one.epsilon / sum) * epsilon) / whole,
    kind: one.is_this ? "this" : "earlier",
    name: text.spentPart(one.mechanism, format.generated(one.date), format.epsilon(one.epsilon)),
  }));
  const surplus = parts.length - mostParts;
  if (surplus > 0) {
    const oldest = parts.splice(0, surplus + 1);
    const share = oldest.reduce((total, part) => total + part.share, 0);
    parts.unshift({ share, kind: "earlier", name: text.spentEarlier });
  }
  if (budget !== undefined && budget > epsilon) {
    const left = budget - epsilon;
    parts.push({ share: left / whole, kind: "left", name: `${text.spentLeft}: ε = ${format.epsilon(left)}` });
  }
  return parts;
}

function block(page: SpendingWords, ...children: Child[]): HTMLElement {
  return h(
    "section",
    { class: "block", id: "spending", "aria-labelledby": "spent-title" },
    h("h2", { id: "spent-title" }, page.text.spentTitle),
    ...children,
  );
}

export function spendingSection(page: SpendingWords, spending: Spending): HTMLElement {
  const { text, format } = page;
  const { unprotected = 0 } = spending;
  if (unprotected > 0) {
    const sentence = text.spentUnprotected(unprotected, spending.publications.length);
    return block(page, h("p", { class: "spent-sentence" }, sentence));
  }
  const { unit, epsilon, delta, budget, theorem, publications } = spending;
  const subject = text.spentSubject(unit, spending.within === undefined ? undefined : format.count(spending.within, 0));
  const spent = format.epsilon(epsilon);
  const deltaText = delta > 0 ? ` (δ = ${format.scientific(delta)})` : "";
  const isOver = budget !== undefined && epsilon > budget;
  // A remainder is no bound: it is rounded down, by rounding up what is gone.
  const sentence =
    budget === undefined || isOver
      ? text.spent(subject, spent, deltaText, publications.length)
      : text.spentOf(subject, format.epsilon(budget), spent, format.remainder(budget - epsilon), deltaText, publications.length);
  const parts = partsOf(page, spending);
  const bar = h(
    "div",
    { class: "spent-bar", role: "img", "aria-label": parts.map(({ name }) => name).join("; ") },
    ...parts.map(({ share, kind, name }) =>
      h("span", { class: `spent-${kind}`, style: `flex: ${share.toFixed(6)} 0 0`, title: name }),
    ),
  );
  const kinds = new Set(parts.map(({ kind }) => kind));
  const sum = publications.reduce((total, { epsilon: part }) => total + part, 0);
  return block(
    page,
    h("p", { class: "spent-sentence" }, sentence),
    parts.length > 0 && bar,
    parts.length > 0 &&
      key([
        ...(kinds.has("earlier") ? [{ mark: "band" as const, colour: "muted", text: text.spentEarlier }] : []),
        { mark: "band" as const, colour: "accent", text: text.spentThis },
        ...(kinds.has("left") ? [{ mark: "band" as const, colour: "rule", text: text.spentLeft }] : []),
      ]),
    h(
      "p",
      { class: "footnote" },
      epsilon > 0 &&
        Math.exp(epsilon) < mostFactor &&
        `${text.spentPromise(subject, format.bound(Math.exp(epsilon), 3), delta > 0 ? format.scientific(delta) : "")} `,
      publications.length > 1 && `${text.spentTheorem(theorem, sum - epsilon < 1e-4)} `,
      budget === undefined && text.spentLimitless,
      isOver && text.spentOver(format.epsilon(budget)),
    ),
  );
}
