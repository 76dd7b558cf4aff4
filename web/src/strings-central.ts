// What the page says otherwise of a central release: totals are estimates too, and counts are noisy, not places.
import type { Strings } from "./strings";
import type { Language } from "./types";

type CentralStrings = Pick<Strings, "exploreLead" | "totalNote" | "reading" | "fileMeanings" | "budget" | "summary">;

const english: CentralStrings = {
  exploreLead: (events) =>
    `Noise was added to the counts, so every number below is an estimate with a margin, totals included. Choose a period and a region to see its ${events}.`,
  totalNote: "estimated",
  summary: (period, total, events, region, estimate, lower, upper) =>
    `${period}: about ${total} ${events} in all. ${region}: about ${estimate}, probably between ${lower} and ${upper}.`,
  budget: (asked, realised) =>
    `Privacy parameter: ε = ${asked} was asked for; the whole numbers of the noise used give ε = ${realised}.`,
  reading: [
    {
      term: "Estimate",
      meaning:
        "Every count was measured once with noise of a known law; the numbers are the best fit to all counts measured. Where little happened an estimate may be negative: that is the noise, and keeps sums right.",
    },
    {
      term: "Sums",
      meaning:
        "Periods add up to the longer ones that they make up, and regions to totals, unless the release was smoothed: then every period leans on its neighbours, a sudden peak may show flattened, and numbers no longer add up over time.",
    },
    { term: "Interval", meaning: "How far the estimate may be from the number of events counted because of the noise." },
    {
      term: "ε (epsilon)",
      meaning:
        "The strength of the protection. At 0 the numbers say nothing; each time ε grows by 0.7, the factor in the promise doubles.",
    },
  ],
  fileMeanings: {
    "estimates.csv": "all estimates, with their intervals",
    "totals.csv": "estimated totals of each period",
    "synthetic.csv": "records drawn from the estimates",
    "forecast.csv": "the forecast of each day and region",
    "PRIVACY.md": "what is promised, in full",
    "manifest.json": "how it was made, for programs",
    "page.json": "the numbers of this page",
  },
};

const french: CentralStrings = {
  exploreLead: (events) =>
    `Un bruit a été ajouté aux comptes : chaque nombre ci-dessous est une estimation avec sa marge, les totaux aussi. Choisissez une période et une région pour voir ses ${events}.`,
  totalNote: "estimé",
  summary: (period, total, events, region, estimate, lower, upper) =>
    `${period} : environ ${total} ${events} en tout. ${region} : environ ${estimate}, probablement entre ${lower} et ${upper}.`,
  budget: (asked, realised) =>
    `Paramètre de confidentialité : ε = ${asked} demandé ; les nombres entiers du bruit employé donnent ε = ${realised}.`,
  reading: [
    {
      term: "Estimation",
      meaning:
        "Chaque compte a été mesuré une fois avec un bruit de loi connue ; les nombres sont le meilleur ajustement à tous les comptes mesurés. Là où il s’est passé peu de chose, une estimation peut être négative : c’est le bruit, et les sommes restent justes.",
    },
    {
      term: "Sommes",
      meaning:
        "Les périodes s’additionnent en celles, plus longues, qu’elles composent, les régions en totaux, sauf si la publication est lissée : chaque période s’appuie alors sur ses voisines, une pointe soudaine peut paraître atténuée, et les nombres ne s’additionnent plus dans le temps.",
    },
    {
      term: "Intervalle",
      meaning: "De combien l’estimation peut s’écarter du nombre d’événements comptés à cause du bruit.",
    },
    {
      term: "ε (epsilon)",
      meaning:
        "La force de la protection. À 0, les nombres ne disent rien ; chaque fois que ε grandit de 0,7, le facteur de la promesse double.",
    },
  ],
  fileMeanings: {
    "estimates.csv": "toutes les estimations, avec leurs intervalles",
    "totals.csv": "totaux estimés de chaque période",
    "synthetic.csv": "enregistrements tirés des estimations",
    "forecast.csv": "la prévision de chaque jour et région",
    "PRIVACY.md": "ce qui est promis, en entier",
    "manifest.json": "comment elle a été faite, pour les programmes",
    "page.json": "les nombres de cette page",
  },
};

export function centralStringsFor(language: Language): CentralStrings {
  return language === "fr" ? french : english;
}
