// Every sentence of the page of blurred places, once per language.
import type { DownloadWords } from "./downloads";
import type { Language } from "./types";

export type BlurLayer = "estimate" | "counted" | "width";

export interface BlurStrings extends DownloadWords {
  skip: string;
  kicker: string;
  source(title: string, promise: string | null): string;

  mapTitle: string;
  mapLead(points: string, cell: string): string;
  layerLegend: string;
  layers: Record<BlurLayer, string>;
  layerMeaning: Record<BlurLayer, string>;
  cellLegend(cell: string): string;
  below(limit: string): string;
  above(limit: string): string;
  fromTo(lower: string, upper: string): string;
  tip(layer: BlurLayer, value: string): string;
  mapAlternative(layer: string, most: string): string;
  noMap: string;

  regionsTitle: string;
  regionsLead(confidence: string): string;
  region: string;
  estimate: string;
  interval(confidence: string): string;
  counted: string;
  sortBy(column: string): string;

  revealTitle: string;
  revealLead: string;
  apart: string;
  odds(distance: string, factor: string, more: string, less: string): string;
  oddsNothing(distance: string): string;
  displaced(mean: string): string;
  quantile(share: string, distance: string): string;
  keyPlace: string;
  keyRadius(radius: string): string;
  keyQuantile(share: string): string;
  keyExamples: string;
  revealAlternative(radius: string, quantiles: string): string;
  averaging: string;
}

const english: BlurStrings = {
  csv: "Numbers (CSV)",
  png: "Picture (PNG)",
  downloadOf: (kind, title) => `${kind}: ${title}`,
  skip: "Go to the map",
  kicker: "Geo-indistinguishability",
  source: (title, promise) => (promise === null ? `${title} – NOT PRIVATE` : `${title} – ${promise}`),

  mapTitle: "Where the points were",
  mapLead: (points, cell) => `${points} points, estimated in squares of ${cell} from the blurred points alone.`,
  layerLegend: "The map shows",
  layers: { estimate: "Estimate", counted: "Blurred points", width: "Uncertainty" },
  layerMeaning: {
    estimate: "The noise is known, so its smoothing can be partly undone. Peaks narrower than the noise stay blurred.",
    counted: "Where the published points are: the truth, smoothed by noise.",
    width: "The width of each square’s interval: how many points lie between its lower and its upper end.",
  },
  cellLegend: (cell) => `points per square of ${cell}`,
  below: (limit) => `below ${limit}`,
  above: (limit) => `${limit} and more`,
  fromTo: (lower, upper) => `${lower} to ${upper}`,
  tip: (layer, value) =>
    layer === "counted" ? `${value} blurred points` : layer === "width" ? `${value} points wide` : `${value} points`,
  mapAlternative: (layer, most) => `Map of squares: ${layer}. The fullest one has ${most}.`,
  noMap: "There are too many squares to draw; density.csv has them.",

  regionsTitle: "Points per region",
  regionsLead: (confidence) =>
    `Each interval is made to hold the true count with ${confidence} confidence, whether the density is smooth or jumps along the border. It is wider where a border passes through many points: noise hides on which side they were. A dense line of points just beside a border can still escape it.`,
  region: "Region",
  estimate: "Estimate",
  interval: (confidence) => `${confidence} interval`,
  counted: "Blurred points in it",
  sortBy: (column) => `Sort by ${column}`,

  revealTitle: "What one point may reveal",
  revealLead:
    "Whoever sees one published point, and knows everything else, may still guess better than before. This is by how much at most.",
  apart: "Two places are apart by",
  odds: (distance, factor, more, less) =>
    `Two places ${distance} apart that were equally likely are, after the point was seen, at most ${factor} times as likely as each other: ${more} against ${less}.`,
  oddsNothing: (distance) => `Two places ${distance} apart can be told apart: the point may all but rule one of them out.`,
  displaced: (mean) => `A point is moved by ${mean} on average.`,
  quantile: (share, distance) => `${share} of the points are moved by ${distance} at most.`,
  keyPlace: "the true place",
  keyRadius: (radius) => `places within ${radius}, for which the promise is made`,
  keyQuantile: (share) => `${share} of the published points`,
  keyExamples: "published points as they could be: examples, not data",
  revealAlternative: (radius, quantiles) =>
    `A place, a circle of ${radius} around it, and circles within which published points fall: ${quantiles}.`,
  averaging: "Far away places are told apart: that the point is in this town and not in the next one is no secret.",
};

const french: BlurStrings = {
  csv: "Nombres (CSV)",
  png: "Image (PNG)",
  downloadOf: (kind, title) => `${kind} : ${title}`,
  skip: "Aller à la carte",
  kicker: "Géo-indistinguabilité",
  source: (title, promise) => (promise === null ? `${title} – NON PROTÉGÉ` : `${title} – ${promise}`),

  mapTitle: "Où étaient les points",
  mapLead: (points, cell) => `${points} points, estimés par carrés de ${cell} à partir des seuls points floutés.`,
  layerLegend: "La carte montre",
  layers: { estimate: "Estimation", counted: "Points floutés", width: "Incertitude" },
  layerMeaning: {
    estimate:
      "Le bruit est connu, son lissage peut donc être défait en partie. Les pics plus étroits que le bruit restent flous.",
    counted: "Où sont les points publiés : la vérité, lissée par le bruit.",
    width:
      "La largeur de l’intervalle de chaque carré : combien de points séparent sa borne basse de sa borne haute.",
  },
  cellLegend: (cell) => `points par carré de ${cell}`,
  below: (limit) => `moins de ${limit}`,
  above: (limit) => `${limit} et plus`,
  fromTo: (lower, upper) => `${lower} à ${upper}`,
  tip: (layer, value) =>
    layer === "counted" ? `${value} points floutés` : layer === "width" ? `large de ${value} points` : `${value} points`,
  mapAlternative: (layer, most) => `Carte de carrés : ${layer}. Le plus plein en a ${most}.`,
  noMap: "Il y a trop de carrés pour les dessiner ; ils sont dans density.csv.",

  regionsTitle: "Points par région",
  regionsLead: (confidence) =>
    `Chaque intervalle est fait pour contenir le vrai nombre avec une confiance de ${confidence}, que la densité soit lisse ou qu’elle saute à la frontière. Il est plus large là où une frontière traverse beaucoup de points : le bruit cache de quel côté ils étaient. Une ligne dense de points juste à côté d’une frontière peut encore lui échapper.`,
  region: "Région",
  estimate: "Estimation",
  interval: (confidence) => `Intervalle à ${confidence}`,
  counted: "Points floutés dedans",
  sortBy: (column) => `Trier par ${column}`,

  revealTitle: "Ce qu’un point peut révéler",
  revealLead:
    "Qui voit un point publié, et sait tout le reste, peut deviner mieux qu’avant. Voici de combien au plus.",
  apart: "Distance entre deux lieux",
  odds: (distance, factor, more, less) =>
    `Deux lieux distants de ${distance}, également probables avant, sont après avoir vu le point au plus ${factor} fois plus probables l’un que l’autre : ${more} contre ${less}.`,
  oddsNothing: (distance) =>
    `Deux lieux distants de ${distance} se distinguent : le point peut pratiquement exclure l’un des deux.`,
  displaced: (mean) => `Un point est déplacé de ${mean} en moyenne.`,
  quantile: (share, distance) => `${share} des points sont déplacés de ${distance} au plus.`,
  keyPlace: "le vrai lieu",
  keyRadius: (radius) => `lieux à moins de ${radius}, pour lesquels la promesse est faite`,
  keyQuantile: (share) => `${share} des points publiés`,
  keyExamples: "points publiés tels qu’ils pourraient être : des exemples, pas des données",
  revealAlternative: (radius, quantiles) =>
    `Un lieu, un cercle de ${radius} autour de lui, et des cercles dans lesquels tombent les points publiés : ${quantiles}.`,
  averaging:
    "Les lieux éloignés se distinguent : que le point soit dans cette ville et non dans la suivante n’est pas un secret.",
};

export const blurStringsFor = (language: Language): BlurStrings => (language === "fr" ? french : english);
