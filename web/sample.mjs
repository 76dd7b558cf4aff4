// sample.mjs --template RELEASE.html --out DIR [--language fr] [--not-private] [--geojson] [--bare] [--crowded]
// [--many] [--withheld]: a release directory (index.html, estimates.csv, page.json) with invented but plausible numbers,
// for looking at the page and testing it. --many: one year, not over yet, of 540 regions, most of them with hardly an event.
// --withheld: of reports, too few in the last year and in every day to be published by themselves.
// The yearly totals and the published errors are those of Arcolezi et al. 2020; everything else is drawn here.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crowdedRegions, doubsRegions, words } from "./sample-words.mjs";

const yearTotals = [17333, 19277, 18021, 28669, 29604, 33645, 29079, 29760, 30641, 33518, 34436, 37553, 40510];
const firstYear = 2006;
const day = 86400000;
const epsilon = 1.69;

function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}
const has = (name) => process.argv.includes(`--${name}`);
const manyRegions = Array.from({ length: 540 }, (_, i) => ({ name: `Area ${i + 1}`, population: 1 / (i + 1) ** 2 }));
const regions = has("many") ? manyRegions : has("crowded") ? crowdedRegions : doubsRegions;

let state = 25;
function uniform() {
  // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
const poisson = (mean) => {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
  let k = 0;
  for (let p = uniform(); p > Math.exp(-mean); p *= uniform()) ++k;
  return k;
};
const sum = (values) => values.reduce((a, b) => a + b, 0);
const round = (x) => Number(x.toFixed(4));

function daysOfTruth() {
  const population = sum(regions.map((r) => r.population));
  const dates = [],
    counts = [];
  for (let time = Date.UTC(firstYear, 0, 1); time < Date.UTC(firstYear + yearTotals.length, 0, 1); time += day) {
    const date = new Date(time);
    const perDay = yearTotals[date.getUTCFullYear() - firstYear] / 365.25;
    const ofYear = (time - Date.UTC(date.getUTCFullYear(), 0, 1)) / day;
    const rhythm = 1 + 0.12 * Math.cos((2 * Math.PI * (ofYear - 190)) / 365.25) + (date.getUTCDay() === 6 ? 0.07 : 0);
    const burst = uniform() < 0.002 ? Math.floor(uniform() * regions.length) : -1;
    dates.push(date);
    counts.push(
      regions.map((r, i) => poisson((perDay * rhythm * r.population) / population) + (i === burst ? poisson(80) : 0)),
    );
  }
  return { dates, counts };
}

function isoWeek(date) {
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * day);
  const week = 1 + Math.floor((thursday - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / (7 * day));
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}
const labelOf = {
  year: (d) => String(d.getUTCFullYear()),
  month: (d) => d.toISOString().slice(0, 7),
  week: isoWeek,
  day: (d) => d.toISOString().slice(0, 10),
};

function series(unit, truth, withTruth) {
  const groups = new Map();
  truth.dates.forEach((date, t) => {
    const label = labelOf[unit](date);
    if (!groups.has(label)) groups.set(label, new Array(regions.length).fill(0));
    truth.counts[t].forEach((x, r) => (groups.get(label)[r] += x));
  });
  const labels = [...groups.keys()],
    counts = [...groups.values()],
    totals = counts.map(sum);
  const shrink = unit === "day" ? 0.25 : unit === "week" ? 0.5 : 1; // what smoothing over time gains
  const error = totals.map((n) => shrink * Math.sqrt(1.31 * n));
  const estimate = counts.map((row, t) => row.map((x) => round(Math.max(0, x + error[t] * normal()))));
  const bound = (side) => estimate.map((row, t) => row.map((x) => round(Math.max(0, x + side * 1.96 * error[t]))));
  const partial = unit === "year" || unit === "month" ? { partial: [labels.length - 1] } : {};
  return { ...partial, unit, labels, totals, estimate, lower: bound(-1), upper: bound(1), ...(withTruth ? { truth: counts } : {}) };
}

/** Periods of which nothing is published. */
function withheld(series, missing) {
  const nothing = (matrix) => matrix.map((row, t) => (missing.includes(t) ? row.map(() => 0) : row));
  return {
    ...series,
    missing,
    partial: undefined,
    totals: series.totals.map((total, t) => (missing.includes(t) ? 0 : total)),
    estimate: nothing(series.estimate),
    lower: nothing(series.lower),
    upper: nothing(series.upper),
  };
}
function withheldPeriods(truth) {
  const few = { dates: truth.dates.slice(-750), counts: truth.counts.slice(-750) };
  const [year, month, day] = ["year", "month", "day"].map((unit) => series(unit, few, false));
  const all = (one) => one.labels.map((_, t) => t);
  return [withheld(year, all(year).slice(-1)), withheld(month, [3, 4]), withheld(day, all(day))];
}

function errorRates() {
  const published = {
    0.1: { year: 0.001209, month: 0.004045, day: 0.017675 },
    0.5: { year: 0.003992, month: 0.012813, day: 0.042584 },
    0.9: { year: 0.018785, month: 0.043107, day: 0.077103 },
  };
  const gain = { year: 0.9, month: 0.7, day: 0.42 };
  const rows = [];
  for (let tenth = 1; tenth <= 9; ++tenth) {
    const f = tenth / 10,
      eps = 2 * Math.log((1 - f / 2) / (f / 2));
    for (const [period, events] of [
      ["year", 29388],
      ["month", 2449],
      ["day", 80.5],
    ]) {
      const spread = Math.sqrt(((f / 2) * (1 - f / 2)) / (1 - f) ** 2 / events);
      const paper = 0.09 * (1 - Math.exp(-spread * 8));
      rows.push({
        f,
        epsilon: eps,
        period,
        ...(published[f] ? { published: published[f][period] } : {}),
        paper_method: paper,
        best: paper * gain[period],
        best_method: period === "day" ? "smoothed" : "norm-sub",
      });
    }
  }
  return rows;
}

const named = (model) => ({ name: words.en.models[model], name_fr: words.fr.models[model] });
const noted = (model) => ({ note: words.en.notes[model], note_fr: words.fr.notes[model] });

function forecast(truth) {
  const from = truth.dates.findIndex((d) => d.getUTCFullYear() === 2018);
  const rows = truth.dates.slice(from).map((_, t) =>
    regions.map((_, r) => {
      const past = [1, 2, 7, 8, 14, 21, 28].map((lag) => truth.counts[from + t - lag][r]);
      return round(sum(past) / past.length);
    }),
  );
  const actual = truth.counts.slice(from);
  const lower = rows.map((row) => row.map((x) => round(Math.max(0, x - 2.1 * Math.sqrt(x)))));
  const upper = rows.map((row) => row.map((x) => round(x + 2.1 * Math.sqrt(x) + 0.4)));
  const inside = sum(actual.map((row, t) => row.filter((x, r) => x >= lower[t][r] && x <= upper[t][r]).length));
  // The three days after the data, which have no actual number.
  const last = truth.dates[truth.dates.length - 1];
  const ahead = [1, 2, 3].map((days) => new Date(last.getTime() + days * day));
  const again = (matrix) => [...matrix, ...ahead.map((_, i) => matrix[matrix.length - 7 + i])];
  return {
    labels: [...truth.dates.slice(from), ...ahead].map(labelOf.day),
    predicted: again(rows),
    median: again(rows.map((row) => row.map((x) => Math.max(0, Math.floor(x + 1 / 3))))),
    lower: again(lower),
    upper: again(upper),
    actual,
    coverage: inside / (actual.length * regions.length),
    models: [
      { ...named("ours"), is_private: true, f: 0.6, epsilon, mae_of_mean: 1.8431, mean_region_rmse: 2.5712, ...noted("ours") },
      { ...named("raw"), is_private: false, mae_of_mean: 1.8317, mean_region_rmse: 2.5644, published_mae: 1.8552 },
      { ...named("paper"), is_private: true, f: 0.6, epsilon, mae_of_mean: 4.1936, mean_region_rmse: 4.9012, published_mae: 4.2475 },
      {
        ...named("ratio"),
        is_private: false,
        f: 0.6,
        epsilon,
        mae_of_mean: 1.9204,
        mean_region_rmse: 2.6903,
        published_mae: 1.9151,
        ...noted("ratio"),
      },
      { ...named("weekday"), is_private: false, mae_of_mean: 2.5391, mean_region_rmse: 3.3102, published_mae: 2.5556 },
    ],
  };
}

/** Of a forecast, the days after the data only. */
function daysAfter({ actual, labels, predicted, median, lower, upper, models }) {
  const [after, ...matrices] = [labels, predicted, median, lower, upper].map((list) => list.slice(actual.length));
  return { labels: after, predicted: matrices[0], median: matrices[1], lower: matrices[2], upper: matrices[3], models };
}

// Squares around the seats: enough to test that the user's own map is drawn.
function squares() {
  const ring = ({ lat, lon }) =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
      [-1, -1],
    ].map(([x, y]) => [lon + 0.08 * x, lat + 0.055 * y]);
  return {
    type: "FeatureCollection",
    features: regions.map((r) => ({
      type: "Feature",
      properties: { region: r.name },
      geometry: { type: "Polygon", coordinates: [ring(r)] },
    })),
  };
}

// Years of releases: as parts of a budget, and (many) more of them than a bar can tell apart, without one.
function spending(many) {
  const months = many ? 40 : 3;
  const publications = Array.from({ length: months }, (_, i) => ({
    date: `${2016 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}-05`,
    mechanism: i === 1 ? "tree" : "sue",
    epsilon: i === 1 ? 0.25 : many ? 0.1 : 0.5,
    is_this: i === months - 1,
  }));
  const epsilon = sum(publications.map((one) => one.epsilon));
  return many
    ? { unit: "person", epsilon: 2.8122, delta: 1e-6, theorem: "PLD", publications }
    : { unit: "event", epsilon, delta: 0, theorem: "basic", budget: 2, publications };
}

function statement({ promise, protects, doesNotProtect, because }, isPrivate) {
  return { promise, protects, does_not_protect: doesNotProtect, not_private_because: isPrivate ? [] : because };
}

function pageData() {
  const language = option("language") ?? "en",
    text = words[language];
  const truth = daysOfTruth(),
    isPrivate = !has("not-private"),
    bare = has("bare"),
    many = has("many"),
    isWithheld = has("withheld");
  const units = bare ? ["month"] : many ? ["year", "month"] : ["year", "month", "week", "day"];
  const lastYear = { dates: truth.dates.slice(-365), counts: truth.counts.slice(-365) };
  const shown = many ? lastYear : truth;
  return {
    schema: 2,
    language,
    title: text.title,
    generated: "2019-01-15T09:30:00",
    software: "Sourdine (sample)",
    files: ["estimates.csv", "page.json"],
    ...(many ? {} : { events_word: text.events }),
    guarantee: {
      epsilon: 1.6899,
      epsilon_asked: epsilon,
      oracle: "sue",
      oracle_title: text.oracle,
      is_private: isPrivate,
      randomness: isPrivate ? text.randomness : text.seeded,
      words: { en: statement(words.en, isPrivate), fr: statement(words.fr, isPrivate) },
    },
    regions: regions.map(({ name, seat, lat, lon }) => (bare || many ? { name } : { name, seat, lat, lon })),
    ...(has("geojson") ? { geojson: squares() } : {}),
    confidence: 0.95,
    periods: isWithheld ? withheldPeriods(truth) : units.map((unit) => series(unit, shown, !bare)),
    ...(isWithheld ? { withheld_below: 100 } : {}),
    ...(bare || isWithheld ? {} : { spending: { ...spending(many), unprotected: isPrivate ? 0 : 1 } }),
    ...(bare || isWithheld ? {} : many ? { forecast: daysAfter(forecast(truth)) } : { error_rates: errorRates(), forecast: forecast(truth) }),
  };
}

function estimatesCsv(data) {
  const quote = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = ["period,region,estimate,std_error,lower,upper,plain_estimate,plain_std_error"];
  for (const p of data.periods)
    p.labels.forEach((label, t) =>
      p.missing?.includes(t) ||
      data.regions.forEach((region, r) => {
        const x = p.estimate[t][r],
          error = round((p.upper[t][r] - x) / 1.96);
        lines.push([label, quote(region.name), x, error, p.lower[t][r], p.upper[t][r], x, error].join(","));
      }),
    );
  return lines.join("\n") + "\n";
}

const data = pageData(),
  folder = option("out");
const json = JSON.stringify(data);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "page.json"), json);
writeFileSync(join(folder, "estimates.csv"), estimatesCsv(data));
writeFileSync(
  join(folder, "index.html"),
  readFileSync(option("template"), "utf8").replace("__DATA__", () => json.replaceAll("<", "\\u003c")),
);
console.log(join(folder, "index.html"));
