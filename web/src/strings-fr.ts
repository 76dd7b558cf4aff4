import type { Strings } from "./strings";
import type { Unit } from "./types";

const per: Record<Unit, string> = {
  year: "par an",
  month: "par mois",
  week: "par semaine",
  day: "par jour",
  hour: "par heure",
};
const of: Record<Unit, string> = {
  year: "de chaque année",
  month: "de chaque mois",
  week: "de chaque semaine",
  day: "de chaque jour",
  hour: "de chaque heure",
};
const errorPeriods: Record<string, string> = {
  year: "Un an",
  month: "Un mois",
  week: "Une semaine",
  day: "Un jour",
  hour: "Une heure",
};
/** « de » or « d’ » before a word. */
const de = (word: string) => (/^[aeiouyàâéèêëîïôöùûüœæ]/i.test(word) ? `d’${word}` : `de ${word}`);

/** « aucun » is masculine, as our own word is; of another the gender is not known. */
const between = (lower: string, upper: string, events: string) =>
  upper !== "0" ? `entre ${lower} et ${upper}` : events.startsWith("événement") ? "aucun" : "zéro";

const protectedUnits: Record<string, string> = {
  "report value": "la valeur d’un rapport",
  event: "un événement",
  attribute: "un attribut",
  tuple: "les réponses d’une personne",
  person: "une personne",
  "time step": "un pas de temps",
  place: "un lieu",
};
const publications = (count: number) =>
  count === 1 ? "c’est la seule publication" : `${count} publications, celle-ci comprise`;

export const french: Strings = {
  skip: "Aller aux estimations",
  kicker: "Publication protégée",
  defaultEvents: "événements",
  counted: (value, events) => (value < 2 && events === "événements" ? "événement" : events),
  units: { year: "Année", month: "Mois", week: "Semaine", day: "Jour", hour: "Heure" },
  week: (week, year, first, last) => `semaine ${week} de ${year} (${first} – ${last})`,

  guarantee: "La garantie",
  meaning: (regions, before, after) =>
    `Autrement dit : qui savait déjà où tous les autres événements ont eu lieu et jugeait les ${regions} régions également probables pour l’un d’eux (${before} chacune) peut être sûr de la bonne à ${after} au plus, quoi qu’il calcule à partir de ces nombres.`,
  demonstration:
    "Démonstration sur des données inventées : les nombres vrais sont montrés à côté des estimations, ce qu’une vraie publication ne fait jamais.",
  noPromise: "Cette page ne promet aucune confidentialité.",
  notPrivate: "Cette publication n’est PAS protégée",
  protectedTitle: "Ce qui est protégé",
  holdsTitle: "Ce qui est tenu",
  notProtectedTitle: "Ce qui n’est pas protégé",
  mechanismTitle: "Comment c’est protégé",
  mechanism: (oracle, name) => `Méthode : ${oracle} (${name}).`,
  budget: (asked, realised) =>
    `Paramètre de confidentialité : ε = ${asked} demandé ; les probabilités exactes employées donnent ε = ${realised}.`,
  randomness: (source) =>
    source === "secure" ? "Hasard : générateur cryptographique du système." : "Hasard : à graine, non confidentiel.",

  spentTitle: "Ce que toutes les publications ensemble peuvent révéler",
  spentSubject: (unit, within) =>
    `${protectedUnits[unit] ?? unit}${within === undefined ? "" : ` (face à tout autre à ${within} m au plus)`}`,
  spent: (subject, epsilon, delta, count) =>
    `Tout ce qui a été publié jusqu’ici revient, pour ${subject}, à ε = ${epsilon}${delta} (${publications(count)}).`,
  spentOf: (subject, budget, epsilon, left, delta, count) =>
    `Du budget de ε = ${budget} pour ${subject}, ${epsilon} est dépensé${delta} et il reste ${left} (${publications(count)}).`,
  spentOver: (budget) => `C’est plus que le budget de ε = ${budget}, fixé par la suite.`,
  spentLimitless: "Aucun budget n’est fixé : rien ne limite ici ce qui sera publié plus tard.",
  spentPromise: (subject, factor, delta) =>
    `Si ce qui est protégé pour ${subject} avait été autre, tout ce qui a été publié jusqu’ici aurait été aussi probable, à un facteur ${factor}${delta && ` et à un reste d’au plus ${delta} (δ)`} près.`,
  spentTheorem: (theorem, sumsUp) =>
    sumsUp
      ? "Les parts s’additionnent."
      : theorem === "basic"
        ? "Les parts reviennent à moins que leur somme : certaines portent sur d’autres jours."
        : `Les parts reviennent à moins que leur somme (composition ${theorem}).`,
  spentUnprotected: (unprotected, count) =>
    count === 1
      ? "Cette publication n’a pas de garantie : rien n’est promis sur ce qui a été publié."
      : `${unprotected} des ${count} publications sur ces données n’ont pas de garantie : rien n’est promis pour l’ensemble.`,
  spentThis: "Cette publication",
  spentEarlier: "Publications précédentes",
  spentLeft: "Reste",
  spentPart: (mechanism, date, epsilon) => `${mechanism}, ${date} : ε = ${epsilon}`,

  source: (title, epsilon) =>
    epsilon === null ? `${title} – NON PROTÉGÉ` : `${title} – ε = ${epsilon}, confidentialité différentielle`,
  csv: "Nombres (CSV)",
  png: "Image (PNG)",
  downloadOf: (kind, title) => `${kind} : ${title}`,

  exploreTitle: (events) => `Où et quand : nombre estimé ${de(events)}`,
  exploreLead: (events) =>
    `Le lieu de chaque événement a été brouillé avant le comptage : chaque nombre ci-dessous est une estimation avec sa marge. Les totaux sur toutes les régions sont exacts. Choisissez une période et une région pour voir le nombre ${de(events)}.`,
  unitLegend: "Compter par",
  periodLabel: "Période",
  previous: "Période précédente",
  next: "Période suivante",
  measureLegend: "Montrer",
  count: "Nombre",
  share: "Part du total",
  regionLabel: "Région",
  summary: (period, total, events, region, estimate, lower, upper) =>
    `${period} : ${total} ${events} en tout. ${region} : environ ${estimate}, probablement entre ${lower} et ${upper}.`,
  withheld: (least, written) => ({
    what: "non publié",
    why: `moins de ${written} ${least === 1 ? "rapport" : "rapports"}`,
  }),
  noRecords: { what: "pas de données", why: "" },
  colon: " : ",
  gapSummary: (period, gap) => `${period} – ${gap}. Rien n’est publié sur cette période seule.`,
  gapAlternative: (gap) => `Rien à tracer – ${gap}.`,
  someGaps: (gap) => `Vides – ${gap}.`,

  mapTitle: (period) => `Carte, ${period}`,
  mapAlternative: (period, highest, lowest) =>
    `Carte des régions colorées selon l’estimation pour ${period}. La plus haute : ${highest}. La plus basse : ${lowest}. Le tableau donne toutes les valeurs.`,
  schematic:
    "Carte schématique : chaque surface est la partie du plan la plus proche de la ville principale de la région.",
  notOnMap: (names) => `Hors de la carte : ${names}.`,
  legendCount: (events, unit) => `${events} ${per[unit]} (estimation)`,
  legendShare: (events, unit) => `part des ${events} ${per[unit]} (estimation)`,
  below: (value) => `moins de ${value}`,
  above: (value) => `${value} et plus`,
  range: (lower, upper) => `${lower} – ${upper}`,

  tableTitle: (period) => `Toutes les régions, ${period}`,
  region: "Région",
  estimate: "Estimation",
  interval: (confidence) => `Intervalle à ${confidence}`,
  truth: "Nombre vrai",
  total: "Toutes les régions",
  totalNote: "exact",
  outOfRange: "hors de l’intervalle",
  outsideNote: (share) =>
    `Les nombres vrais en gras sont hors de leur intervalle ; il doit y en avoir environ ${share}.`,
  sortBy: (column) => `Trier par ${column.toLowerCase()}`,

  seriesTitle: (region) => `${region} au fil du temps`,
  seriesAxis: (events, unit) => `${events} ${per[unit]}`,
  shareAxis: (events) => `part du total des ${events}`,
  seriesAlternative: (region, first, last, low, lowAt, high, highAt) =>
    `Courbe pour ${region} de ${first} à ${last} : l’estimation la plus basse est ${low} (${lowAt}), la plus haute ${high} (${highAt}).`,
  partial: "incomplet",
  partialKey: "les données ne couvrent qu’une partie de cette période",
  estimateKey: "estimation",
  intervalKey: (confidence) => `intervalle à ${confidence}`,
  truthKey: "nombre vrai (connu ici car les données sont une démonstration)",
  showLegend: "Durée montrée",
  windows: { week: "1 semaine", month: "1 mois", quarter: "3 mois", year: "1 an", twoYears: "2 ans", all: "Tout" },

  errorsTitle: "Ce que la confidentialité coûte en précision",
  errorsLead:
    "L’écart moyen entre la part estimée et la part vraie des régions, en points de pourcentage. Plus ε est petit, plus la protection est forte et l’erreur grande ; plus une période compte d’événements, plus l’erreur est petite.",
  errorsSummary: (period, epsilon, best, paper) =>
    `${period}, à ε = ${epsilon} : un écart de ${best} avec notre méthode, de ${paper} avec celle de l’article.`,
  errorPeriod: (period) => errorPeriods[period] ?? period,
  errorsAxis: "erreur moyenne (points de pourcentage)",
  epsilonAxis: "ε (protection plus forte à gauche)",
  paperKey: "méthode de l’article",
  bestKey: "notre méthode",
  publishedKey: "publié dans l’article",
  thisPage: "cette page",
  errorsTable: "Les nombres de ces courbes",
  errorsPeriodColumn: "Période",
  pointsUnit: "points",
  errorsAlternative: (period) =>
    `${period} : erreur moyenne selon ε pour deux méthodes. Le tableau sous les courbes donne toutes les valeurs.`,

  forecastTitle: (region) => `Prévision pour ${region}`,
  ahead: (day, predicted, events, region, median, lower, upper) =>
    `${day} : environ ${predicted} ${events} pour ${region}${median === null ? "" : ` (médiane ${median})`}, probablement ${between(lower, upper, events)}.`,
  median: (count) => `médiane ${count}`,
  aheadTable: (days, confidence) =>
    `${days === 1 ? "Le jour suivant" : `Les ${days} jours suivants`} dans toutes les régions (intervalles à ${confidence})`,
  forecastLead: (unit) => `La prévision ${of[unit]} se fonde sur les seules estimations publiées qui la précèdent.`,
  coverage: (asked, found) =>
    `La bande doit contenir le nombre réel ${asked} du temps ; elle l’a contenu ${found} du temps, sur toutes les régions.`,
  predictedKey: "prévision",
  bandKey: (confidence) => `bande à ${confidence}`,
  actualKey: "nombre réel",
  forecastAlternative: (region, first, last, gap) =>
    `Prévision pour ${region} de ${first} à ${last}${gap === null ? "." : ` ; écart moyen au nombre réel : ${gap}.`}`,

  modelsTitle: "Que valent les prévisions ?",
  modelsLead: (events, unit) =>
    `Le tableau donne l’écart moyen, sur toutes les régions, entre la prévision et le nombre réel ${de(events)} ${per[unit]} ; plus il est petit, mieux c’est.`,
  privacyCost: (best, raw, events, unit, change, percent) =>
    `La meilleure prévision protégée se trompe de ${best} ${events} ${per[unit]} dans une région moyenne ; avec les données brutes, de ${raw}. ` +
    (change > 0
      ? `La confidentialité coûte ${percent} de précision.`
      : "La confidentialité ne coûte ici aucune précision."),
  model: "Modèle",
  isPrivate: "Protégé ?",
  privateYes: (epsilon) => (epsilon === null ? "oui" : `oui, ε = ${epsilon}`),
  privateNo: "non",
  mae: "Erreur moyenne du nombre attendu (MAE)",
  maeWords: (value, events, unit) => `en moyenne, se trompe de ${value} ${events} ${per[unit]}`,
  rmse: "Moyenne des RMSE des régions (punit les grandes erreurs)",
  publishedMae: "MAE publiée",

  readTitle: "Comment lire cette page",
  reading: [
    {
      term: "Estimation",
      meaning:
        "La région de chaque événement a été remplacée, avec des chances connues, par une réponse au hasard. On défait ces chances sur le total : le compte est bon pour beaucoup d’événements et dit peu de chacun.",
    },
    {
      term: "Lissage",
      meaning:
        "Quand la publication est lissée, chaque période s’appuie aussi sur ses voisines : les nombres bougent moins au hasard, mais une pointe soudaine d’une région peut paraître atténuée. estimates.csv donne aussi les nombres non lissés. Années, mois et jours sont estimés chacun pour soi : prenez la période voulue, n’additionnez pas.",
    },
    { term: "Intervalle", meaning: "De combien l’estimation peut s’écarter du nombre vrai à cause du brouillage." },
    {
      term: "ε (epsilon)",
      meaning:
        "La force de la protection. À 0, les réponses ne disent rien ; chaque fois que ε grandit de 0,7, le facteur de la promesse double.",
    },
  ],
  confidenceWords: (confidence) => `Environ ${confidence} de ces intervalles contiennent le nombre vrai.`,
  boundedConfidenceWords: (confidence) =>
    `Environ ${confidence} de ces intervalles contiennent le nombre d’événements comptés.`,
  boundNote: (maxEvents, shown) =>
    `D’une personne, au plus ${shown} ${maxEvents === 1 ? "événement est compté" : "événements sont comptés"}, toutes périodes ensemble : là où quelqu’un en a davantage, le nombre réel est plus élevé. Les intervalles portent sur ce qui est compté.`,
  footer: (software, date) => `Fait le ${date} avec ${software}. Ce fichier fonctionne sans réseau.`,
  filesTitle: "Les fichiers de cette publication",
  fileMeanings: {
    "estimates.csv": "toutes les estimations, avec leurs intervalles",
    "changes.csv": "les changements d’une collecte à la suivante",
    "pairs.csv": "des paires d’attributs",
    "leakage.csv": "ce que disent plusieurs rapports d’une personne",
    "totals.csv": "totaux exacts de chaque période",
    "synthetic.csv": "enregistrements aux lieux brouillés",
    "forecast.csv": "la prévision de chaque jour et région",
    "table.csv": "les lignes, généralisées",
    "blurred.csv": "les événements à leurs lieux floutés",
    "answers.csv": "les réponses, avec leurs intervalles",
    "ranges.srng": "la structure bruitée, que « sourdine range query » interroge",
    "density.csv": "des estimations de leurs vrais lieux",
    "regions.csv": "des estimations par région",
    "PRIVACY.md": "ce qui est promis, en entier",
    "manifest.json": "comment elle a été faite, pour les programmes",
    "page.json": "les nombres de cette page",
  },
};
