// Every sentence of the page of range answers, once per language.
import type { DownloadWords } from "./downloads";
import type { Refusal } from "./range-domain";
import type { Language } from "./types";

export interface RangeStrings extends DownloadWords {
  skip: string;
  model: Record<"local" | "central", string>;
  source(title: string, epsilon: string | null): string;

  answersTitle: string;
  choose: string;
  more(count: string): string;
  range: string;
  estimate: string;
  stdError: string;
  interval(confidence: string): string;
  fromTo(lower: string, upper: string): string;

  askLabel: string;
  askButton: string;
  askHint(examples: string): string;
  refused(text: string, why: Refusal, domain: string): string;
  unknown(text: string, step: string): string;

  seriesTitle: string;
  seriesLead(confidence: string): string;
  blocks(width: string): string;
  notDrawn(count: number, written: string): string;
  records: string;
  seriesAlternative(range: string): string;

  nodesTitle(range: string): string;
  nodesLead: string;
  nodesTable(count: number): string;
  node: string;
  levelColumn: string;
  level(number: number): string;
  nodesAlternative(range: string): string;

  place: string;
  allPlaces: string;
  askPlace: string;
  seriesOf(place: string): string;
  placesTitle(range: string): string;
  placesLead(confidence: string): string;
  placesTable(count: number): string;
  placesAlternative(range: string): string;
}

const english: RangeStrings = {
  csv: "Numbers (CSV)",
  png: "Picture (PNG)",
  downloadOf: (kind, title) => `${kind}: ${title}`,
  skip: "Skip to the answers",
  model: { local: "local differential privacy", central: "central differential privacy" },
  source: (title, epsilon) => (epsilon === null ? `${title} – NOT PRIVATE` : `${title} – ε = ${epsilon}, differential privacy`),

  answersTitle: "Answers",
  choose: "Choose a range to see it below.",
  more: (count) => `${count} more were asked than this page shows.`,
  range: "Range",
  estimate: "Estimate",
  stdError: "Standard error",
  interval: (confidence) => `${confidence} interval`,
  fromTo: (lower, upper) => `${lower} to ${upper}`,

  askLabel: "Ask any range",
  askButton: "Ask",
  askHint: (examples) => `Such as ${examples}. The noise was drawn once: asking costs no more privacy, however often.`,
  refused: (text, why, domain) =>
    ({
      unreadable: `“${text}” is no range of this page.`,
      reversed: `The range ${text} ends before it begins.`,
      outside: `The range ${text} leaves the domain: ${domain}`,
      cuts: `The range ${text} cuts a value in two: ${domain}`,
    })[why],
  unknown: (text, step) =>
    `This page has the counts in steps of ${step} values, and ${text} lies between them: ask the range file.`,

  seriesTitle: "The series",
  seriesLead: (confidence) => `Estimates with ${confidence} intervals; the chosen range.`,
  blocks: (width) => `Each point is the sum over ${width} values.`,
  notDrawn: (count, written) => `The last ${count === 1 ? "value is" : `${written} values are`} not drawn.`,
  records: "records",
  seriesAlternative: (range) => `The series with its intervals; the range ${range} is marked.`,

  nodesTitle: (range) => `What the answer for ${range} is made of`,
  nodesLead:
    "Nodes of the structure that make up the range; the deepest level holds single values. Their estimates add up to the answer.",
  nodesTable: (count) => `The nodes as numbers (${count})`,
  node: "Node",
  levelColumn: "Level",
  level: (number) => `level ${number}`,
  nodesAlternative: (range) => `The nodes that make up ${range}, by level; the table below has their numbers.`,

  place: "Place",
  allPlaces: "all places",
  askPlace: "Of which place",
  seriesOf: (place) => `The series: ${place}`,
  placesTitle: (range) => `The places, in ${range}`,
  placesLead: (confidence) => `Estimates of each place in the chosen range, with ${confidence} intervals. Choose a place to see it above.`,
  placesTable: (count) => `The places as numbers (${count})`,
  placesAlternative: (range) => `The estimates of the places in ${range} with their intervals; the table below has their numbers.`,
};

const french: RangeStrings = {
  csv: "Nombres (CSV)",
  png: "Image (PNG)",
  downloadOf: (kind, title) => `${kind} : ${title}`,
  skip: "Aller aux réponses",
  model: { local: "confidentialité différentielle locale", central: "confidentialité différentielle centrale" },
  source: (title, epsilon) =>
    epsilon === null ? `${title} – NON PROTÉGÉ` : `${title} – ε = ${epsilon}, confidentialité différentielle`,

  answersTitle: "Réponses",
  choose: "Choisissez un intervalle pour le voir ci-dessous.",
  more: (count) => `${count} autres demandés ne sont pas montrés ici.`,
  range: "Intervalle",
  estimate: "Estimation",
  stdError: "Erreur type",
  interval: (confidence) => `Confiance à ${confidence}`,
  fromTo: (lower, upper) => `${lower} à ${upper}`,

  askLabel: "Demander un intervalle",
  askButton: "Demander",
  askHint: (examples) =>
    `Par exemple ${examples}. Le bruit a été tiré une fois pour toutes : demander, même souvent, ne coûte aucune confidentialité.`,
  refused: (text, why, domain) =>
    ({
      unreadable: `« ${text} » n’est pas un intervalle de cette page.`,
      reversed: `L’intervalle ${text} finit avant de commencer.`,
      outside: `L’intervalle ${text} sort du domaine : ${domain}`,
      cuts: `L’intervalle ${text} coupe une valeur en deux : ${domain}`,
    })[why],
  unknown: (text, step) =>
    `Cette page a les nombres par pas de ${step} valeurs, et ${text} tombe entre deux : interrogez le fichier.`,

  seriesTitle: "La série",
  seriesLead: (confidence) => `Estimations et intervalles à ${confidence} ; l’intervalle choisi.`,
  blocks: (width) => `Chaque point est la somme de ${width} valeurs.`,
  notDrawn: (count, written) =>
    count === 1 ? "La dernière valeur n’est pas tracée." : `Les ${written} dernières valeurs ne sont pas tracées.`,
  records: "enregistrements",
  seriesAlternative: (range) => `La série et ses intervalles ; l’intervalle ${range} est marqué.`,

  nodesTitle: (range) => `De quoi la réponse pour ${range} est faite`,
  nodesLead:
    "Les nœuds de la structure qui composent l’intervalle ; le niveau le plus profond tient les valeurs une à une. Leurs estimations s’ajoutent en la réponse.",
  nodesTable: (count) => `Les nœuds en nombres (${count})`,
  node: "Nœud",
  levelColumn: "Niveau",
  level: (number) => `niveau ${number}`,
  nodesAlternative: (range) => `Les nœuds qui composent ${range}, par niveau ; le tableau ci-dessous donne leurs nombres.`,

  place: "Lieu",
  allPlaces: "tous les lieux",
  askPlace: "De quel lieu",
  seriesOf: (place) => `La série : ${place}`,
  placesTitle: (range) => `Les lieux, pour ${range}`,
  placesLead: (confidence) => `L’estimation de chaque lieu dans l’intervalle choisi, avec sa confiance à ${confidence}. Choisissez un lieu pour le voir ci-dessus.`,
  placesTable: (count) => `Les lieux en nombres (${count})`,
  placesAlternative: (range) => `Les estimations des lieux pour ${range} et leurs intervalles ; le tableau ci-dessous donne leurs nombres.`,
};

export function rangeStringsFor(language: Language): RangeStrings {
  return language === "fr" ? french : english;
}
