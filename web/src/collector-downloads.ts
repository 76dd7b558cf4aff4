// The numbers as files, and how programs ask for the same. The token is in none of them.
import { pathOf } from "./collector-api";
import { tablesOf, type CollectionPage } from "./collector-page";
import { csvText, type Cell } from "./csv";
import { h, setText, whileBuilt } from "./dom";
import { fileName, save } from "./downloads";

/** What reads a tally of each kind. */
const readers: Record<string, string> = { range: "sourdine range query", tuple: "sourdine survey estimate" };

function estimateRows({ estimates }: CollectionPage): Cell[][] {
  const all = [...(estimates?.periods ?? []), ...(estimates?.together ? [estimates.together] : [])];
  return [
    ["period", "question", "reports", "value", "estimate", "std_error", "lower", "upper", "mostly_noise"],
    ...all.flatMap((shown) =>
      tablesOf(shown).flatMap(({ name, reports, values }) =>
        values.map((one): Cell[] => [
          shown === estimates?.together ? "" : (shown.period ?? ""),
          name,
          reports,
          one.value,
          one.estimate,
          one.std_error,
          one.lower,
          one.upper,
          String(one.mostly_noise),
        ]),
      ),
    ),
  ];
}

export function downloadsPart(page: CollectionPage): HTMLElement {
  const { text, collection, api } = page;
  const path = pathOf(collection.id);
  const problem = h("p", { class: "problem", role: "alert" });
  const name = () => fileName(page.file(collection.id));
  const csv = h("button", { type: "button", class: "download", id: "all-estimates" }, text.estimatesCsv);
  csv.addEventListener("click", () =>
    save(new Blob([csvText(estimateRows(page))], { type: "text/csv;charset=utf-8" }), `${name()}-estimates.csv`),
  );
  const tally = h("button", { type: "button", class: "download", id: "tally" }, text.tallyFile);
  tally.addEventListener("click", () => {
    setText(problem, "");
    api.file(`${path}/tally`, whileBuilt()).then(
      (blob) => save(blob, `${name()}.stly`),
      () => setText(problem, text.downloadFailed),
    );
  });
  const link = (what: string, query = "") => {
    const file = what === "tally" ? ` -o ${collection.id}.stly` : what === "events" ? " -N" : "";
    const command = `curl${file} -H "Authorization: Bearer $TOKEN" "${window.location.origin}${path}/${what}${query}"`;
    const button = h("button", { type: "button", class: "download" }, text.copy);
    button.setAttribute("aria-label", `${text.copy}: ${text.links[what] ?? what}`);
    button.addEventListener("click", () => {
      void navigator.clipboard?.writeText(command).then(() => {
        button.textContent = text.copied;
        window.setTimeout(() => (button.textContent = text.copy), 2000);
      });
    });
    return [h("dt", {}, text.links[what] ?? what), h("dd", {}, h("code", { tabindex: 0 }, command), button)];
  };
  return h(
    "section",
    { class: "block", id: "downloads", "aria-labelledby": "downloads-title" },
    h("h2", { id: "downloads-title" }, text.downloadsTitle),
    h("p", { class: "lead" }, text.downloadsLead),
    h("p", { class: "downloads" }, csv, tally),
    problem,
    h("p", { class: "footnote" }, text.tallyMeaning(readers[collection.kind] ?? "sourdine estimate")),
    h(
      "details",
      { class: "numbers" },
      h("summary", {}, text.forPrograms),
      h("p", { class: "lead" }, text.programLead),
      h(
        "dl",
        { class: "links" },
        ...link("estimates", "?together=true"),
        ...link("tally"),
        ...(collection.period === null ? [] : link("periods")),
        ...link("screening"),
        ...link("activity", "?minutes=60"),
        ...link("events"),
      ),
    ),
  );
}
