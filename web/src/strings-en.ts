import type { Strings } from "./strings";
import type { Unit } from "./types";

const per: Record<Unit, string> = { year: "a year", month: "a month", week: "a week", day: "a day", hour: "an hour" };
const errorPeriods: Record<string, string> = {
  year: "One year",
  month: "One month",
  week: "One week",
  day: "One day",
  hour: "One hour",
};

const between = (lower: string, upper: string) => (upper === "0" ? "none" : `between ${lower} and ${upper}`);

const protectedUnits: Record<string, string> = {
  "report value": "the value in one report",
  event: "one event",
  attribute: "one attribute",
  tuple: "one person’s answers",
  person: "one person",
  "time step": "one time step",
  place: "one place",
};
const publications = (count: number) =>
  count === 1 ? "this is the only publication" : `${count} publications, this one included`;

export const english: Strings = {
  skip: "Skip to the estimates",
  kicker: "Protected release",
  defaultEvents: "events",
  counted: (value, events) => (value === 1 && events === "events" ? "event" : events),
  units: { year: "Year", month: "Month", week: "Week", day: "Day", hour: "Hour" },
  week: (week, year, first, last) => `week ${week} of ${year} (${first} – ${last})`,

  guarantee: "The guarantee",
  meaning: (regions, before, after) =>
    `In other words: a reader who already knew where all other events took place, and held all ${regions} regions for equally likely for one (${before} each), can become at most ${after} sure of the right one, whatever they compute from these numbers.`,
  demonstration:
    "A demonstration on invented data: the true counts are shown beside the estimates, which a real release never does.",
  noPromise: "This page promises no privacy.",
  notPrivate: "This publication is NOT private",
  protectedTitle: "What is protected",
  holdsTitle: "What holds",
  notProtectedTitle: "What is not protected",
  mechanismTitle: "How it was protected",
  mechanism: (oracle, name) => `Method: ${oracle} (${name}).`,
  budget: (asked, realised) =>
    `Privacy parameter: ε = ${asked} was asked for; the exact probabilities used give ε = ${realised}.`,
  randomness: (source) =>
    source === "secure" ? "Randomness: the system’s cryptographic generator." : "Randomness: seeded, not private.",

  spentTitle: "What all publications together may tell",
  spentSubject: (unit, within) =>
    `${protectedUnits[unit] ?? unit}${within === undefined ? "" : ` (against any other within ${within} m)`}`,
  spent: (subject, epsilon, delta, count) =>
    `About ${subject} everything published so far comes to ε = ${epsilon}${delta} (${publications(count)}).`,
  spentOf: (subject, budget, epsilon, left, delta, count) =>
    `Of the budget of ε = ${budget} for ${subject}, ${epsilon} is spent${delta} and ${left} is left (${publications(count)}).`,
  spentOver: (budget) => `This is more than the budget of ε = ${budget}, which was set afterwards.`,
  spentLimitless: "No budget is set: nothing here limits what will be published later.",
  spentPromise: (subject, factor, delta) =>
    `Had what is protected of ${subject} been otherwise, everything published so far would have been as likely, up to a factor of ${factor}${delta && ` and a remainder of at most ${delta} (δ)`}.`,
  spentTheorem: (theorem, sumsUp) =>
    sumsUp
      ? "The parts add up."
      : theorem === "basic"
        ? "The parts come to less than their sum: some are about different days."
        : `The parts come to less than their sum (${theorem} composition).`,
  spentUnprotected: (unprotected, count) =>
    count === 1
      ? "This publication has no guarantee, so nothing is promised about what was published."
      : `${unprotected} of ${count} publications about these data have no guarantee, so nothing is promised for all together.`,
  spentThis: "This publication",
  spentEarlier: "Earlier publications",
  spentLeft: "Left",
  spentPart: (mechanism, date, epsilon) => `${mechanism}, ${date}: ε = ${epsilon}`,

  source: (title, epsilon) => (epsilon === null ? `${title} – NOT PRIVATE` : `${title} – ε = ${epsilon}, differential privacy`),
  csv: "Numbers (CSV)",
  png: "Picture (PNG)",
  downloadOf: (kind, title) => `${kind}: ${title}`,

  exploreTitle: (events) => `Where and when: estimated ${events}`,
  exploreLead: (events) =>
    `The place of each event was blurred before counting, so every number below is an estimate with a margin. Totals over all regions are exact. Choose a period and a region to see its ${events}.`,
  unitLegend: "Counted by",
  periodLabel: "Period",
  previous: "Previous period",
  next: "Next period",
  measureLegend: "Show",
  count: "Number",
  share: "Share of the total",
  regionLabel: "Region",
  summary: (period, total, events, region, estimate, lower, upper) =>
    `${period}: ${total} ${events} in all. ${region}: about ${estimate}, probably between ${lower} and ${upper}.`,
  withheld: (least, written) => ({
    what: "withheld",
    why: `fewer than ${written} ${least === 1 ? "report" : "reports"}`,
  }),
  noRecords: { what: "no records", why: "" },
  colon: ": ",
  gapSummary: (period, gap) => `${period} – ${gap}. Nothing is published about this period by itself.`,
  gapAlternative: (gap) => `Nothing to draw – ${gap}.`,
  someGaps: (gap) => `Gaps – ${gap}.`,

  mapTitle: (period) => `Map, ${period}`,
  mapAlternative: (period, highest, lowest) =>
    `Map of the regions coloured by estimate for ${period}. Highest: ${highest}. Lowest: ${lowest}. The table holds every value.`,
  schematic: "Schematic map: each area is the part of the plane nearest to the region’s main town.",
  notOnMap: (names) => `Not on the map: ${names}.`,
  legendCount: (events, unit) => `${events} ${per[unit]} (estimate)`,
  legendShare: (events, unit) => `share of ${events} ${per[unit]} (estimate)`,
  below: (value) => `under ${value}`,
  above: (value) => `${value} and over`,
  range: (lower, upper) => `${lower} – ${upper}`,

  tableTitle: (period) => `All regions, ${period}`,
  region: "Region",
  estimate: "Estimate",
  interval: (confidence) => `${confidence} interval`,
  truth: "True count",
  total: "All regions",
  totalNote: "exact",
  outOfRange: "outside the interval",
  outsideNote: (share) => `True counts in bold lie outside their interval, as about ${share} should.`,
  sortBy: (column) => `Sort by ${column.toLowerCase()}`,

  seriesTitle: (region) => `${region} over time`,
  seriesAxis: (events, unit) => `${events} ${per[unit]}`,
  shareAxis: (events) => `share of all ${events}`,
  seriesAlternative: (region, first, last, low, lowAt, high, highAt) =>
    `Line chart for ${region} from ${first} to ${last}: the estimate is lowest at ${low} (${lowAt}) and highest at ${high} (${highAt}).`,
  partial: "incomplete",
  partialKey: "the data cover only a part of this period",
  estimateKey: "estimate",
  intervalKey: (confidence) => `${confidence} interval`,
  truthKey: "true count (known here because the data are a demonstration)",
  showLegend: "Time shown",
  windows: {
    week: "1 week",
    month: "1 month",
    quarter: "3 months",
    year: "1 year",
    twoYears: "2 years",
    all: "Everything",
  },

  errorsTitle: "What privacy costs in accuracy",
  errorsLead:
    "How far the estimated shares of the regions are from the true ones, on average, in percentage points. The smaller ε, the stronger the protection and the larger the error; the more events in a period, the smaller.",
  errorsSummary: (period, epsilon, best, paper) =>
    `${period}, at ε = ${epsilon}: off by ${best} points with our method, ${paper} points with the method of the paper.`,
  errorPeriod: (period) => errorPeriods[period] ?? period,
  errorsAxis: "average error (percentage points)",
  epsilonAxis: "ε (stronger protection to the left)",
  paperKey: "the paper’s method",
  bestKey: "our method",
  publishedKey: "published in the paper",
  thisPage: "this page",
  errorsTable: "The numbers behind these curves",
  errorsPeriodColumn: "Period",
  pointsUnit: "points",
  errorsAlternative: (period) =>
    `${period}: average error against ε for two methods. The table below the charts holds every value.`,

  forecastTitle: (region) => `Forecast for ${region}`,
  ahead: (day, predicted, events, region, median, lower, upper) =>
    `${day}: about ${predicted} ${events} in ${region}${median === null ? "" : ` (median ${median})`}, probably ${between(lower, upper)}.`,
  median: (count) => `median ${count}`,
  aheadTable: (days, confidence) =>
    `${days === 1 ? "The next day" : `The next ${days} days`} in all regions (${confidence} intervals)`,
  forecastLead: (unit) => `Each ${unit} was forecast from this release’s estimates of the ${unit}s before it.`,
  coverage: (asked, found) =>
    `The band was made to hold the actual number ${asked} of the time; it did ${found} of the time, over all regions.`,
  predictedKey: "forecast",
  bandKey: (confidence) => `${confidence} band`,
  actualKey: "actual number",
  forecastAlternative: (region, first, last, gap) =>
    `Forecast for ${region} from ${first} to ${last}${gap === null ? "." : `; on average ${gap} away from the actual number.`}`,

  modelsTitle: "How good are the forecasts?",
  modelsLead: (events, unit) =>
    `The table says how far the forecasts are from the actual number of ${events} ${per[unit]}, averaged over all regions; smaller is better.`,
  privacyCost: (best, raw, events, unit, change, percent) =>
    `The best private forecast is wrong by ${best} ${events} ${per[unit]} in an average region; with the raw data it is ${raw}. ` +
    (change > 0 ? `Privacy costs ${percent} in accuracy.` : "Privacy costs no accuracy here."),
  model: "Model",
  isPrivate: "Private?",
  privateYes: (epsilon) => (epsilon === null ? "yes" : `yes, ε = ${epsilon}`),
  privateNo: "no",
  mae: "Average error of the expected number (MAE)",
  maeWords: (value, events, unit) => `on average, wrong by ${value} ${events} ${per[unit]}`,
  rmse: "Mean of the regions’ RMSE (punishes large errors)",
  publishedMae: "Published MAE",

  readTitle: "How to read this page",
  reading: [
    {
      term: "Estimate",
      meaning:
        "Each event’s region was replaced, with known odds, by a random answer. The odds are undone on the total, which gives a good count for many events and says little about any single one.",
    },
    {
      term: "Smoothing",
      meaning:
        "When the release is smoothed, every period also leans on its neighbours: the numbers jump less by chance, but a sudden peak in one region may show flattened. estimates.csv has the unsmoothed numbers too. Years, months and days are estimated each by itself: take the period you want, do not add up.",
    },
    { term: "Interval", meaning: "How far the estimate may be from the true count because of the blur." },
    {
      term: "ε (epsilon)",
      meaning:
        "The strength of the protection. At 0 the answers say nothing; each time ε grows by 0.7, the factor in the promise doubles.",
    },
  ],
  confidenceWords: (confidence) => `About ${confidence} of such intervals contain the true count.`,
  boundedConfidenceWords: (confidence) => `About ${confidence} of such intervals contain the number of events counted.`,
  boundNote: (maxEvents, shown) =>
    `Of one person at most ${shown} ${maxEvents === 1 ? "event is" : "events are"} counted, over all periods together: where somebody has more, the real number is higher. Intervals are about what was counted.`,
  footer: (software, date) => `Made on ${date} with ${software}. This file works without a network.`,
  filesTitle: "The files of this release",
  fileMeanings: {
    "estimates.csv": "all estimates, with their intervals",
    "changes.csv": "changes from one collection to the next",
    "pairs.csv": "pairs of attributes",
    "leakage.csv": "what several reports of a person tell",
    "totals.csv": "exact totals of each period",
    "synthetic.csv": "records with blurred places",
    "forecast.csv": "the forecast of each day and region",
    "table.csv": "the rows, generalised",
    "blurred.csv": "the events at their blurred places",
    "answers.csv": "the answers, with their intervals",
    "ranges.srng": "the noisy structure, which “sourdine range query” asks",
    "density.csv": "estimates of where they were",
    "regions.csv": "estimates by region",
    "PRIVACY.md": "what is promised, in full",
    "manifest.json": "how it was made, for programs",
    "page.json": "the numbers of this page",
  },
};
