// The log-in and the list of collections.
import { Api, isToken, Problem } from "./collector-api";
import { memoOf } from "./collector-caveats";
import type { Say } from "./collector-page";
import type { Collection } from "./collector-types";
import { h, setText } from "./dom";

/** Why a token does not do, in the reader's language. */
export function refusalOf({ text }: Say, problem: Problem): string {
  return text.refused[problem.slug] ?? text.refusedOtherwise;
}

/** `enter` gets a token that the server took. */
export function loginPart(say: Say, said: string, enter: (token: string) => void): HTMLElement {
  const { text } = say;
  const input = h("input", {
    id: "token",
    type: "password",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    "aria-describedby": "token-problem token-lead",
  });
  const problem = h("p", { class: "problem", id: "token-problem", role: "alert" });
  const button = h("button", { type: "submit", class: "primary" }, text.login);
  const shows = h("input", { type: "checkbox", id: "show-token" });
  shows.addEventListener("change", () => (input.type = shows.checked ? "text" : "password"));
  const complain = (sentence: string) => {
    setText(problem, sentence);
    input.setAttribute("aria-invalid", String(sentence !== ""));
  };
  const form = h(
    "form",
    { class: "login", novalidate: true },
    h("label", { for: "token" }, text.tokenLabel),
    h("div", { class: "ask-line" }, input, button),
    h("label", { class: "inline" }, shows, h("span", {}, text.showToken)),
    problem,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const token = input.value.trim();
    if (token === "") return complain(text.noToken);
    if (!isToken(token)) return complain(text.refused["token-unknown"]!);
    complain("");
    button.disabled = true;
    setText(button, text.loggingIn);
    const failed = (sentence: string) => {
      button.disabled = false;
      setText(button, text.login);
      complain(sentence);
      input.focus();
      input.select();
    };
    new Api(token).json("/v1/collections", new AbortController().signal).then(
      () => {
        input.value = "";
        enter(token);
      },
      (error: unknown) => {
        if (!(error instanceof Problem)) return failed(text.unreachable);
        failed(error.isRefusal ? refusalOf(say, error) : text.serverProblem(error.detail || String(error.status)));
      },
    );
  });
  queueMicrotask(() => input.focus());
  return h(
    "main",
    { class: "narrow" },
    h(
      "section",
      { class: "block", "aria-labelledby": "login-title" },
      h("h1", { id: "login-title" }, text.loginTitle),
      said === "" ? "" : h("p", { class: "told", role: "status", id: "said" }, said),
      h("p", { class: "lead", id: "token-lead" }, text.loginLead),
      form,
    ),
  );
}

export const stateBadge = ({ text }: Say, { state }: { state: "open" | "closed" }) =>
  h("span", { class: `badge ${state}` }, state === "open" ? text.open : text.closed);

export class ListPart {
  readonly element: HTMLElement;
  private readonly list = h("ul", { class: "collections" });
  private readonly nothing = h("p", { class: "lead" });
  private readonly cards = new Map<string, HTMLElement>();
  private readonly odd = new Set<string>();

  constructor(
    private readonly say: Say,
    private readonly linkTo: (id: string) => string,
  ) {
    const { text } = say;
    setText(this.nothing, text.loading);
    this.element = h(
      "main",
      { id: "content", tabindex: -1 },
      h("h1", {}, text.listTitle),
      h("p", { class: "lead" }, text.listLead),
      this.nothing,
      this.list,
    );
  }

  setOdd(id: string, isOdd: boolean): void {
    if (isOdd) this.odd.add(id);
    else this.odd.delete(id);
  }

  update(collections: Collection[]): void {
    this.nothing.hidden = collections.length > 0;
    setText(this.nothing, this.say.text.noCollections);
    for (const [id, card] of this.cards) {
      if (!collections.some((one) => one.id === id)) {
        card.remove();
        this.cards.delete(id);
      }
    }
    // Open ones first; otherwise as the server has them.
    const sorted = [...collections].sort((a, b) => Number(a.state === "closed") - Number(b.state === "closed"));
    sorted.forEach((collection, i) => {
      let card = this.cards.get(collection.id);
      if (!card) {
        card = this.card(collection);
        this.cards.set(collection.id, card);
      }
      this.fill(card, collection);
      if (this.list.children[i] !== card) this.list.insertBefore(card, this.list.children[i] ?? null);
    });
  }

  private card({ id, title }: Collection): HTMLElement {
    return h(
      "li",
      { class: "collection", "data-collection": id },
      h("h2", {}, h("a", { href: this.linkTo(id) }, title || id)),
      h("p", { class: "line" }),
      h("p", { class: "figures-line" }),
      h("p", { class: "footnote" }),
    );
  }

  private fill(card: HTMLElement, collection: Collection): void {
    const { say } = this;
    const { text } = say;
    const { reports = 0, updated, guarantee, server_time } = collection;
    const [line, figures, last] = card.querySelectorAll("p");
    if (!line || !figures || !last) return;
    const isPrivate = say.isPrivate(collection);
    const promise = isPrivate
      ? text.fewWords(
          say.format.shortEpsilon(guarantee.epsilon),
          guarantee.protects,
          memoOf(guarantee) !== undefined,
        )
      : text.notPrivateShort;
    line.replaceChildren(
      stateBadge(say, collection),
      " ",
      h("span", { class: isPrivate ? "badge promise-badge" : "badge alarm" }, promise),
      ...(this.odd.has(collection.id) ? [" ", h("span", { class: "badge alarm" }, text.oddShort)] : []),
    );
    setText(figures, text.reports(reports, say.count(reports)));
    const age = updated ? text.lastReport(say.ago(Date.parse(server_time) - Date.parse(updated))) : text.noReport;
    setText(last, age.charAt(0).toUpperCase() + age.slice(1));
  }
}
