// What the collector of collector_mock.mjs has: a collection of every kind and in every state that its dashboard shows.
import { createHash } from "node:crypto";
import { doubsRegions } from "../../web/sample-words.mjs";

export const minute = 60_000;
export const day = 24 * 60 * minute;
export const round = (x) => Number(x.toFixed(4));
/** The same every time for the same words: standard normal. */
export function noise(...words) {
  const bytes = createHash("sha256").update(words.join("|")).digest();
  const uniform = (at) => (bytes.readUInt32LE(at) + 1) / 4294967297;
  return Math.sqrt(-2 * Math.log(uniform(0))) * Math.cos(2 * Math.PI * uniform(4));
}
export const sum = (values) => values.reduce((a, b) => a + b, 0);
const normalised = (weights) => weights.map((weight) => weight / sum(weights));

const caveats = [
  "not protected: that a report was sent, when, and how many there are",
  "m reports about the same person or value together spend m times this epsilon",
];
const guarantee = (epsilon, more = {}) => ({
  epsilon_asked: epsilon,
  epsilon: epsilon - 3e-7,
  delta: 0,
  model: "local",
  unit: "the value in one report",
  neighbours: "replace the value by any other value of the domain",
  protects: "report value",
  against: "replace",
  caveats,
  ...more,
});

const dayLabel = (time) => new Date(time).toISOString().slice(0, 10);
const monthLabels = (count) =>
  Array.from({ length: count }, (_, i) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - i), 15)).toISOString().slice(0, 7);
  });
const fine = (name, title, detail, p, shares, n) => ({
  name,
  title,
  p,
  is_odd: false,
  detail,
  expected: shares.map(round),
  observed: shares.map((share, i) => Math.round(n * share + 0.6 * Math.sqrt(n * share) * noise(name, i))),
});
const titles = {
  ones: "the number of ones in a report: one bit is about the value, all others are noise",
  sum: "the sum of the estimates, which is near the number of reports",
  counts: "every count, which lies between that of a value nobody holds and one that all hold",
  seeds: "the first bits of the hash functions' seeds, which are drawn evenly",
  cohorts: "the cohorts, which are drawn evenly",
  levels: "the levels that reports are about, which are drawn by public weights",
  attributes: "the attributes that reports are about, which are drawn evenly",
};
const bell = (count, mean, width) =>
  normalised(Array.from({ length: count }, (_, i) => Math.exp(-(((i - mean) / width) ** 2) / 2)));

/** What is known of each collection; `periods` are labels with reports, [""] where there are none. */
export function makeCollections() {
  const now = Date.now();
  const days = Array.from({ length: 30 }, (_, i) => dayLabel(now - (29 - i) * day));
  const fires = {
    id: "fires",
    title: "Interventions in the Doubs",
    kind: "oracle",
    period: "day",
    guarantee: guarantee(1.69),
    budget: { dataset: "fires-2026", spent: "1.6899997", limit: "4", left: "2.3100003" },
    map: { regions: doubsRegions.map(({ population, ...region }) => region) },
    values: doubsRegions.map(({ name }) => name),
    shares: normalised(doubsRegions.map(({ population }) => population)),
    counts: new Map(days.map((label, i) => [label, Math.round(i === 11 ? 40 : 1900 + 500 * noise("n", label))])),
    spread: 1.1,
    rate: 4,
    checks: (n) => [
      fine(
        "ones",
        titles.ones,
        "farthest: 5 ones with 9120 of 50962 reports, 9071.2 expected",
        0.417,
        bell(15, 5, 1.9),
        n,
      ),
      fine("sum", titles.sum, "the estimates add up to 51023.4, 50962 reports, standard error 201.7", 0.382, [], n),
      fine(
        "counts",
        titles.counts,
        "farthest: value 'CA du Grand Besançon' with 21003 of 50962 reports, 9000.1 to 38000.2 expected",
        1,
        [],
        n,
      ),
    ],
  };
  const ages = {
    id: "ages",
    title: "Ages of people helped",
    kind: "range",
    guarantee: guarantee(2),
    budget: { dataset: "ages", spent: 2, limit: null, left: null },
    values: Array.from({ length: 64 }, (_, i) => `${2 * i}–${2 * i + 1}`),
    shares: normalised(
      Array.from({ length: 64 }, (_, i) => Math.exp(-(((i - 18) / 9) ** 2)) + 0.7 * Math.exp(-(((i - 39) / 6) ** 2))),
    ),
    counts: new Map([["", 48211]]),
    spread: 2.4,
    rate: 6,
    checks: (n) => [
      fine(
        "levels",
        titles.levels,
        "farthest: level 3 with 8101 of 48211 reports, 8035.2 expected",
        0.403,
        normalised([1, 1, 1, 1, 1, 1]),
        n,
      ),
      ...[1, 2, 3, 4, 5, 6].flatMap((level) => [
        fine(
          `seeds/level ${level}`,
          `level ${level}: ${titles.seeds}`,
          "farthest: seeds beginning 001 and 001 with 60 of 8035 reports, 31.4 expected",
          0.739,
          normalised(Array(256).fill(1)),
          n / 6,
        ),
        fine(
          `counts/level ${level}`,
          `level ${level}: ${titles.counts}`,
          "farthest: value 1 with 4003 of 8035 reports, 2000.1 to 6000.2 expected",
          1,
          [],
          n / 6,
        ),
      ]),
    ],
  };
  const months = monthLabels(8);
  const survey = {
    id: "wellbeing",
    title: "Well-being <b>&</b> habits",
    kind: "tuple",
    period: "month",
    guarantee: guarantee(2, {
      unit: "all attributes of one tuple",
      neighbours: "replace the tuple by any other tuple",
      protects: "tuple",
      levels: [{ protects: "attribute", epsilon: 1.0986 }],
      caveats: [
        "one attribute, the others being as they are, has epsilon 1.0986",
        ...caveats,
        "which attribute a report is about is public, and does not depend on the person",
      ],
    }),
    budget: { dataset: "wellbeing", spent: 2, limit: 2, left: 0 },
    questions: [
      { name: "mood", values: ["good", "fair", "bad"], shares: [0.55, 0.3, 0.15] },
      { name: "smokes <i>daily</i>", values: ["yes", "no"], shares: [0.22, 0.78] },
      {
        name: "canton",
        values: Array.from({ length: 30 }, (_, i) => (i === 0 ? "<img src=x onerror=alert(1)>" : `canton ${i + 1}`)),
        shares: normalised(Array.from({ length: 30 }, (_, i) => 1 / (i + 2))),
      },
    ],
    counts: new Map(months.map((label) => [label, Math.round(9000 + 900 * noise("w", label))])),
    spread: 1.3,
    rate: 3,
    checks: (n) => [
      fine(
        "attributes",
        titles.attributes,
        "farthest: attribute 'smokes <i>daily</i>' with 24401 of 72900 reports, 24300.0 expected",
        0.549,
        [1 / 3, 1 / 3, 1 / 3],
        n,
      ),
    ],
  };
  // People who answer every day from a permanent response; few a day, many together.
  const daily = {
    id: "daily",
    title: "How is the air today?",
    kind: "oracle",
    period: "day",
    min_reports: 1,
    guarantee: guarantee(2, {
      caveats: [
        "one report alone spends only 1; epsilon bounds all reports made from one permanent response",
        "m different values of one person spend m times as much, 3 times at most; that is against other histories in which the same reports have equal values: which ones have is not protected",
        "m reports with fresh permanent responses (as 'randomize' makes them) about one person spend m times as much",
        "not protected: that a report was sent, when, and how many there are",
      ],
    }),
    budget: null,
    values: ["good", "fair", "bad"],
    shares: [0.6, 0.3, 0.1],
    counts: new Map(days.map((label, i) => [label, i < 20 ? 3 : 250])),
    spread: 1.1,
    rate: 0,
    checks: () => [],
  };
  const weeks = ["2026-W36", "2026-W37", "2026-W38", "2026-W39", "2026-W40", "2026-W41"];
  const plain = (values, shares) => ({
    kind: "oracle",
    guarantee: guarantee(1),
    budget: null,
    values,
    shares,
    spread: 1.9,
    rate: 0,
  });
  const closed = {
    id: "doors-2026",
    title: "Open doors, autumn 2026",
    ...plain(["first visit", "came before", "staff"], [0.62, 0.33, 0.05]),
    period: "week",
    closed: "2026-10-12T08:00:00.000Z",
    updated: Date.parse("2026-10-11T21:40:00.000Z"),
    counts: new Map(weeks.map((label) => [label, Math.round(2400 + 300 * noise(label))])),
    checks: (n) => [
      fine(
        "ones",
        titles.ones,
        "farthest: 1 one with 6402 of 13839 reports, 6365.9 expected",
        0.08,
        [0.2, 0.46, 0.28, 0.06],
        n,
      ),
    ],
  };
  const seeded = {
    id: "rehearsal",
    title: "A rehearsal with seeded tablets",
    ...plain(["yes", "no", "rather not say"], [0.5, 0.4, 0.1]),
    randomness: "seeded, not private",
    counts: new Map([["", 12000]]),
    rate: 1,
    checks: (n) => [
      fine(
        "ones",
        titles.ones,
        "farthest: 1 one with 5530 of 12004 reports, 5521.8 expected",
        0.66,
        [0.2, 0.46, 0.28, 0.06],
        n,
      ),
    ],
  };
  const few = {
    id: "new-station",
    title: "The new station",
    ...plain(["north", "south", "east", "west"], [0.25, 0.25, 0.25, 0.25]),
    period: "day",
    counts: new Map([[dayLabel(now), 37]]),
    checks: (n) => [
      fine("ones", titles.ones, "farthest: 1 one with 17 of 37 reports, 17.0 expected", 0.9, [0.2, 0.8], n),
    ],
  };
  // One report, shown from the first on.
  const first = {
    id: "first",
    title: "The first report",
    ...plain(["yes", "no"], [0.5, 0.5]),
    min_reports: 1,
    counts: new Map([["", 1]]),
    checks: (n) => [
      fine("ones", titles.ones, "farthest: 1 one with 1 of 1 reports, 0.5 expected", 0.66, [0.3, 0.5, 0.2], n),
      fine("sum", titles.sum, "the estimates add up to 1.3, 1 reports, standard error 1.7", 0.8, [], n),
    ],
  };
  const empty = {
    id: "empty",
    title: "Nobody has reported here",
    ...plain(["yes", "no"], [0.5, 0.5]),
    // What thresholded histograms and narrow sketches do.
    guarantee: { ...guarantee(2), epsilon: 1.23441 },
    period: "day",
    updated: null,
    counts: new Map(),
    checks: () => [fine("ones", titles.ones, "no reports yet", 1, [], 0)],
  };
  const odd = {
    id: "crowd",
    title: "Crowd reports from the stadium",
    ...plain(["calm", "crowded", "dangerous"], [0.5, 0.35, 0.15]),
    counts: new Map([["", 30500]]),
    rate: 3,
    checks: (n) => [
      {
        name: "ones",
        title: titles.ones,
        p: 3.2e-41,
        is_odd: true,
        detail: "farthest: 3 ones with 13115 of 30500 reports, 1830.0 expected",
        expected: [0.2, 0.46, 0.28, 0.06],
        observed: [0.12, 0.25, 0.2, 0.43].map((share) => Math.round(share * n)),
      },
      fine(
        "cohorts",
        titles.cohorts,
        "farthest: cohort 12 with 501 of 30500 reports, 476.6 expected",
        0.572,
        normalised(Array(64).fill(1)),
        n,
      ),
    ],
  };
  return new Map([fires, ages, survey, daily, closed, seeded, few, first, empty, odd].map((one) => [one.id, one]));
}
