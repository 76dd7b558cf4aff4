import type { Unit } from "./types";

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);
const per: Record<Unit, string> = { year: "year", month: "month", week: "week", day: "day", hour: "hour" };

const asLikely = (factor: string | null, epsilon: string, delta: string) =>
  factor === null
    ? `may have been so much more likely that next to nothing is protected (ε = ${epsilon}${delta})`
    : `would have been as likely, up to a factor of ${factor} (ε = ${epsilon}${delta})`;

/** Every sentence of the dashboard; collector-strings-fr.ts has the same in French. */
export const english = {
  product: "Collector of private reports",
  skip: "Skip to the content",
  footer: "Sourdine. This page asks only the server that it came from.",

  // Logging in
  loginTitle: "Log in",
  loginLead:
    "Paste a reader token (it begins with sdr_); whoever runs the collector gives you one. It stays in this tab and is forgotten when the tab is closed.",
  tokenLabel: "Reader token",
  showToken: "Show the token",
  login: "Log in",
  loggingIn: "Asking …",
  logout: "Log out",
  loggedOut: "You are logged out.",
  noToken: "Paste a token first.",
  refused: {
    "token-unknown": "The server does not know this token. Check that it was copied whole, or ask for another one.",
    "token-missing": "The server did not get a token. Paste it again.",
    "token-expired": "This token has expired. Ask whoever runs the collector for another one.",
    "token-revoked": "This token has been revoked. Ask whoever runs the collector for another one.",
    "token-scope": "This token may not read results: it is one for sending reports. A reader token begins with sdr_.",
  } as Record<string, string>,
  refusedOtherwise: "The server refused this token.",
  unreachable: "The server does not answer. Check that it runs and that you are connected, then try again.",
  serverProblem: (detail: string) => `The server answered with a problem: ${detail}`,

  // Connection
  states: {
    connecting: "Connecting …",
    live: "Live",
    lost: "Connection lost",
  },
  asOf: (time: string) => `as of ${time}`,
  shownFrom: (time: string, age: string) => `What is shown is from ${time}, ${age}.`,
  nothingYet: "Nothing has been received yet.",
  nextTry: (seconds: string) => `Next try in ${seconds} s.`,
  trying: "Trying again …",
  tryNow: "Try now",
  secondsAgo: (n: number) => (n < 5 ? "just now" : `${n} seconds ago`),
  minutesAgo: (n: number) => `${n} ${plural(n, "minute", "minutes")} ago`,
  hoursAgo: (n: number) => `${n} ${plural(n, "hour", "hours")} ago`,
  daysAgo: (n: number) => `${n} ${plural(n, "day", "days")} ago`,

  // List
  listTitle: "Collections",
  listLead: "What is being collected on this server, as far as your token may see it.",
  noCollections: "There is no collection that this token may see. Whoever runs the collector creates them.",
  back: "All collections",
  open: "Open",
  closed: "Closed",
  reports: (n: number, count: string) => `${count} ${plural(n, "report", "reports")}`,
  lastReport: (age: string) => `last report ${age}`,
  noReport: "no report yet",
  notPrivateShort: "Not private",
  oddShort: "Odd reports",
  fewWords: (epsilon: string, protects: string, hasMemo: boolean) => {
    const same = protects === "tuple" ? "the same answers" : "one value";
    if (hasMemo) return `ε = ${epsilon} for all reports of a person about ${same}`;
    const what: Record<string, string> = {
      "report value": "per report",
      tuple: "for a whole report",
      person: "per person",
      event: "per event",
      place: "per place",
    };
    return `ε = ${epsilon} ${what[protects] ?? `per ${protects}`}`;
  },
  noSuchCollection: "There is no such collection, or your token may not see it.",
  closedOn: (date: string) => `Closed on ${date}: no more reports are taken.`,
  openSince: (date: string) => `Open since ${date}.`,

  // Guarantee
  guarantee: "The guarantee",
  /** `what` is changed; `factor` is null where it bounds nothing. */
  promise: (protects: string, factor: string | null, epsilon: string, delta: string) => {
    const changed: Record<string, string> = {
      "report value": "Had any one report been about another value",
      tuple: "Had all the answers behind any one report been different",
      person: "Had everything about any one person been different",
      event: "Had any one event been different",
      attribute: "Had any one answer been different",
      place: "Had any one place been another",
      "time step": "Had everything of one time step been different",
    };
    const sender: Record<string, string> = {
      person: "what this server received",
    };
    const subject = sender[protects] ?? "what this server received of it";
    const bound = asLikely(factor, epsilon, delta);
    return `${changed[protects] ?? `Had one ${protects} been different`}, ${subject} ${bound}; that a report was sent, when, and how many there are is not protected.`;
  },
  /** The same where people answer from permanent responses: ε is of all reports from one of them. */
  memoPromise: (protects: string, factor: string | null, epsilon: string, delta: string) => {
    const [same, other, equal] =
      protects === "tuple"
        ? ["the same answers", "other answers", "equal answers"]
        : ["one value", "another value", "equal values"];
    return `Had all reports that any one person made about ${same}, from one permanent response, been about ${other}, what this server received of them ${asLikely(factor, epsilon, delta)}; that reports were sent, when, how many there are, and which of them are about ${equal} is not protected.`;
  },
  memoMeaning: (alone: string | null, epsilon: string) =>
    `A permanent response is drawn once on the person’s device and kept; all reports about the same are made from it, and ${alone === null ? "" : `one of them alone spends about ε = ${alone}, `}all together spend at most ε = ${epsilon}. Whatever else that person reports, and every permanent response drawn anew, spends as much again.`,
  meaningLocal:
    "Noise is added on each sender’s device, before anything leaves it. Neither this server nor whoever reads this page sees what anybody answered; only totals can be estimated, with a margin.",
  meaningCentral: "Noise is added by whoever holds the data, before anything is shown.",
  oneLevel: (protects: string, epsilon: string) =>
    protects === "attribute" ? `For one answer alone: ε = ${epsilon}.` : `For one ${protects} alone: ε = ${epsilon}.`,
  notPrivateTitle: "Not private",
  notPrivate: "Not private: do not rely on any protection here.",
  seeded:
    "Reports made with seeded randomness are or may be among those counted: whoever knows a seed can undo the noise and read the answer. This is for tests and rehearsals only.",
  weak: (epsilon: string) => `ε = ${epsilon} is so large that nothing is protected.`,
  caveatsTitle: "What is not protected, and what to know",
  detailsTitle: "How reports are taken",
  factKind: "How people report",
  kinds: {
    oracle: "one value per report",
    range: "one place on an ordered scale per report",
    tuple: "several answers per report",
  } as Record<string, string>,
  factId: "Called by programs",
  factPeriod: "Counted by",
  periodOf: (unit: Unit) => `${per[unit]} (UTC)`,
  noPeriod: "all reports together",
  factMinimum: "Shown from",
  minimum: (n: number, count: string) => `${count} ${plural(n, "report", "reports")} on`,
  factKeeps: "Reports themselves",
  keepsNothing: "not kept, only their sums",
  keeps: (n: number | null, days: string) => (n === null ? "kept" : `kept for ${days} ${plural(n, "day", "days")}`),
  factJitter: "Sent with a delay of",
  jitter: (seconds: string) => `up to ${seconds} s, at random, so that the time of sending says less`,
  factAsked: "ε asked for",
  asked: (asked: string, spent: string, hasMemo: boolean) =>
    `${asked}; ${hasMemo ? "all reports from one permanent response spend" : "a report spends"} ${spent}`,
  factDataset: "Data set in the ledger",
  factFingerprint: "Fingerprint",

  budgetTitle: "Budget",
  budgetLeft: (left: string, limit: string, spent: string, dataset: string) =>
    `ε = ${left} of ${limit} is left for the data set “${dataset}”: a new collection spends from it. ε = ${spent} is spent, this collection included.`,
  budgetNoLimit: (spent: string, dataset: string) =>
    `ε = ${spent} is spent on the data set “${dataset}”, this collection included. No limit is set.`,
  budgetNone: "What is left is not known: there is no ledger, or it cannot be read.",
  budgetBar: (percent: string) => `${percent} of the budget is spent`,

  // Activity
  activityTitle: "Reports per minute",
  lastHour: (count: string) => `${count} in the last hour`,
  lastMinute: (count: string) => `${count} in the last full minute`,
  total: (count: string) => `${count} in all`,
  activityAxis: "reports per minute",
  activityAlternative: (hour: string, most: string) =>
    `Reports in each minute of the last hour: ${hour} in all, at most ${most} in a minute. The table below has every minute.`,
  noActivity: "No report in the last hour.",
  minuteNotOver: "The pale minute is not over yet.",
  minute: "Minute",
  batches: "Batches",

  // Estimates
  estimatesTitle: "Estimates",
  estimatesLead: (confidence: string) =>
    `How many reports were about what, estimated through the noise. Of intervals like these, ${confidence} hold the true number.`,
  period: "Period",
  together: "All periods together",
  togetherOf: (count: string) => `All together (${count})`,
  periodOption: (name: string, count: string) => `${name} (${count})`,
  attribute: "Question",
  measure: "Shown as",
  count: "Number",
  share: "Share",
  order: "Order",
  asGiven: "As listed",
  largestFirst: "Largest first",
  confidence: "Interval of",
  value: "Value",
  estimate: "Estimate",
  interval: (confidence: string) => `${confidence} interval`,
  note: "Note",
  mostlyNoise: "mostly noise",
  noiseGave: (given: string) => `noise gave ${given}`,
  beyond: (n: number, count: string) =>
    `For ${count} ${plural(n, "value", "values")} noise gave a number that cannot be, below zero or above all reports. The nearest possible one is shown, so the numbers shown need not add up; the table and the files say what noise gave.`,
  mostlyNoiseKey: "mostly noise: the error is larger than the estimate",
  estimateKey: "estimate",
  intervalKey: (confidence: string) => `${confidence} interval`,
  fromTo: (lower: string, upper: string) => `${lower} to ${upper}`,
  countAxis: "estimated number",
  shareAxis: "share of the reports",
  numbersOf: (count: string) => `The same numbers as a table (${count})`,
  tooFew: (n: number, least: string, reports: number, count: string) =>
    reports === 0
      ? `No report has arrived yet. Estimates are shown from ${least} ${plural(n, "report", "reports")} on.`
      : `Fewer than ${least} reports: nothing shown yet. ${count} ${plural(reports, "has", "have")} arrived.`,
  tooFewWhy: "An estimate from so few reports would be noise.",
  basis: (reports: number, count: string) => `From ${count} ${plural(reports, "report", "reports")}`,
  basisOf: (n: number, about: string, all: string) =>
    `From ${about} of ${all} reports, which ${plural(n, "is", "are")} about it`,
  barsAlternative: (title: string, label: string, value: string) =>
    `${title}: estimates with intervals. Largest: ${label}, ${value}. The table below has every value.`,
  leavesAlternative: (title: string, label: string, value: string) =>
    `${title}: estimates along the scale, with intervals. Highest: ${label}, ${value}. The table below has every value.`,
  largest: (shown: string, all: string) => `The ${shown} largest of ${all}.`,
  clearest: (shown: string, all: string) => `${shown} of ${all}.`,
  showAll: (count: string) => `Show all ${count}`,
  showFewer: (count: string) => `Show the ${count} largest`,
  nobody: "No report was about this.",
  loading: "Loading …",
  estimatesAt: (time: string) => `computed at ${time}`,
  notRenewed: "cannot be renewed at the moment",
  noEstimates: "The estimates cannot be had at the moment; this page keeps asking.",

  // Map
  mapTitle: (period: string) => `On the map: ${period.charAt(0).toLowerCase()}${period.slice(1)}`,
  events: "reports",
  legendCount: (unit: Unit | null) => `estimated reports${unit === null ? "" : ` per ${per[unit]}`}`,
  notOnMap: (names: string) => `Not on the map: ${names}.`,
  schematic: "Schematic map: each area is what lies nearest to the main town of the region, the dot.",
  chooseRegion: "Choose a region on the map for its numbers.",
  mainTown: (town: string) => `main town ${town}`,

  // Time
  timeTitle: "Over time",
  timeLead: (confidence: string) =>
    `Each line is one value, the band around it the ${confidence} interval. A gap is a period with too few reports.`,
  valuesLegend: (most: string) => `Values (at most ${most})`,
  noValues: "Choose a value above.",
  timeAlternative: (names: string) => `Estimates over time with intervals: ${names}. The table below has every value.`,
  beyondInTime: "Where noise gave a number that cannot be, the nearest possible one is drawn.",
  notOver: "The last period is not over yet.",

  // Screening
  screeningTitle: "Do the reports look right?",
  screeningLead:
    "Honest reports follow known laws whatever people answer. Each check compares what arrived with its law. A warning removes nothing, and somebody who knows the law can pass.",
  allFine: (n: number) =>
    n === 1
      ? "These look like honest reports: the check finds nothing odd."
      : `These look like honest reports: none of the ${n} checks finds anything odd.`,
  someOdd: (odd: number, n: number) =>
    `Some of these reports do not look honest (${odd} of ${n} ${plural(n, "check", "checks")} ${plural(odd, "is", "are")} odd): look before you rely on these numbers.`,
  tooFewToTell: (n: number, least: string) =>
    `Too few reports to tell: from ${least} ${plural(n, "report", "reports")} on, the checks say whether they look honest.`,
  noChecks: "There is nothing to check, or nothing yet.",
  fine: "Nothing odd",
  odd: "Odd:",
  otherChecks: (n: number) => `${n} further ${plural(n, "check finds", "checks find")} nothing odd`,
  seeChecks: "See the checks",
  p: (written: string) => `p = ${written}`,
  pBelow: (written: string) => `p < ${written}`,
  pMeaning: "p is the chance that honest reports look at least as odd.",
  expectedKey: "expected",
  observedKey: "observed",
  checkAlternative: (title: string) => `${title} Expected beside observed, as bars.`,

  // Downloads
  downloadsTitle: "Take it away",
  downloadsLead: "The numbers of this page as files, and the addresses for programs.",
  estimatesCsv: "All estimates (CSV)",
  tallyFile: "Tally (.stly)",
  tallyMeaning: (command: string) => `The tally is the sum of all reports: “${command}” reads it.`,
  csv: "Numbers (CSV)",
  png: "Picture (PNG)",
  downloadOf: (kind: string, title: string) => `${kind}: ${title}`,
  downloadFailed: "The file could not be fetched. Try again.",
  forPrograms: "For programs",
  programLead: "Put your reader token into the variable TOKEN; do not write it into the address.",
  copy: "Copy",
  copied: "Copied",
  links: {
    estimates: "estimates with intervals",
    tally: "the tally",
    periods: "periods and how many reports each has",
    screening: "the checks",
    activity: "reports per minute",
    events: "changes, live",
  } as Record<string, string>,
  source: (title: string, epsilon: string | null, time: string) =>
    epsilon === null ? `${title}, ${time} – NOT PRIVATE` : `${title}, ${time} – ε = ${epsilon}, differential privacy`,
  notPrivateFile: (name: string) => `NOT PRIVATE ${name}`,
};

export type CollectorStrings = typeof english;
