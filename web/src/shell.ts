// What every page of a publication is: its head with the promise and what it leaves open, its own sections, what was spent,
// and the files beside it; in the language that the publication, the address or the reader asks for. The words of the
// promise are the publication's: no page words any.
import { readAddress, writeAddress } from "./address";
import { h, startOver, whileBuilt, type Child } from "./dom";
import { makeFormats } from "./format";
import { focusLanguageSwitch, isLanguage, languageSwitch } from "./language";
import { spendingSection } from "./spending";
import { stringsFor } from "./strings";
import type { Language, Spending, StatementWords } from "./types";

/** What publish() writes for every kind (publish/manifest.cc). */
export interface PageHead {
  kind: string;
  schema: number;
  language: Language; // that the page opens in
  title: string;
  generated?: string; // the day it was made
  software: string;
  files?: string[]; // names of the files beside the page
  files_in?: string; // where they are, seen from the page: "release/"; beside it otherwise
  guarantee: {
    is_private: boolean;
    is_differential?: boolean; // false: the promise is a weaker one, and says so itself
    randomness?: string; // where some is drawn
    words: Record<Language, StatementWords>;
  };
  spending?: Spending;
}

/** A kind's own part of the page, in one language. */
export interface PageParts {
  kicker: string;
  skip: { text: string; to: string }; // to the first section, by its id
  details?: HTMLElement[]; // of the promise
  sections: Child[];
  /** What the reader has chosen, for the address. */
  address?(): Record<string, string>;
  /** Somebody went back, or opened another link. */
  follow?(address: URLSearchParams): void;
}

const list = (title: string, lines: string[], id?: string) =>
  h("details", { open: id !== undefined }, h("summary", {}, title), h("ul", { ...(id && { id }) }, ...lines.map((line) => h("li", {}, line))));

function statementPanel(head: PageHead, parts: PageParts, language: Language): HTMLElement {
  const text = stringsFor(language);
  const { is_private, is_differential = true, words } = head.guarantee;
  const holds = is_private || !is_differential;
  const { promise, protects, does_not_protect, not_private_because, beside = [] } = words[language];
  const broken = h(
    "div",
    { class: "banner", role: "alert" },
    h("p", { class: "statement", id: "guarantee" }, is_differential ? `${text.notPrivate}. ${text.noPromise}` : promise),
    is_differential && h("ul", {}, ...not_private_because.map((reason) => h("li", {}, reason))),
  );
  return h(
    "header",
    { class: "top" },
    holds && h("p", { class: "kicker" }, parts.kicker),
    h("h1", {}, head.title),
    h(
      "section",
      { class: is_private ? "promise" : "promise broken", "aria-label": text.guarantee },
      is_private ? h("p", { class: "statement", id: "guarantee" }, promise) : broken,
      ...beside.map((sentence) => h("p", { class: "meaning" }, sentence)),
      h(
        "div",
        { class: "details" },
        ...(holds && protects.length > 0 ? [list(is_private ? text.protectedTitle : text.holdsTitle, protects)] : []),
        list(text.notProtectedTitle, does_not_protect, "not-protected"),
        ...(parts.details ?? []),
      ),
    ),
  );
}

function footer(head: PageHead, language: Language): HTMLElement {
  const text = stringsFor(language);
  const format = makeFormats(language, text);
  const meaning = (name: string) => text.fileMeanings[name];
  const files = head.files ?? [];
  return h(
    "footer",
    {},
    files.length > 0 &&
      h(
        "nav",
        { class: "files", "aria-labelledby": "files-title" },
        h("h2", { id: "files-title" }, text.filesTitle),
        h(
          "ul",
          {},
          ...files.map((name) =>
            h("li", {}, h("a", { href: (head.files_in ?? "") + name }, name), meaning(name) !== undefined && ` (${meaning(name)!})`),
          ),
        ),
      ),
    h("p", {}, text.footer(head.software, head.generated === undefined ? "" : format.generated(head.generated))),
  );
}

/** On paper nothing can be unfolded, so everything is. */
function unfoldForPrint(): void {
  const opened: HTMLDetailsElement[] = [];
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("details:not([open])")) {
      details.open = true;
      opened.push(details);
    }
  });
  window.addEventListener("afterprint", () => opened.splice(0).forEach((details) => (details.open = false)));
}

/** The data element of the document. */
export function readData<Data extends PageHead>(schema: number): Data {
  const data = JSON.parse(document.getElementById("data")!.textContent ?? "") as Data;
  if (data.schema !== schema) throw new Error(`this page reads data of schema ${schema}, not ${String(data.schema)}`);
  return data;
}

export function openPage(head: PageHead, partsIn: (language: Language, address: URLSearchParams) => PageParts): void {
  function build(language: Language): void {
    startOver();
    const parts = partsIn(language, readAddress());
    document.documentElement.lang = language;
    document.title = head.title;
    const text = stringsFor(language);
    document.getElementById("page")!.replaceChildren(
      h("a", { class: "skip", href: `#${parts.skip.to}` }, parts.skip.text),
      languageSwitch(language, (next) => {
        const top = window.scrollY;
        writeAddress({ ...parts.address?.(), lang: next });
        build(next);
        window.scrollTo({ top });
        focusLanguageSwitch();
      }),
      statementPanel(head, parts, language),
      h(
        "main",
        {},
        ...parts.sections,
        head.spending && spendingSection({ text, format: makeFormats(language, text) }, head.spending),
      ),
      footer(head, language),
    );
    window.addEventListener(
      "hashchange",
      () => {
        const address = readAddress();
        const asked = address.get("lang");
        parts.follow?.(address);
        if (isLanguage(asked) && asked !== language) build(asked);
      },
      { signal: whileBuilt() },
    );
  }
  const asked = readAddress().get("lang");
  build(isLanguage(asked) ? asked : head.language);
  unfoldForPrint();
}
