// Every sentence of the page of a generalised table, once per language.
import type { AnonymityData, Model } from "./anonymity-types";
import type { Language } from "./types";

const english = {
  csv: "Numbers (CSV)",
  png: "Picture (PNG)",
  downloadOf: (kind: string, title: string) => `${kind}: ${title}`,
  skip: "Skip to the numbers",
  kicker: "Generalised table",
  rows: ({ read, published, suppressed, dropped }: AnonymityData["rows"], count: (n: number) => string) =>
    [
      `${count(published)} of ${count(read)} rows are published`,
      suppressed > 0 ? `${count(suppressed)} are suppressed` : "none is suppressed",
      ...(dropped > 0 ? [`${count(dropped)} were left out for a missing value`] : []),
    ].join(", ") + ".",
  algorithm: {
    optimal: "Every column was generalised as a whole, in the way that loses least.",
    mondrian: "Rows were halved again and again, as long as both halves hold what is asked (Mondrian).",
    "mondrian-relaxed": "Rows were halved again and again, equal values going either way (relaxed Mondrian).",
  },
  recoded: "Then each class was made as fine as its own rows allow.",

  modelsTitle: "What was asked, and what is reached",
  modelsLead: "Computed from the published table itself.",
  model: "Model",
  asked: "Asked",
  reached: "Reached",
  notAsked: "–",
  modelName: ({ model, column, distance, l }: Model) =>
    ({
      k: "k-anonymity",
      distinct: `Distinct l-diversity of ${column}`,
      entropy: `Entropy l-diversity of ${column}`,
      recursive: `Recursive (c, ${l})-diversity of ${column}`,
      t: `t-closeness of ${column} (${distance} distance)`,
      presence_least: "δ-presence, smallest share",
      presence_most: "δ-presence, largest share",
    })[model],
  modelMeaning: ({ model }: Model) =>
    ({
      k: "Everybody looks like at least so many rows, their own included.",
      distinct: "Every class has at least so many sensitive values.",
      entropy: "The values of a class are as mixed as so many equally frequent ones.",
      recursive: "The most frequent value is below c times the rarer ones together; c is above this.",
      t: "How far the values of a class are from those of the table, 0 to 1; smaller is better.",
      presence_least: "Of the people of a population who look alike, at least this share is in the table.",
      presence_most: "Of the people of a population who look alike, at most this share is in the table.",
    })[model],

  sizesTitle: "How large the crowds are",
  sizesLead: (smallest: string) =>
    `Rows by the size of the class that they hide in, before and after. The smallest class has ${smallest} rows now.`,
  sizesAxis: "rows in the class",
  rowsAxis: "rows",
  sizesAlternative: (smallest: string, classes: string) => `Rows by the size of their class: ${classes} classes, the smallest of ${smallest}.`,
  sizesNumbers: "The numbers in a table",
  classRows: "Rows in the class",
  classes: "Classes",
  rowsColumn: "Rows",

  risksTitle: "Risk of being found, before and after",
  risksLead: "Three readers who know the quasi-identifiers of people, and pick one row of the class that fits.",
  risk: "Reader",
  before: "Before",
  after: "After",
  mostExposed: (reader: string) => `${reader}: the most exposed row`,
  atRisk: (reader: string, threshold: string) => `${reader}: rows above ${threshold}`,
  prosecutor: "Prosecutor",
  prosecutorMeans: "Looks for one person whom they know to be in the table.",
  journalist: "Journalist",
  journalistMeans: (people: string) => `Looks for anybody of a population of ${people}, to show that it can be done.`,
  noPopulation:
    "No population was given ([population] in the configuration). Where the table stands for everybody, the journalist is the prosecutor.",
  notKnown: "not known",
  marketer: "Marketer: rows matched rightly",
  marketerMeans: "Matches everybody, and is content to be right often.",
  unique: "Rows that are unique",
  uniqueMeans: "Alone in their class: the prosecutor finds them for certain.",
  uniqueOfAll: "Rows that are unique in the population",
  uniqueOfAllMeans: "Nobody else of the population looks like their class.",
  uncovered: (rows: string) => `${rows} rows are of classes that the population does not hold whole; there the table itself is taken.`,
  columnsTitle: "Which columns identify",
  columnsLead:
    "Separation: the share of all pairs of rows that the columns tell apart, having no value in common; 100% identifies everybody. Distinction: different values as a share of the rows.",
  columns: "Columns",
  separationBefore: "Separation before",
  separationAfter: "after",
  distinctionBefore: "Distinction before",
  distinctionAfter: "after",

  lossTitle: "What is lost",
  lossLead: "Every measure is smaller where less is lost.",
  measure: "Measure",
  loss: "Published",
  optimum: "Before each class was made finer",
  losses: {
    ncp: "NCP: share of a column's values that a cell may be (0 to 1)",
    entropy: "Non-uniform entropy, as a share of a suppressed table's (0 to 1)",
    discernibility: "Discernibility: sum of squared class sizes",
    class_size: "Average class size, in units of k",
  },
  attributeTitle: "Column by column",
  attribute: "Column",
  level: "Level",
  levelOf: (level: number, top: number) => `${level} of ${top}`,
  differs: "differs by class",
  attributeLoss: "NCP",

  attacksTitle: (column: string) => `Attacks on ${column}`,
  attacksLead: "Each was run against this table. Success is a number of rows whose person would be found out.",
  attack: "Attack",
  success: "Success",
  means: "What it means",
  homogeneity: "Homogeneity",
  homogeneityMeans: "All rows of the class have one value: whoever is in it has it.",
  guess: "Best guess",
  guessMeans: (blind: string) => `Rows for which the most frequent value of the class is right; ${blind} without the classes.`,
  background: (n: number) => `Background knowledge: ${n} ${n === 1 ? "value" : "values"} ruled out`,
  backgroundMeans: (confidence: string) => `Known for certain then. The mean confidence in the true value is ${confidence}.`,
  minimality: "Minimality",
  minimalityMeans: (before: string, after: string, attacked: string) =>
    `From knowing that no finer table was good enough. Mean confidence ${before} before, ${after} after; ${attacked} rows could be attacked.`,
  minimalityNone: "Only run against the optimum over whole columns.",
  notRun: "not run",
  intersection: "Intersection",
  intersectionNone: "Needs a second table of the same people: --compare-with, or ‘anonymize check’.",
  intersectionWith: (directory: string) => `Intersection with ${directory}`,
  intersectionFound: (possible: string, alone: string, unknown: string) =>
    `Whoever is in both has the one value that their two classes share; ${alone} by this table alone. ${possible} may be in both.` +
    (unknown ? ` Values that could not be compared: ${unknown}; there may be more.` : ""),
  source: (title: string) => `${title}. Not differential privacy.`,
};

export type AnonymityStrings = typeof english;

const french: AnonymityStrings = {
  csv: "Nombres (CSV)",
  png: "Image (PNG)",
  downloadOf: (kind, title) => `${kind} : ${title}`,
  skip: "Aller aux nombres",
  kicker: "Table généralisée",
  rows: ({ read, published, suppressed, dropped }, count) =>
    [
      `${count(published)} lignes sur ${count(read)} sont publiées`,
      suppressed > 0 ? `${count(suppressed)} sont supprimées` : "aucune n’est supprimée",
      ...(dropped > 0 ? [`${count(dropped)} ont été écartées pour une valeur manquante`] : []),
    ].join(", ") + ".",
  algorithm: {
    optimal: "Chaque colonne a été généralisée tout entière, de la façon qui perd le moins.",
    mondrian: "Les lignes ont été divisées en deux, encore et encore, tant que les deux moitiés tiennent ce qui est demandé (Mondrian).",
    "mondrian-relaxed": "Les lignes ont été divisées en deux, encore et encore, les valeurs égales allant de l’un ou l’autre côté (Mondrian relâché).",
  },
  recoded: "Puis chaque classe a été affinée autant que ses propres lignes le permettent.",

  modelsTitle: "Ce qui était demandé, et ce qui est atteint",
  modelsLead: "Calculé sur la table publiée elle-même.",
  model: "Modèle",
  asked: "Demandé",
  reached: "Atteint",
  notAsked: "–",
  modelName: ({ model, column, distance, l }) =>
    ({
      k: "k-anonymat",
      distinct: `l-diversité distincte de ${column}`,
      entropy: `l-diversité entropique de ${column}`,
      recursive: `(c, ${l})-diversité récursive de ${column}`,
      t: `t-proximité de ${column} (distance ${distance === "equal" ? "égale" : distance === "ordered" ? "ordonnée" : "hiérarchique"})`,
      presence_least: "δ-présence, plus petite part",
      presence_most: "δ-présence, plus grande part",
    })[model],
  modelMeaning: ({ model }) =>
    ({
      k: "Chacun ressemble à au moins autant de lignes, la sienne comprise.",
      distinct: "Chaque classe a au moins autant de valeurs sensibles.",
      entropy: "Les valeurs d’une classe sont aussi mêlées qu’autant de valeurs également fréquentes.",
      recursive: "La valeur la plus fréquente reste sous c fois les plus rares ensemble ; c est au-dessus de ce nombre.",
      t: "L’écart entre les valeurs d’une classe et celles de la table, de 0 à 1 ; plus petit est mieux.",
      presence_least: "Parmi les personnes semblables d’une population, au moins cette part est dans la table.",
      presence_most: "Parmi les personnes semblables d’une population, au plus cette part est dans la table.",
    })[model],

  sizesTitle: "La taille des foules",
  sizesLead: (smallest) =>
    `Les lignes selon la taille de la classe où elles se cachent, avant et après. La plus petite classe a maintenant ${smallest} lignes.`,
  sizesAxis: "lignes dans la classe",
  rowsAxis: "lignes",
  sizesAlternative: (smallest, classes) =>
    `Les lignes selon la taille de leur classe : ${classes} classes, la plus petite de ${smallest}.`,
  sizesNumbers: "Les nombres en tableau",
  classRows: "Lignes dans la classe",
  classes: "Classes",
  rowsColumn: "Lignes",

  risksTitle: "Le risque d’être retrouvé, avant et après",
  risksLead: "Trois lecteurs qui connaissent les quasi-identifiants des gens, et choisissent une ligne de la classe qui convient.",
  risk: "Lecteur",
  before: "Avant",
  after: "Après",
  mostExposed: (reader) => `${reader} : la ligne la plus exposée`,
  atRisk: (reader, threshold) => `${reader} : lignes au-dessus de ${threshold}`,
  prosecutor: "Procureur",
  prosecutorMeans: "Cherche une personne dont il sait qu’elle est dans la table.",
  journalist: "Journaliste",
  journalistMeans: (people) => `Cherche n’importe qui d’une population de ${people}, pour montrer que cela se peut.`,
  noPopulation:
    "Aucune population n’a été donnée ([population] dans la configuration). Si la table tient lieu de tous, le journaliste est le procureur.",
  notKnown: "inconnu",
  marketer: "Démarcheur : lignes bien attribuées",
  marketerMeans: "Attribue toutes les lignes, et se contente d’avoir souvent raison.",
  unique: "Lignes uniques",
  uniqueMeans: "Seules dans leur classe : le procureur les trouve à coup sûr.",
  uniqueOfAll: "Lignes uniques dans la population",
  uniqueOfAllMeans: "Personne d’autre dans la population ne ressemble à leur classe.",
  uncovered: (rows) =>
    `${rows} lignes sont de classes que la population ne contient pas entièrement ; la table elle-même y est prise.`,
  columnsTitle: "Quelles colonnes identifient",
  columnsLead:
    "Séparation : la part des paires de lignes que les colonnes distinguent, n’ayant aucune valeur en commun ; 100 % identifie tout le monde. Distinction : les valeurs différentes, en part des lignes.",
  columns: "Colonnes",
  separationBefore: "Séparation avant",
  separationAfter: "après",
  distinctionBefore: "Distinction avant",
  distinctionAfter: "après",

  lossTitle: "Ce qui est perdu",
  lossLead: "Chaque mesure est plus petite là où l’on perd moins.",
  measure: "Mesure",
  loss: "Publié",
  optimum: "Avant que chaque classe soit affinée",
  losses: {
    ncp: "NCP : part des valeurs d’une colonne qu’une case peut être (0 à 1)",
    entropy: "Entropie non uniforme, en part de celle d’une table supprimée (0 à 1)",
    discernibility: "Discernabilité : somme des carrés des tailles de classe",
    class_size: "Taille moyenne des classes, en unités de k",
  },
  attributeTitle: "Colonne par colonne",
  attribute: "Colonne",
  level: "Niveau",
  levelOf: (level, top) => `${level} sur ${top}`,
  differs: "selon la classe",
  attributeLoss: "NCP",

  attacksTitle: (column) => `Attaques sur ${column}`,
  attacksLead:
    "Chacune a été menée contre cette table. Le succès est un nombre de lignes dont la personne serait percée à jour.",
  attack: "Attaque",
  success: "Succès",
  means: "Ce que cela veut dire",
  homogeneity: "Homogénéité",
  homogeneityMeans: "Toutes les lignes de la classe ont une seule valeur : qui est dedans l’a.",
  guess: "Meilleure devinette",
  guessMeans: (blind) => `Lignes pour lesquelles la valeur la plus fréquente de la classe est la bonne ; ${blind} sans les classes.`,
  background: (n) => `Connaissance préalable : ${n} ${n === 1 ? "valeur exclue" : "valeurs exclues"}`,
  backgroundMeans: (confidence) => `Connues alors avec certitude. La confiance moyenne dans la vraie valeur est de ${confidence}.`,
  minimality: "Minimalité",
  minimalityMeans: (before, after, attacked) =>
    `De savoir qu’aucune table plus fine ne suffisait. Confiance moyenne ${before} avant, ${after} après ; ${attacked} lignes ont pu être attaquées.`,
  minimalityNone: "Menée seulement contre l’optimum sur des colonnes entières.",
  notRun: "non menée",
  intersection: "Intersection",
  intersectionNone: "Demande une seconde table des mêmes personnes : --compare-with, ou « anonymize check ».",
  intersectionWith: (directory) => `Intersection avec ${directory}`,
  intersectionFound: (possible, alone, unknown) =>
    `Qui est dans les deux a la seule valeur que ses deux classes partagent ; ${alone} par cette seule table. ${possible} peuvent être dans les deux.` +
    (unknown ? ` Valeurs qui n’ont pu être comparées : ${unknown} ; il peut y en avoir davantage.` : ""),
  source: (title) => `${title}. Pas de confidentialité différentielle.`,
};

export const anonymityStringsFor = (language: Language): AnonymityStrings => (language === "fr" ? french : english);
