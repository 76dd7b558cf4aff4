// The forecasting models side by side, with their average error in plain words.
import { h, type Child } from "./dom";
import type { Page } from "./page";
import type { Model, Unit } from "./types";

export function modelTable(page: Page, models: Model[], unit: Unit): HTMLElement | null {
  if (models.length === 0) return null;
  const { text } = page;
  const most = Math.max(...models.map((m) => m.mae_of_mean));
  const hasPublished = models.some((m) => m.published_mae !== undefined);
  const head = (label: string) => h("th", { scope: "col", class: "number" }, label);
  return h(
    "div",
    { class: "models" },
    h("h3", { id: "models-title" }, text.modelsTitle),
    h("p", { class: "lead" }, privacyCost(page, models, unit), text.modelsLead(page.events, unit)),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-labelledby": "models-title" },
      h(
        "table",
        { "aria-labelledby": "models-title" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, text.model),
            h("th", { scope: "col" }, text.isPrivate),
            h("th", { scope: "col" }, text.mae),
            head(text.rmse),
            hasPublished && head(text.publishedMae),
          ),
        ),
        h("tbody", {}, ...models.map((model) => row(page, model, unit, most, hasPublished))),
      ),
    ),
  );
}

function row(
  page: Page,
  model: Model,
  unit: Unit,
  most: number,
  hasPublished: boolean,
): HTMLElement {
  const { text, format, language } = page;
  const epsilon = model.epsilon === undefined ? null : format.epsilon(model.epsilon);
  const name = language === "fr" ? (model.name_fr ?? model.name) : model.name,
    note = language === "fr" ? (model.note_fr ?? model.note) : model.note;
  const published: Child =
    hasPublished &&
    h(
      "td",
      { class: "number", "data-label": text.publishedMae },
      model.published_mae === undefined ? "" : format.count(model.published_mae, 2),
    );
  return h(
    "tr",
    { "data-mae": model.mae_of_mean, class: model.is_private && "private" },
    h("th", { scope: "row" }, name, note !== undefined && h("small", {}, note)),
    h(
      "td",
      { "data-label": text.isPrivate },
      h(
        "span",
        { class: model.is_private ? "yes" : "no" },
        model.is_private ? text.privateYes(epsilon) : text.privateNo,
      ),
    ),
    h(
      "td",
      {},
      h("span", { class: "mae" }, format.count(model.mae_of_mean, 2)),
      h("span", { class: "mae-bar", style: `--to:${((100 * model.mae_of_mean) / most).toFixed(1)}%`, "aria-hidden": "true" }),
      h("small", {}, text.maeWords(format.count(model.mae_of_mean, 1), page.eventsAfter(model.mae_of_mean), unit)),
    ),
    h("td", { class: "number", "data-label": text.rmse }, format.count(model.mean_region_rmse, 2)),
    published,
  );
}

/** The best private model against the best one that saw the raw data. */
function privacyCost(page: Page, models: Model[], unit: Unit): string {
  const { text, format, data } = page;
  const least = (some: Model[]) => (some.length > 0 ? Math.min(...some.map((m) => m.mae_of_mean)) : undefined);
  // Protected as much as this page: a better forecast at a weaker protection would be another bargain.
  const isHere = (m: Model) => Math.abs((m.epsilon ?? data.guarantee.epsilon) - data.guarantee.epsilon) < 0.01;
  const best = least(models.filter((m) => m.is_private && isHere(m)));
  const raw = least(models.filter((m) => !m.is_private && m.epsilon === undefined));
  if (best === undefined || raw === undefined) return "";
  const change = best / raw - 1;
  const [ours, theirs, percent] = [format.count(best, 2), format.count(raw, 2), format.percent(change, 1)];
  return `${text.privacyCost(ours, theirs, page.eventsAfter(best), unit, change, percent)} `;
}
