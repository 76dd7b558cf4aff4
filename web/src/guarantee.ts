// The top of the page: what is promised, in one sentence, or that nothing is.
import { h, type Child } from "./dom";
import type { Page } from "./page";

export function guarantee(page: Page): HTMLElement {
  const { text, data } = page;
  return h(
    "header",
    { class: "top" },
    data.guarantee.is_private && h("p", { class: "kicker" }, text.kicker),
    h("h1", {}, data.title),
    h(
      "section",
      { class: data.guarantee.is_private ? "promise" : "promise broken", "aria-label": text.guarantee },
      ...(data.guarantee.is_private ? promise(page) : warning(page)),
      data.demonstration && h("p", { class: "meaning" }, h("strong", {}, text.demonstration)),
      h("div", { class: "details" }, ...details(page)),
    ),
  );
}

function promise({ text, words, format, data }: Page): Child[] {
  const { epsilon } = data.guarantee;
  const regions = data.regions.length;
  // Bayes with equal priors: Pr[true region | everything published] ≤ e^ε / (e^ε + k − 1).
  const atMost = Math.exp(epsilon) / (Math.exp(epsilon) + regions - 1);
  // Whole per cents; below one, two digits that are not zero. What it can become is a bound, so rounded up.
  const decimals = regions <= 100 ? 0 : 1 + Math.floor(Math.log10(regions / 100) + 1);
  const scale = 10 ** (decimals + 2);
  const after = format.percent(Math.ceil(atMost * scale) / scale, decimals);
  // Of persons, and of whether somebody is there at all, the sentences of the statement say it.
  if (data.guarantee.model !== undefined) {
    return [
      h("p", { class: "statement", id: "guarantee" }, words.promise),
      ...(words.beside ?? []).map((sentence) => h("p", { class: "meaning" }, sentence)),
    ];
  }
  return [
    h("p", { class: "statement", id: "guarantee" }, words.promise),
    h("p", { class: "meaning" }, text.meaning(regions, format.percent(1 / regions, decimals), after)),
  ];
}

function warning({ text, words }: Page): Child[] {
  return [
    h(
      "div",
      { class: "banner", role: "alert" },
      h("p", { class: "statement", id: "guarantee" }, `${text.notPrivate}. ${text.noPromise}`),
      h("ul", {}, ...words.not_private_because.map((reason) => h("li", {}, reason))),
    ),
  ];
}

function details({ text, words, format, data }: Page): HTMLElement[] {
  const { guarantee: g } = data;
  const list = (title: string, items: string[]) =>
    h("details", {}, h("summary", {}, title), h("ul", {}, ...items.map((item) => h("li", {}, item))));
  const how = [
    text.mechanism(g.oracle_title, g.oracle),
    text.budget(format.epsilon(g.epsilon_asked), format.epsilon(g.epsilon)),
    text.randomness(g.randomness),
  ];
  return [
    ...(g.is_private ? [list(text.protectedTitle, words.protects)] : []),
    list(text.notProtectedTitle, words.does_not_protect),
    list(text.mechanismTitle, how),
  ];
}
