// The page of blurred places: the map, the regions, and what one point may reveal.
import { writeAddress } from "./address";
import { h } from "./dom";
import { downloads } from "./downloads";
import { pair } from "./format";
import { BlurMap } from "./blur-map";
import { BlurPage } from "./blur-page";
import { reveal } from "./blur-reveal";
import { regionTable } from "./blur-regions";
import type { BlurData } from "./blur-types";
import { openPage, readData, type PageParts } from "./shell";
import type { Language } from "./types";

const data = readData<BlurData>(2);

function partsIn(language: Language, address: URLSearchParams): PageParts {
  const page = new BlurPage(data, language);
  const { text } = page;
  const map = data.density && new BlurMap(page, data.density);
  let chosen: string | null = null;
  const table = regionTable(page, (region) => {
    show(region);
    writeAddress({ lang: language, region });
  });

  function show(name: string | null): void {
    const region = data.regions.find((one) => one.name === name);
    chosen = region?.name ?? null;
    table.mark(region);
    map?.choose(region);
  }

  const cell = data.density ? page.metres(data.density.cell) : "";
  const parts: PageParts = {
    kicker: text.kicker,
    skip: { text: text.skip, to: "where" },
    sections: [
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
            title: () => pair(page.language, data.title, text.regionsTitle),
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
    ],
    address: () => (chosen === null ? {} : { region: chosen }),
    follow: (address) => show(address.get("region")),
  };
  show(address.get("region"));
  return parts;
}

openPage(data, partsIn);
