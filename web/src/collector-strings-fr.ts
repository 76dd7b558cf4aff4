import type { CollectorStrings } from "./collector-strings-en";
import type { Unit } from "./types";

// Zero is singular in French.
const plural = (count: number, one: string, many: string) => (Math.abs(count) < 2 ? one : many);
const per: Record<Unit, string> = { year: "année", month: "mois", week: "semaine", day: "jour", hour: "heure" };

const asLikely = (factor: string | null, epsilon: string, delta: string) =>
  factor === null
    ? `aurait pu être à ce point plus vraisemblable que presque rien n’est protégé (ε = ${epsilon}${delta})`
    : `aurait été aussi vraisemblable, à un facteur ${factor} près (ε = ${epsilon}${delta})`;

export const french: CollectorStrings = {
  product: "Collecteur de rapports confidentiels",
  skip: "Aller au contenu",
  footer: "Sourdine. Cette page n’interroge que le serveur d’où elle vient.",

  loginTitle: "Connexion",
  loginLead:
    "Collez un jeton de lecture (il commence par sdr_) ; qui gère le collecteur vous en donne un. Il reste dans cet onglet et est oublié à sa fermeture.",
  tokenLabel: "Jeton de lecture",
  showToken: "Afficher le jeton",
  login: "Se connecter",
  loggingIn: "Vérification …",
  logout: "Se déconnecter",
  loggedOut: "Vous êtes déconnecté.",
  noToken: "Collez d’abord un jeton.",
  refused: {
    "token-unknown":
      "Le serveur ne connaît pas ce jeton. Vérifiez qu’il a été copié en entier, ou demandez-en un autre.",
    "token-missing": "Le serveur n’a pas reçu de jeton. Collez-le de nouveau.",
    "token-expired": "Ce jeton a expiré. Demandez-en un autre à qui gère le collecteur.",
    "token-revoked": "Ce jeton a été révoqué. Demandez-en un autre à qui gère le collecteur.",
    "token-scope":
      "Ce jeton ne permet pas de lire les résultats : il sert à envoyer des rapports. Un jeton de lecture commence par sdr_.",
  },
  refusedOtherwise: "Le serveur a refusé ce jeton.",
  unreachable: "Le serveur ne répond pas. Vérifiez qu’il tourne et que vous êtes connecté, puis réessayez.",
  serverProblem: (detail) => `Le serveur a répondu par une erreur : ${detail}`,

  states: {
    connecting: "Connexion …",
    live: "En direct",
    lost: "Connexion perdue",
  },
  asOf: (time) => `état à ${time}`,
  shownFrom: (time, age) => `Ce qui est affiché date de ${time}, ${age}.`,
  nothingYet: "Rien n’a encore été reçu.",
  nextTry: (seconds) => `Prochain essai dans ${seconds} s.`,
  trying: "Nouvel essai …",
  tryNow: "Réessayer",
  secondsAgo: (n) => (n < 5 ? "à l’instant" : `il y a ${n} secondes`),
  minutesAgo: (n) => `il y a ${n} ${plural(n, "minute", "minutes")}`,
  hoursAgo: (n) => `il y a ${n} ${plural(n, "heure", "heures")}`,
  daysAgo: (n) => `il y a ${n} ${plural(n, "jour", "jours")}`,

  listTitle: "Collectes",
  listLead: "Ce qui se collecte sur ce serveur, pour autant que votre jeton permette de le voir.",
  noCollections: "Ce jeton ne permet de voir aucune collecte. Elles sont créées par qui gère le collecteur.",
  back: "Toutes les collectes",
  open: "Ouverte",
  closed: "Close",
  reports: (n, count) => `${count} ${plural(n, "rapport", "rapports")}`,
  lastReport: (age) => `dernier rapport ${age}`,
  noReport: "aucun rapport pour l’instant",
  notPrivateShort: "Non confidentiel",
  oddShort: "Rapports étranges",
  fewWords: (epsilon, protects, hasMemo) => {
    const same = protects === "tuple" ? "les mêmes réponses" : "une valeur";
    if (hasMemo) return `ε = ${epsilon} pour tous les rapports d’une personne sur ${same}`;
    const what: Record<string, string> = {
      "report value": "par rapport",
      tuple: "pour un rapport entier",
      person: "par personne",
      event: "par événement",
      place: "par lieu",
      attribute: "par réponse",
      "time step": "par pas de temps",
    };
    return `ε = ${epsilon} ${what[protects] ?? ""}`.trim();
  },
  noSuchCollection: "Cette collecte n’existe pas, ou votre jeton ne permet pas de la voir.",
  closedOn: (date) => `Close le ${date} : plus aucun rapport n’est accepté.`,
  openSince: (date) => `Ouverte depuis le ${date}.`,

  guarantee: "La garantie",
  promise: (protects, factor, epsilon, delta) => {
    const changed: Record<string, string> = {
      "report value": "Si un rapport quelconque avait porté sur une autre valeur",
      tuple: "Si toutes les réponses derrière un rapport quelconque avaient été différentes",
      person: "Si tout ce qui concerne une personne quelconque avait été différent",
      event: "Si un événement quelconque avait été différent",
      attribute: "Si une réponse quelconque avait été différente",
      place: "Si un lieu quelconque avait été un autre",
      "time step": "Si tout ce qui est d’un pas de temps avait été différent",
    };
    const subject = protects === "person" ? "ce que ce serveur a reçu" : "ce que ce serveur en a reçu";
    const bound = asLikely(factor, epsilon, delta);
    return `${changed[protects] ?? "Si l’un d’eux avait été différent"}, ${subject} ${bound} ; qu’un rapport a été envoyé, quand, et combien il y en a n’est pas protégé.`;
  },
  memoPromise: (protects, factor, epsilon, delta) => {
    const [same, other, equal] =
      protects === "tuple"
        ? ["les mêmes réponses", "d’autres réponses", "des réponses égales"]
        : ["une même valeur", "une autre valeur", "des valeurs égales"];
    return `Si tous les rapports qu’une personne quelconque a faits sur ${same}, d’une même réponse permanente, avaient porté sur ${other}, ce que ce serveur en a reçu ${asLikely(factor, epsilon, delta)} ; que des rapports ont été envoyés, quand, combien il y en a et lesquels portent sur ${equal} n’est pas protégé.`;
  },
  memoMeaning: (alone, epsilon) =>
    `Une réponse permanente est tirée une fois sur l’appareil de la personne et gardée ; tous les rapports sur la même chose en sont faits, et ${alone === null ? "" : `un seul d’entre eux dépense environ ε = ${alone}, `}tous ensemble dépensent au plus ε = ${epsilon}. Toute autre chose que cette personne rapporte, et toute réponse permanente tirée de nouveau, dépense encore autant.`,
  meaningLocal:
    "Le bruit est ajouté sur l’appareil de chacun, avant que quoi que ce soit n’en sorte. Ni ce serveur ni qui lit cette page ne voit ce que quelqu’un a répondu ; seuls des totaux peuvent être estimés, avec une marge.",
  meaningCentral: "Le bruit est ajouté par qui détient les données, avant que quoi que ce soit ne soit montré.",
  oneLevel: (protects, epsilon) => {
    const of: Record<string, string> = {
      attribute: "une seule réponse",
      "report value": "une seule valeur",
      tuple: "un seul rapport",
      person: "une seule personne",
      event: "un seul événement",
      place: "un seul lieu",
      "time step": "un seul pas de temps",
    };
    return `Pour ${of[protects] ?? "une seule unité"} : ε = ${epsilon}.`;
  },
  notPrivateTitle: "Non confidentiel",
  notPrivate: "Non confidentiel : ne comptez ici sur aucune protection.",
  seeded:
    "Des rapports faits avec un hasard à graine sont ou peuvent être parmi ceux qui sont comptés : qui connaît la graine peut défaire le bruit et lire la réponse. C’est pour des essais et des répétitions seulement.",
  weak: (epsilon) => `ε = ${epsilon} est si grand que rien n’est protégé.`,
  caveatsTitle: "Ce qui n’est pas protégé, et ce qu’il faut savoir",
  detailsTitle: "Comment les rapports sont pris",
  factKind: "Comment on répond",
  kinds: {
    oracle: "une valeur par rapport",
    range: "une place sur une échelle ordonnée par rapport",
    tuple: "plusieurs réponses par rapport",
  },
  factId: "Nom pour les programmes",
  factPeriod: "Compté par",
  periodOf: (unit) => `${per[unit]} (UTC)`,
  noPeriod: "tous les rapports ensemble",
  factMinimum: "Montré à partir de",
  minimum: (n, count) => `${count} ${plural(n, "rapport", "rapports")}`,
  factKeeps: "Les rapports eux-mêmes",
  keepsNothing: "ne sont pas gardés, seules leurs sommes le sont",
  keeps: (n, days) => (n === null ? "sont gardés" : `sont gardés ${days} ${plural(n, "jour", "jours")}`),
  factJitter: "Envoyés avec un délai",
  jitter: (seconds) => `de ${seconds} s au plus, au hasard, pour que l’heure d’envoi en dise moins`,
  factAsked: "ε demandé",
  asked: (asked, spent, hasMemo) =>
    `${asked} ; ${hasMemo ? "tous les rapports d’une même réponse permanente dépensent" : "un rapport dépense"} ${spent}`,
  factDataset: "Données dans le registre",
  factFingerprint: "Empreinte",

  budgetTitle: "Budget",
  budgetLeft: (left, limit, spent, dataset) =>
    `Il reste ε = ${left} sur ${limit} pour les données « ${dataset} » : une nouvelle collecte y puise. ε = ${spent} est dépensé, cette collecte comprise.`,
  budgetNoLimit: (spent, dataset) =>
    `ε = ${spent} est dépensé pour les données « ${dataset} », cette collecte comprise. Aucune limite n’est fixée.`,
  budgetNone: "Ce qui reste n’est pas connu : il n’y a pas de registre, ou il ne peut être lu.",
  budgetBar: (percent) => `${percent} du budget est dépensé`,

  activityTitle: "Rapports par minute",
  lastHour: (count) => `${count} dans la dernière heure`,
  lastMinute: (count) => `${count} dans la dernière minute entière`,
  total: (count) => `${count} en tout`,
  activityAxis: "rapports par minute",
  activityAlternative: (hour, most) =>
    `Rapports de chaque minute de la dernière heure : ${hour} en tout, ${most} au plus en une minute. Le tableau ci-dessous a chaque minute.`,
  noActivity: "Aucun rapport dans la dernière heure.",
  minuteNotOver: "La minute pâle n’est pas finie.",
  minute: "Minute",
  batches: "Lots",

  estimatesTitle: "Estimations",
  estimatesLead: (confidence) =>
    `Combien de rapports ont porté sur quoi, estimé à travers le bruit. De tels intervalles, ${confidence} contiennent le vrai nombre.`,
  period: "Période",
  together: "Toutes les périodes ensemble",
  togetherOf: (count) => `Tout ensemble (${count})`,
  periodOption: (name, count) => `${name} (${count})`,
  attribute: "Question",
  measure: "Montré en",
  count: "Nombre",
  share: "Part",
  order: "Ordre",
  asGiven: "De la liste",
  largestFirst: "Décroissant",
  confidence: "Intervalle à",
  value: "Valeur",
  estimate: "Estimation",
  interval: (confidence) => `Intervalle à ${confidence}`,
  note: "Remarque",
  mostlyNoise: "surtout du bruit",
  noiseGave: (given) => `le bruit a donné ${given}`,
  beyond: (n, count) =>
    `Pour ${count} ${plural(n, "valeur", "valeurs")}, le bruit a donné un nombre impossible, sous zéro ou au-dessus de tous les rapports. Le plus proche possible est montré, si bien que les nombres montrés ne font pas toujours le total ; le tableau et les fichiers disent ce que le bruit a donné.`,
  mostlyNoiseKey: "surtout du bruit : l’erreur dépasse l’estimation",
  estimateKey: "estimation",
  intervalKey: (confidence) => `intervalle à ${confidence}`,
  fromTo: (lower, upper) => `${lower} à ${upper}`,
  countAxis: "nombre estimé",
  shareAxis: "part des rapports",
  numbersOf: (count) => `Les mêmes nombres en tableau (${count})`,
  tooFew: (n, least, reports, count) =>
    reports === 0
      ? `Aucun rapport n’est encore arrivé. Les estimations sont montrées à partir de ${least} ${plural(n, "rapport", "rapports")}.`
      : `Moins de ${least} rapports : rien n’est encore montré. ${count} ${plural(reports, "est arrivé", "sont arrivés")}.`,
  tooFewWhy: "Une estimation de si peu de rapports ne serait que du bruit.",
  basis: (reports, count) => `D’après ${count} ${plural(reports, "rapport", "rapports")}`,
  basisOf: (n, about, all) =>
    `D’après ${about} ${plural(n, "rapport", "rapports")} sur ${all}, ${plural(n, "qui porte", "qui portent")} dessus`,
  barsAlternative: (title, label, value) =>
    `${title} : estimations avec intervalles. La plus grande : ${label}, ${value}. Le tableau ci-dessous a chaque valeur.`,
  leavesAlternative: (title, label, value) =>
    `${title} : estimations le long de l’échelle, avec intervalles. La plus haute : ${label}, ${value}. Le tableau ci-dessous a chaque valeur.`,
  largest: (shown, all) => `Les ${shown} plus grandes sur ${all}.`,
  clearest: (shown, all) => `${shown} sur ${all}.`,
  showAll: (count) => `Montrer les ${count}`,
  showFewer: (count) => `Montrer les ${count} plus grandes`,
  nobody: "Aucun rapport n’a porté là-dessus.",
  loading: "Chargement …",
  estimatesAt: (time) => `calculé à ${time}`,
  notRenewed: "ne se renouvelle pas en ce moment",
  noEstimates: "Les estimations ne peuvent être obtenues en ce moment ; cette page continue de demander.",

  mapTitle: (period) => `Sur la carte : ${period.charAt(0).toLowerCase()}${period.slice(1)}`,
  events: "rapports",
  legendCount: (unit) => `rapports estimés${unit === null ? "" : ` par ${per[unit]}`}`,
  notOnMap: (names) => `Hors de la carte : ${names}.`,
  schematic: "Carte schématique : chaque surface est ce qui est le plus proche de la ville principale de la région, le point.",
  chooseRegion: "Choisissez une région sur la carte pour ses nombres.",
  mainTown: (town) => `ville principale : ${town}`,

  timeTitle: "Au fil du temps",
  timeLead: (confidence) =>
    `Chaque ligne est une valeur, la bande autour d’elle l’intervalle à ${confidence}. Un vide est une période de trop peu de rapports.`,
  valuesLegend: (most) => `Valeurs (${most} au plus)`,
  noValues: "Choisissez une valeur ci-dessus.",
  timeAlternative: (names) =>
    `Estimations au fil du temps avec intervalles : ${names}. Le tableau ci-dessous a chaque valeur.`,
  beyondInTime: "Là où le bruit a donné un nombre impossible, le plus proche possible est tracé.",
  notOver: "La dernière période n’est pas finie.",

  screeningTitle: "Les rapports ont‑ils l’air normaux ?",
  screeningLead:
    "Des rapports honnêtes suivent des lois connues, quoi que les gens répondent. Chaque contrôle compare ce qui est arrivé à sa loi. Un avertissement n’écarte rien, et qui connaît la loi peut passer.",
  allFine: (n) =>
    n === 1
      ? "Ces rapports ont l’air honnêtes : le contrôle ne trouve rien d’étrange."
      : `Ces rapports ont l’air honnêtes : aucun des ${n} contrôles ne trouve rien d’étrange.`,
  someOdd: (odd, n) =>
    `Une partie de ces rapports n’ont pas l’air honnêtes (${n === 1 ? "le contrôle est étrange" : `${odd} des ${n} contrôles ${plural(odd, "est étrange", "sont étranges")}`}) : regardez avant de vous fier à ces nombres.`,
  tooFewToTell: (n, least) =>
    `Trop peu de rapports pour le dire : à partir de ${least} ${plural(n, "rapport", "rapports")}, les contrôles disent s’ils ont l’air honnêtes.`,
  noChecks: "Il n’y a rien à contrôler, ou pas encore.",
  fine: "Rien d’étrange",
  odd: "Étrange :",
  otherChecks: (n) =>
    n === 1 ? "Un autre contrôle ne trouve rien d’étrange" : `${n} autres contrôles ne trouvent rien d’étrange`,
  seeChecks: "Voir les contrôles",
  p: (written) => `p = ${written}`,
  pBelow: (written) => `p < ${written}`,
  pMeaning: "p est la probabilité que des rapports honnêtes aient l’air au moins aussi étranges.",
  expectedKey: "attendu",
  observedKey: "observé",
  checkAlternative: (title) => `${title} L’attendu à côté de l’observé, en barres.`,

  downloadsTitle: "Emporter",
  downloadsLead: "Les nombres de cette page en fichiers, et les adresses pour les programmes.",
  estimatesCsv: "Toutes les estimations (CSV)",
  tallyFile: "Décompte (.stly)",
  tallyMeaning: (command) => `Le décompte est la somme de tous les rapports : « ${command} » le lit.`,
  csv: "Nombres (CSV)",
  png: "Image (PNG)",
  downloadOf: (kind, title) => `${kind} : ${title}`,
  downloadFailed: "Le fichier n’a pas pu être obtenu. Réessayez.",
  forPrograms: "Pour les programmes",
  programLead: "Mettez votre jeton de lecture dans la variable TOKEN ; ne l’écrivez pas dans l’adresse.",
  copy: "Copier",
  copied: "Copié",
  links: {
    estimates: "estimations avec intervalles",
    tally: "le décompte",
    periods: "les périodes et leurs nombres de rapports",
    screening: "les contrôles",
    activity: "rapports par minute",
    events: "changements, en direct",
  },
  source: (title, epsilon, time) =>
    epsilon === null
      ? `${title}, ${time} – NON CONFIDENTIEL`
      : `${title}, ${time} – ε = ${epsilon}, confidentialité différentielle`,
  notPrivateFile: (name) => `NON CONFIDENTIEL ${name}`,
};
