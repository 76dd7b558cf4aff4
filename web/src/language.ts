// The switch between the two languages that every page has.
import { choice, h } from "./dom";
import type { Language } from "./types";

const names: Record<Language, string> = { en: "English", fr: "Français" };

export function isLanguage(text: string | null): text is Language {
  return text === "en" || text === "fr";
}

export function languageSwitch(language: Language, choose: (language: Language) => void): HTMLElement {
  const options = Object.entries(names).map(([value, label]) => ({ value, label }));
  const legend = language === "fr" ? "Langue" : "Language";
  const group = choice(legend, options, language, (value) => {
    if (isLanguage(value)) choose(value);
  });
  group.id = "language";
  // Each name is read in its own language.
  group.querySelectorAll("label").forEach((label, i) => label.setAttribute("lang", options[i]!.value));
  return h("nav", { class: "languages", "aria-label": legend }, group);
}

/** After the page was built anew: where the reader was. */
export function focusLanguageSwitch(): void {
  document.querySelector<HTMLInputElement>("#language input:checked")?.focus({ preventScroll: true });
}
