// Every sentence of the page of a survey, once per language.
import type { DownloadWords } from "./downloads";
import type { Language } from "./types";

/** How people report: once, again by a memo, or again with fresh noise each time. */
export type Reporting = "once" | "memo" | "fresh";

/** Whose ε a row of the guarantee has: `ever` by a memo, `fresh` of a report in every collection. */
export type Level = "together" | "one" | "ever" | "fresh";

/** A change, as its interval tells it. */
export type Verdict = "rise" | "fall" | "none" | "unknown";

export interface SurveyStrings extends DownloadWords {
  skip: string;
  kicker: string;
  notPrivateFile(name: string): string;
  solutions: Record<string, string>;
  otherSolution(name: string): string;
  levelsCaption: string;
  level: string;
  levels: Record<Level, string>;
  levelsMeaning: Record<Level, string>;
  epsilon: string;
  odds: string;
  guess: string;
  noBound: string;
  beyond: string;
  always: string;
  /** The line below a picture; no promise: it is not private. */
  source(title: string, promise: string | null): string;

  sharesTitle: string;
  sharesLead(confidence: string): string;
  negative: string;
  collection: string;
  reportsOf(count: string, people: string, oracle: string): string;
  oracle(name: string): string;
  nobody: string;
  largest(shown: string, all: string): string;
  clearest(shown: string, all: string): string;
  showAll(count: string): string;
  showFewer(count: string): string;
  estimateKey: string;
  intervalKey(confidence: string): string;
  sharesAlternative(attribute: string, label: string, share: string): string;
  numbersOf(count: string): string;
  label: string;
  share: string;
  interval(confidence: string): string;
  fromTo(lower: string, upper: string): string;
  shareAxis: string;

  timeTitle: string;
  timeLead(confidence: string): string;
  attribute: string;
  labelsLegend(most: string): string;
  timeAlternative(attribute: string, labels: string): string;
  noLabels: string;

  changeTitle: string;
  changeLead(confidence: string): string;
  between: string;
  pair(before: string, after: string): string;
  change: string;
  changeAxis: string;
  verdict: string;
  verdicts: Record<Verdict, string>;
  summary(distinct: number, all: number, count: (value: number) => string): string;
  byChance(expected: string): string;
  noChanges: string;
  zeroKey: string;
  distinctKey: string;
  indistinctKey: string;
  changeAlternative(attribute: string, pair: string, summary: string): string;

  leakageTitle: string;
  leakageLead: string;
  curveOf: string;
  leakageSentence(first: string | null, limit: string | null): string;
  worstTotal(total: string): string;
  noWorstTotal: string;
  reportsAxis: string;
  epsilonAxis: string;
  firstMark(epsilon: string): string;
  limitMark(epsilon: string): string;
  leakageAlternative(names: string, sentence: string): string;
  reportsColumn: string;
  epsilonColumn: string;

  allTitle: string;
  allLead: string;
  allCsv: string;
  notKnown: string;
}

/** Of odds: null where it bounds nothing. */
export interface Bound {
  factor: string | null;
  epsilon: string | null;
}

const english: SurveyStrings = {
  csv: "Numbers (CSV)",
  png: "Picture (PNG)",
  downloadOf: (kind, title) => `${kind}: ${title}`,
  skip: "Go to the results",
  kicker: "Local differential privacy",
  notPrivateFile: (name) => `NOT PRIVATE ${name}`,
  solutions: {
    spl: "Every person reported every attribute, each with a share of ε (SPL).",
    smp: "Every person reported one attribute, drawn at random; which one is no secret (SMP).",
    "rs+fd": "Every person randomised one of their attributes and invented the others; which one is hidden (RS+FD).",
    "rs+rfd":
      "Every person randomised one of their attributes and invented the others from public priors; which one is hidden (RS+RFD).",
    joint: "Every person reported all attributes as one combined value (product domain).",
    allomfree: "Every person reported one attribute, drawn once for life, by the protocol best for it (ALLOMFREE).",
  },
  otherSolution: (name) => `How attributes were collected: ${name}.`,
  levelsCaption: "What the guarantee means at each level",
  level: "What somebody wants to know",
  levels: {
    together: "All attributes of a person",
    one: "One attribute of a person",
    ever: "Everything a person ever reports",
    fresh: "A person who is in every collection",
  },
  levelsMeaning: {
    together: "any set of answers against any other",
    one: "the other answers staying what they are",
    ever: "at worst, against other answers that are equal in the same collections; which ones are equal is not protected",
    fresh: "one fresh report in each: their ε add up",
  },
  epsilon: "ε at most",
  odds: "Odds change at most by",
  guess: "A 50:50 guess is right at most",
  noBound: "no bound",
  beyond: "more than a million",
  always: "practically always",
  source: (title, promise) => (promise === null ? `${title} – NOT PRIVATE` : `${title} – ${promise}`),

  sharesTitle: "How the answers are distributed",
  sharesLead: (confidence) =>
    `Shares of people, estimated from randomised reports. Each interval is made to hold the true share with ${confidence} confidence; where two intervals overlap widely, do not say which is larger.`,
  negative: "An estimate may lie below 0%: noise is not cut off, which would make small shares too large on average.",
  collection: "Collection",
  reportsOf: (count, people, oracle) => `${count} reports of ${people} people · ${oracle}`,
  oracle: (name) => `oracle ${name}`,
  nobody: "Nobody reported this attribute in this collection.",
  largest: (shown, all) => `The ${shown} largest of ${all}.`,
  clearest: (shown, all) => `The ${shown} clearest of ${all}.`,
  showAll: (count) => `Show all ${count}`,
  showFewer: (count) => `Show ${count} only`,
  estimateKey: "estimate",
  intervalKey: (confidence) => `${confidence} interval`,
  sharesAlternative: (attribute, label, share) =>
    `Bars with intervals: ${attribute}. The largest share is ${label}, ${share}. The numbers are in the table below.`,
  numbersOf: (count) => `The numbers as a table (${count} rows)`,
  label: "Value",
  share: "Share",
  interval: (confidence) => `${confidence} interval`,
  fromTo: (lower, upper) => `${lower} to ${upper}`,
  shareAxis: "share of people",

  timeTitle: "Over the collections",
  timeLead: (confidence) =>
    `The estimate of each chosen value, with its ${confidence} interval as a band. A line that moves within its band tells nothing.`,
  attribute: "Attribute",
  labelsLegend: (most) => `Values, up to ${most}`,
  timeAlternative: (attribute, labels) => `Lines over the collections: ${attribute}, ${labels}. The numbers are in the table below.`,
  noLabels: "Choose a value to see its line.",

  changeTitle: "Change between two collections",
  changeLead: (confidence) =>
    `The change of each share from one collection to the next, with its ${confidence} interval. Where the interval holds 0, the change cannot be told from none.`,
  between: "Between",
  pair: (before, after) => `${before} → ${after}`,
  change: "Change",
  changeAxis: "change in percentage points",
  verdict: "What can be said",
  verdicts: {
    rise: "rose",
    fall: "fell",
    none: "not distinguishable from no change",
    unknown: "not known",
  },
  summary: (distinct, all, count) =>
    distinct === 0
      ? `None of the ${count(all)} changes is distinguishable from no change.`
      : `${count(distinct)} of ${count(all)} changes ${distinct === 1 ? "is" : "are"} distinguishable from no change.`,
  byChance: (expected) =>
    `If nothing had changed at all, about ${expected} of them would still look like a change, by chance: each interval misses that often.`,
  noChanges: "The change between collections was not estimated for this attribute.",
  zeroKey: "no change",
  distinctKey: "distinguishable from no change",
  indistinctKey: "not distinguishable",
  changeAlternative: (attribute, pair, summary) => `Changes with intervals: ${attribute}, ${pair}. ${summary}`,

  leakageTitle: "What many reports of one person tell",
  leakageLead:
    "Each person draws the noise for a value once and keeps it; every report adds noise of its own. So reports about one value tell more and more, but never more than the first draw.",
  curveOf: "Curve of",
  leakageSentence: (first, limit) =>
    `One report tells at most ε(1)\u00a0=\u00a0${first ?? "?"}; however many follow about the same value, never more than ε∞\u00a0=\u00a0${limit ?? "?"}.`,
  worstTotal: (total) =>
    `Every new value costs again: everything that one person ever reports tells at most ε = ${total}, against other answers that are equal in the same collections. Which ones are equal, and so when an answer changed, is not protected.`,
  noWorstTotal: "How much everything that one person ever reported may tell is not bounded: every new value costs again.",
  reportsAxis: "reports about one value",
  epsilonAxis: "ε(t)",
  firstMark: (epsilon) => `ε(1)\u00a0=\u00a0${epsilon}`,
  limitMark: (epsilon) => `ε∞\u00a0=\u00a0${epsilon}`,
  leakageAlternative: (names, sentence) => `Curve of ε(t) for ${names}. ${sentence}`,
  reportsColumn: "Reports",
  epsilonColumn: "ε(t) at most",

  allTitle: "All numbers",
  allLead: "Every estimate of this page in one table: collection, attribute, value, share and interval.",
  allCsv: "All estimates (CSV)",
  notKnown: "not known",
};

const french: SurveyStrings = {
  csv: "Nombres (CSV)",
  png: "Image (PNG)",
  downloadOf: (kind, title) => `${kind} : ${title}`,
  skip: "Aller aux résultats",
  kicker: "Confidentialité différentielle locale",
  notPrivateFile: (name) => `NON PROTEGE ${name}`,
  solutions: {
    spl: "Chaque personne a rapporté chaque attribut, avec une part de ε pour chacun (SPL).",
    smp: "Chaque personne a rapporté un attribut tiré au sort ; lequel n’est pas un secret (SMP).",
    "rs+fd":
      "Chaque personne a randomisé un de ses attributs et inventé les autres ; lequel reste caché (RS+FD).",
    "rs+rfd":
      "Chaque personne a randomisé un de ses attributs et inventé les autres selon des lois publiques ; lequel reste caché (RS+RFD).",
    joint: "Chaque personne a rapporté tous les attributs comme une seule valeur combinée (domaine produit).",
    allomfree:
      "Chaque personne a rapporté un attribut, tiré une fois pour toutes, par le protocole qui lui convient le mieux (ALLOMFREE).",
  },
  otherSolution: (name) => `Mode de collecte des attributs : ${name}.`,
  levelsCaption: "Ce que la garantie veut dire à chaque niveau",
  level: "Ce que quelqu’un veut savoir",
  levels: {
    together: "Tous les attributs d’une personne",
    one: "Un attribut d’une personne",
    ever: "Tout ce qu’une personne rapporte un jour",
    fresh: "Une personne présente dans chaque collecte",
  },
  levelsMeaning: {
    together: "n’importe quel jeu de réponses contre un autre",
    one: "les autres réponses restant ce qu’elles sont",
    ever: "au pire, contre d’autres réponses égales dans les mêmes collectes ; lesquelles sont égales n’est pas protégé",
    fresh: "un nouveau rapport dans chacune : leurs ε s’ajoutent",
  },
  epsilon: "ε au plus",
  odds: "Les chances changent au plus d’un facteur",
  guess: "Un pari à 50 % est juste au plus à",
  noBound: "sans borne",
  beyond: "plus d’un million",
  always: "pratiquement toujours",
  source: (title, promise) => (promise === null ? `${title} – NON PROTÉGÉ` : `${title} – ${promise}`),

  sharesTitle: "Comment les réponses se répartissent",
  sharesLead: (confidence) =>
    `Parts de personnes, estimées à partir de rapports randomisés. Chaque intervalle est fait pour contenir la vraie part avec une confiance de ${confidence} ; là où deux intervalles se recouvrent largement, ne dites pas laquelle est la plus grande.`,
  negative:
    "Une estimation peut descendre sous 0 % : le bruit n’est pas coupé, ce qui rendrait les petites parts trop grandes en moyenne.",
  collection: "Collecte",
  reportsOf: (count, people, oracle) => `${count} rapports de ${people} personnes · ${oracle}`,
  oracle: (name) => `oracle ${name}`,
  nobody: "Personne n’a rapporté cet attribut dans cette collecte.",
  largest: (shown, all) => `Les ${shown} plus grandes sur ${all}.`,
  clearest: (shown, all) => `Les ${shown} plus nets sur ${all}.`,
  showAll: (count) => `Tout montrer (${count})`,
  showFewer: (count) => `N’en montrer que ${count}`,
  estimateKey: "estimation",
  intervalKey: (confidence) => `intervalle à ${confidence}`,
  sharesAlternative: (attribute, label, share) =>
    `Barres avec intervalles : ${attribute}. La plus grande part est ${label}, ${share}. Les nombres sont dans la table ci-dessous.`,
  numbersOf: (count) => `Les nombres en table (${count} lignes)`,
  label: "Valeur",
  share: "Part",
  interval: (confidence) => `Intervalle à ${confidence}`,
  fromTo: (lower, upper) => `${lower} à ${upper}`,
  shareAxis: "part des personnes",

  timeTitle: "Au fil des collectes",
  timeLead: (confidence) =>
    `L’estimation de chaque valeur choisie, avec son intervalle à ${confidence} en bande. Une ligne qui bouge dans sa bande ne dit rien.`,
  attribute: "Attribut",
  labelsLegend: (most) => `Valeurs, jusqu’à ${most}`,
  timeAlternative: (attribute, labels) =>
    `Lignes au fil des collectes : ${attribute}, ${labels}. Les nombres sont dans la table ci-dessous.`,
  noLabels: "Choisissez une valeur pour voir sa ligne.",

  changeTitle: "Changement entre deux collectes",
  changeLead: (confidence) =>
    `Le changement de chaque part d’une collecte à la suivante, avec son intervalle à ${confidence}. Là où l’intervalle contient 0, le changement ne se distingue pas d’une absence de changement.`,
  between: "Entre",
  pair: (before, after) => `${before} → ${after}`,
  change: "Changement",
  changeAxis: "changement en points de pourcentage",
  verdict: "Ce qu’on peut dire",
  verdicts: {
    rise: "a augmenté",
    fall: "a diminué",
    none: "indistinct d’une absence de changement",
    unknown: "inconnu",
  },
  summary: (distinct, all, count) =>
    distinct === 0
      ? `Aucun des ${count(all)} changements ne se distingue d’une absence de changement.`
      : `${count(distinct)} changement${distinct === 1 ? "" : "s"} sur ${count(all)} se distingue${distinct === 1 ? "" : "nt"} d’une absence de changement.`,
  byChance: (expected) =>
    `Si rien n’avait changé, environ ${expected} d’entre eux auraient encore l’air d’un changement, par hasard : chaque intervalle se trompe aussi souvent.`,
  noChanges: "Le changement entre collectes n’a pas été estimé pour cet attribut.",
  zeroKey: "aucun changement",
  distinctKey: "se distingue d’une absence de changement",
  indistinctKey: "ne se distingue pas",
  changeAlternative: (attribute, pair, summary) => `Changements avec intervalles : ${attribute}, ${pair}. ${summary}`,

  leakageTitle: "Ce que disent beaucoup de rapports d’une personne",
  leakageLead:
    "Chaque personne tire une fois le bruit d’une valeur et le garde ; chaque rapport ajoute un bruit à lui. Les rapports sur une même valeur en disent donc de plus en plus, mais jamais plus que le premier tirage.",
  curveOf: "Courbe de",
  leakageSentence: (first, limit) =>
    `Un rapport dit au plus ε(1)\u00a0=\u00a0${first ?? "?"} ; si nombreux que soient les suivants sur la même valeur, jamais plus que ε∞\u00a0=\u00a0${limit ?? "?"}.`,
  worstTotal: (total) =>
    `Chaque nouvelle valeur coûte à nouveau : tout ce qu’une personne rapporte un jour dit au plus ε = ${total}, contre d’autres réponses égales dans les mêmes collectes. Lesquelles sont égales, et donc quand une réponse a changé, n’est pas protégé.`,
  noWorstTotal:
    "Ce que peut dire tout ce qu’une personne a jamais rapporté n’est pas borné : chaque nouvelle valeur coûte à nouveau.",
  reportsAxis: "rapports sur une même valeur",
  epsilonAxis: "ε(t)",
  firstMark: (epsilon) => `ε(1)\u00a0=\u00a0${epsilon}`,
  limitMark: (epsilon) => `ε∞\u00a0=\u00a0${epsilon}`,
  leakageAlternative: (names, sentence) => `Courbe de ε(t) pour ${names}. ${sentence}`,
  reportsColumn: "Rapports",
  epsilonColumn: "ε(t) au plus",

  allTitle: "Tous les nombres",
  allLead: "Chaque estimation de cette page en une table : collecte, attribut, valeur, part et intervalle.",
  allCsv: "Toutes les estimations (CSV)",
  notKnown: "inconnu",
};

export const surveyStringsFor = (language: Language): SurveyStrings => (language === "fr" ? french : english);
