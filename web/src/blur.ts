// The page of blurred places: the promise and what it leaves open, the map, the regions, and what one point may reveal.
import { readAddress, writeAddress } from "./address";
import { h, startOver, whileBuilt } from "./dom";
import { downloads } from "./downloads";
import { focusLanguageSwitch, isLanguage, languageSwitch } from "./language";
import { BlurMap } from "./blur-map";
import { BlurPage } from "./blur-page";
import { reveal } from "./blur-reveal";
import { regionTable } from "./blur-regions";
import type { BlurData } from "./blur-types";
import type { Language } from "./types";

function promise(page: BlurPage): HTMLElement {
  const { data, text, words } = page;
  const { is_private, unit, max_reports } = data.guarantee;
  const sentence = is_private ? page.promise : text.notPrivate(words.not_private_because.join("; "));
  const statement = h("p", { class: "statement", id: "guarantee" }, sentence);
  return h(
    "header",
    { class: "top" },
    is_private && h("p", { class: "kicker" }, text.kicker),
    h("h1", {}, data.title),
    h(
      "section",
      { class: is_private ? "promise" : "promise broken", "aria-label": text.guarantee },
      is_private ? statement : h("div", { class: "banner", role: "alert" }, statement),
      is_private && h("p", { class: "meaning" }, text.unit(unit, max_reports, page.together)),
      h(
        "div",
        { class: "details" },
        h(
          "details",
          { open: true },
          h("summary", {}, text.notProtected),
          h("ul", { id: "not-protected" }, ...words.not_protected.map((line) => h("li", {}, line))),
        ),
      ),
    ),
  );
}

const data = JSON.parse(document.getElementById("data")!.textContent ?? "") as BlurData;

function build(language: Language, wanted: string | null): void {
  startOver();
  const page = new BlurPage(data, language);
  const { text } = page;
  const map = data.density && new BlurMap(page, data.density);
  let chosen: string | null = null;
  const table = regionTable(page, (region) => choose(region));

  function show(name: string | null): void {
    const region = data.regions.find((one) => one.name === name);
    chosen = region?.name ?? null;
    table.mark(region);
    map?.choose(region);
  }
  function choose(name: string): void {
    show(name);
    writeAddress({ lang: language, region: name });
  }

  document.documentElement.lang = language;
  document.title = data.title;
  const cell = data.density ? page.metres(data.density.cell) : "";
  document.getElementById("page")!.replaceChildren(
    h("a", { class: "skip", href: "#where" }, text.skip),
    languageSwitch(language, (next) => {
      const top = window.scrollY;
      build(next, chosen);
      writeAddress({ lang: next, ...(chosen === null ? {} : { region: chosen }) });
      window.scrollTo({ top });
      focusLanguageSwitch();
    }),
    promise(page),
    h(
      "main",
      {},
      h(
        "section",
        { class: "block", id: "where", "aria-labelledby": "where-title", tabindex: -1 },
        h("h2", { id: "where-title" }, text.mapTitle),
        h("p", { class: "lead" }, map ? text.mapLead(page.count(data.points), cell) : text.noMap),
        map?.figure,
      ),
      data.regions.length > 0 &&
        h(
          "section",
          { class: "block", "aria-labelledby": "regions-title" },
          h("h2", { id: "regions-title" }, text.regionsTitle),
          h("p", { class: "lead" }, text.regionsLead(page.confidence)),
          table.element,
          downloads(text, {
            file: () => `${data.title} regions`,
            title: () => `${data.title}: ${text.regionsTitle}`,
            source: () => page.source,
            rows: () => [
              ["region", "estimate", "std_error", "lower", "upper", "counted"],
              ...data.regions.map((r) => [r.name, r.estimate, r.std_error, r.lower, r.upper, r.counted]),
            ],
            svg: () => table.chart(),
          }),
        ),
      h(
        "section",
        { class: "block", "aria-labelledby": "reveal-title" },
        h("h2", { id: "reveal-title" }, text.revealTitle),
        h("p", { class: "lead" }, text.revealLead),
        reveal(page),
      ),
    ),
    h("footer", {}, h("p", {}, text.footer(data.software))),
  );
  show(wanted);
  window.addEventListener(
    "hashchange",
    () => {
      const address = readAddress();
      const lang = address.get("lang");
      show(address.get("region"));
      if (isLanguage(lang) && lang !== language) build(lang, chosen);
    },
    { signal: whileBuilt() },
  );
}

const address = readAddress();
const wanted = address.get("lang");
build(isLanguage(wanted) ? wanted : data.language, address.get("region"));
