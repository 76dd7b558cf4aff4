// Every sentence of the page, once per language.
import { english } from "./strings-en";
import { french } from "./strings-fr";
import type { Gap } from "./page";
import type { Language, Unit } from "./types";

export interface Strings {
  skip: string;
  kicker: string;
  defaultEvents: string;
  /** `events` as it stands after this number: its singular where the language wants one and the word is our own. */
  counted(value: number, events: string): string;
  units: Record<Unit, string>;
  week(week: number, year: string, first: string, last: string): string;

  guarantee: string;
  meaning(regions: number, before: string, after: string): string;
  demonstration: string;
  noPromise: string;
  notPrivate: string;
  protectedTitle: string;
  /** Of a promise that is weaker than differential privacy. */
  holdsTitle: string;
  notProtectedTitle: string;
  mechanismTitle: string;
  mechanism(oracle: string, name: string): string;
  budget(asked: string, realised: string): string;
  randomness(source: string): string;

  spentTitle: string;
  /** `unit` is the ledger's word. */
  spentSubject(unit: string, within: string | undefined): string;
  spent(subject: string, epsilon: string, delta: string, publications: number): string;
  spentOf(subject: string, budget: string, epsilon: string, left: string, delta: string, publications: number): string;
  spentOver(budget: string): string;
  spentLimitless: string;
  /** What all publications promise together; `delta` is empty or what is added to every probability. */
  spentPromise(subject: string, factor: string, delta: string): string;
  /** `sumsUp`: the parts are as much as the whole. */
  spentTheorem(theorem: string, sumsUp: boolean): string;
  spentUnprotected(unprotected: number, publications: number): string;
  spentThis: string;
  spentEarlier: string;
  spentLeft: string;
  spentPart(mechanism: string, date: string, epsilon: string): string;

  /** Below a picture that was taken from the page; null: no privacy is promised. */
  source(title: string, epsilon: string | null): string;
  csv: string;
  png: string;
  downloadOf(kind: string, title: string): string;

  exploreTitle(events: string): string;
  exploreLead(events: string): string;
  unitLegend: string;
  periodLabel: string;
  previous: string;
  next: string;
  measureLegend: string;
  count: string;
  share: string;
  regionLabel: string;
  summary(
    period: string,
    total: string,
    events: string,
    region: string,
    estimate: string,
    lower: string,
    upper: string,
  ): string;
  /** Of a period of which nothing is published. */
  withheld(least: number, written: string): Gap;
  noRecords: Gap;
  colon: string;
  gapSummary(period: string, gap: string): string;
  gapAlternative(gap: string): string;
  /** Below a chart in which some periods, or all, have nothing. */
  someGaps(gap: string): string;

  mapTitle(period: string): string;
  mapAlternative(period: string, highest: string, lowest: string): string;
  schematic: string;
  notOnMap(names: string): string;
  legendCount(events: string, unit: Unit): string;
  legendShare(events: string, unit: Unit): string;
  below(value: string): string;
  above(value: string): string;
  range(lower: string, upper: string): string;

  tableTitle(period: string): string;
  region: string;
  estimate: string;
  interval(confidence: string): string;
  truth: string;
  total: string;
  totalNote: string;
  outOfRange: string;
  outsideNote(share: string): string;
  sortBy(column: string): string;

  seriesTitle(region: string): string;
  seriesAxis(events: string, unit: Unit): string;
  shareAxis(events: string): string;
  seriesAlternative(
    region: string,
    first: string,
    last: string,
    low: string,
    lowAt: string,
    high: string,
    highAt: string,
  ): string;
  partial: string;
  partialKey: string;
  estimateKey: string;
  intervalKey(confidence: string): string;
  truthKey: string;
  showLegend: string;
  windows: { week: string; month: string; quarter: string; year: string; twoYears: string; all: string };

  errorsTitle: string;
  errorsLead: string;
  errorsSummary(period: string, epsilon: string, best: string, paper: string): string;
  errorPeriod(period: string): string;
  errorsAxis: string;
  epsilonAxis: string;
  paperKey: string;
  bestKey: string;
  publishedKey: string;
  thisPage: string;
  errorsTable: string;
  errorsPeriodColumn: string;
  pointsUnit: string;
  errorsAlternative(period: string): string;

  forecastTitle(region: string): string;
  ahead(
    day: string,
    predicted: string,
    events: string,
    region: string,
    median: string | null,
    lower: string,
    upper: string,
  ): string;
  median(count: string): string;
  aheadTable(days: number, confidence: string): string;
  forecastLead(unit: Unit): string;
  coverage(asked: string, found: string): string;
  predictedKey: string;
  bandKey(confidence: string): string;
  actualKey: string;
  forecastAlternative(region: string, first: string, last: string, gap: string | null): string;

  modelsTitle: string;
  modelsLead(events: string, unit: Unit): string;
  privacyCost(best: string, raw: string, events: string, unit: Unit, change: number, percent: string): string;
  model: string;
  isPrivate: string;
  privateYes(epsilon: string | null): string;
  privateNo: string;
  mae: string;
  maeWords(value: string, events: string, unit: Unit): string;
  rmse: string;
  publishedMae: string;

  readTitle: string;
  reading: { term: string; meaning: string }[];
  confidenceWords(confidence: string): string;
  /** Where only so many events of one person are counted: what intervals are about then. */
  boundedConfidenceWords(confidence: string): string;
  boundNote(maxEvents: number, shown: string): string;
  footer(software: string, date: string): string;
  filesTitle: string;
  fileMeanings: Record<string, string>;
}

export function stringsFor(language: Language): Strings {
  return language === "fr" ? french : english;
}
