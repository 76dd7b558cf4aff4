// The sentences that a guarantee carries are the server's, in English. Those it is known to say are said in French
// here; another one stays English, and is marked as such for whoever has it read aloud.
import type { CollectorGuarantee } from "./collector-types";

// Of protocols whose reports are made from permanent responses, drawn once and kept: ε is of all reports from one.
const oneAlone =
  /^one report alone spends only ([\d.e+-]+); epsilon bounds all reports made from one permanent response$/;
const firstOne =
  /^a report is the permanent response itself: the first one spends all of epsilon, later ones about the same value nothing more$/;
const allFromOne =
  /^all reports of a person from one permanent response spend this epsilon at most; every further value, and every fresh permanent response \(as randomize\(\) draws them\), spends it again$/;

export interface Memo {
  alone: number | undefined; // about what one report by itself spends, where the server says that it is less
}
/** Nothing where ε is of one report. */
export function memoOf({ caveats }: CollectorGuarantee): Memo | undefined {
  if (!caveats.some((caveat) => [oneAlone, firstOne, allFromOne].some((one) => one.test(caveat)))) return undefined;
  const alone = caveats.map((caveat) => oneAlone.exec(caveat)?.[1]).find((epsilon) => epsilon !== undefined);
  return { alone: alone === undefined ? undefined : Number(alone) };
}

const french: [RegExp, string][] = [
  [/^the value in one report$/, "la valeur d’un rapport"],
  [
    /^not protected: that a report was sent, when, and how many there are$/,
    "non protégé : qu’un rapport a été envoyé, quand, et combien il y en a",
  ],
  [
    /^not protected: that a report was sent, when, and how many there are; nor which reports are one person's, who shows the same hash function$/,
    "non protégé : qu’un rapport a été envoyé, quand, et combien il y en a ; ni quels rapports sont d’une même personne, qui montre la même fonction de hachage",
  ],
  [
    /^not protected: that a report was sent, when, and how many there are; nor which reports are one person's, who shows the same sampled buckets$/,
    "non protégé : qu’un rapport a été envoyé, quand, et combien il y en a ; ni quels rapports sont d’une même personne, qui montre les mêmes cases tirées",
  ],
  [
    /^m reports about the same person or value together spend m times this epsilon$/,
    "m rapports sur une même personne ou valeur dépensent ensemble m fois cet epsilon",
  ],
  [
    /^one attribute.*, has epsilon ([\d.e+-]+)$/,
    "une seule réponse, les autres étant ce qu’elles sont, a epsilon $1",
  ],
  [
    oneAlone,
    "un rapport seul ne dépense que $1 ; epsilon borne tous les rapports faits d’une même réponse permanente",
  ],
  [
    firstOne,
    "un rapport est la réponse permanente même : le premier dépense tout epsilon, les suivants sur la même valeur rien de plus",
  ],
  [
    /^m different .+ of one person spend m times as much, (\d+) times at most; that is against other histories in which the same reports have equal .+: which ones have is not protected$/,
    "m symboles différents d’une personne dépensent m fois autant, $1 fois au plus ; cela vaut contre d’autres histoires où les mêmes rapports ont des symboles égaux : lesquels en ont n’est pas protégé",
  ],
  [
    /^not protected: the cohort, that a report was sent, when, and how many there are$/,
    "non protégé : la cohorte, qu’un rapport a été envoyé, quand, et combien il y en a",
  ],
  [
    /^spends less than asked: only thresholded bits leave the client, and they alone satisfy the smaller epsilon$/,
    "dépense moins que demandé : seuls des bits seuillés sortent de l’appareil, et eux seuls respectent l’epsilon plus petit",
  ],
  [
    /^spends less than asked: Bloom filters of the domain's values share bits in every cohort; for values outside the domain the asked epsilon is the bound$/,
    "dépense moins que demandé : les filtres de Bloom des valeurs du domaine partagent des bits dans chaque cohorte ; pour des valeurs hors du domaine, l’epsilon demandé est la borne",
  ],
  [
    /^spends nothing: the hash functions send all values of the domain to the same buckets, so reports say nothing; choose another hash_seed or a larger width$/,
    "ne dépense rien : les fonctions de hachage envoient toutes les valeurs du domaine dans les mêmes cases, les rapports ne disent donc rien ; choisissez un autre hash_seed ou une plus grande largeur",
  ],
  [
    /^epsilon (\S+) was asked as published, for one attribute, which has (\S+): the published theorem does not hold for domains of different sizes, nor for random fake bits, nor for priors$/,
    "epsilon $1 a été demandé comme publié, pour une seule réponse, qui a $2 : le théorème publié ne vaut ni pour des domaines de tailles différentes, ni pour des bits factices aléatoires, ni pour des lois a priori",
  ],
  [
    /^m different values of one person spend m times as much; that is against other histories in which the same reports have equal values: which ones have is not protected$/,
    "m valeurs différentes d’une personne dépensent m fois autant ; cela vaut contre d’autres histoires où les mêmes rapports ont des valeurs égales : lesquels en ont n’est pas protégé",
  ],
  [
    /^m reports with fresh permanent responses \(as 'randomize' makes them\) about one person spend m times as much$/,
    "m rapports de réponses permanentes nouvelles (comme les fait « randomize ») sur une personne dépensent m fois autant",
  ],
  [
    allFromOne,
    "tous les rapports d’une personne faits d’une même réponse permanente dépensent cet epsilon au plus ; chaque autre valeur, et chaque nouvelle réponse permanente, le dépense encore",
  ],
  [
    /^which attribute a report is about is public, and does not depend on the person$/,
    "sur quelle question porte un rapport est public, et ne dépend pas de la personne",
  ],
  [
    /^which attribute is true is not in a report, but can be guessed better than by chance$/,
    "quelle réponse est la vraie n’est pas dans le rapport, mais se devine mieux qu’au hasard",
  ],
  [
    /^spends less than asked: only one bit is sent, and two could differ$/,
    "dépense moins que demandé : un seul bit est envoyé, et deux pourraient différer",
  ],
  [
    /^the randomness is seeded: whoever knows the seed can undo it$/,
    "le hasard vient d’une graine : qui la connaît peut le défaire",
  ],
  [/^epsilon ([\d.e+-]+) is so large that nothing is protected$/, "epsilon $1 est si grand que rien n’est protégé"],
  [
    /^delta ([\d.e+-]+) is so large that nobody can rely on epsilon$/,
    "delta $1 est si grand que personne ne peut se fier à epsilon",
  ],
];

/** Titles and findings of the checks. */
const checks: [RegExp, string][] = [
  [
    /^the number of ones in a report: one bit is about the value, all others are noise$/,
    "le nombre de uns d’un rapport : un bit porte sur la valeur, tous les autres sont du bruit",
  ],
  [
    /^the sum of the estimates, which is near the number of reports$/,
    "la somme des estimations, qui est proche du nombre de rapports",
  ],
  [
    /^every count, which lies between that of a value nobody holds and one that all hold$/,
    "chaque compte, qui est entre celui d’une valeur que personne n’a et celui d’une que tous ont",
  ],
  [
    /^the first bits of the hash functions' seeds, which are drawn evenly$/,
    "les premiers bits des graines de hachage, qui sont tirés également",
  ],
  [
    /^the answers, which are spread over the buckets whatever the values$/,
    "les réponses, qui se répartissent dans les cases quelles que soient les valeurs",
  ],
  [
    /^the ones of all reports, which are between those of the emptiest and of the fullest filters$/,
    "les uns de tous les rapports, qui sont entre ceux des filtres les plus vides et des plus pleins",
  ],
  [/^the cohorts, which are drawn evenly$/, "les cohortes, qui sont tirées également"],
  [
    /^how often every bucket was sampled, and the ones among its samples$/,
    "combien de fois chaque case a été tirée, et les uns parmi ses tirages",
  ],
  [/^the rows of the sketch, which are drawn evenly$/, "les lignes de l’esquisse, qui sont tirées également"],
  [/^the rows of the transform, which are drawn evenly$/, "les lignes de la transformée, qui sont tirées également"],
  [
    /^the columns of the transform, which are drawn evenly$/,
    "les colonnes de la transformée, qui sont tirées également",
  ],
  [
    /^the levels that reports are about, which are drawn by public weights$/,
    "les niveaux sur lesquels portent les rapports, tirés selon des poids publics",
  ],
  [
    /^the attributes that reports are about, which are drawn evenly$/,
    "les questions sur lesquelles portent les rapports, tirées également",
  ],
  [/^no reports yet$/, "aucun rapport pour l’instant"],
  [
    /^the estimates add up to (-?[\d.]+), (\d+) reports, standard error ([\d.]+)$/,
    "les estimations font $1 en tout, pour $2 rapports, erreur type $3",
  ],
  [/^the estimates add up to (-?[\d.]+), (\d+) reports$/, "les estimations font $1 en tout, pour $2 rapports"],
  [
    /^mean of ([\d.]+) ones per report, ([\d.]+) to ([\d.]+) expected$/,
    "$1 uns par rapport en moyenne, $2 à $3 attendus",
  ],
];

/** What a finding is about. */
const things: [RegExp, string][] = [
  [/^no ones$/, "aucun un"],
  [/^1 one$/, "1 un"],
  [/^(\d+) ones$/, "$1 uns"],
  [/^(\d+) to (\d+) ones$/, "$1 à $2 uns"],
  [/^at most (\d+) ones$/, "$1 uns au plus"],
  [/^at least (\d+) ones$/, "$1 uns au moins"],
  [/^level (\d+)$/, "le niveau $1"],
  [/^attribute '(.*)'$/, "la question « $1 »"],
  [/^value '(.*)'$/, "la valeur « $1 »"],
  [/^value (\d+)$/, "la valeur $1"],
  [/^output (\d+)$/, "la sortie $1"],
  [/^seeds beginning (\d+) and (\d+)$/, "les graines commençant par $1 et $2"],
  [/^cohort (\d+)$/, "la cohorte $1"],
  [/^cohort (\d+) to (\d+)$/, "les cohortes $1 à $2"],
  [/^row (\d+)$/, "la ligne $1"],
  [/^row (\d+) to (\d+)$/, "les lignes $1 à $2"],
  [/^column (\d+)$/, "la colonne $1"],
  [/^column (\d+) to (\d+)$/, "les colonnes $1 à $2"],
  [/^bucket (\d+)$/, "la case $1"],
  [/^bucket (\d+) to (\d+)$/, "les cases $1 à $2"],
];
const findings: [RegExp, string][] = [
  [/^ with (\d+) of (\d+) reports, ([\d.]+) expected$/, " avec $1 rapports sur $2, attendu : $3"],
  [/^ with (\d+) of (\d+) reports, ([\d.]+) to ([\d.]+) expected$/, " avec $1 rapports sur $2, attendu : $3 à $4"],
  [/^ sampled (\d+) times, ([\d.]+) expected, (\d+) of them ones$/, " avec $1 tirages, attendu : $2, dont $3 uns"],
];

const saidBy = (table: [RegExp, string][], english: string): string | undefined => {
  const row = table.find(([pattern]) => pattern.test(english));
  return row && english.replace(row[0], row[1]);
};
const withCommas = (text: string) => text.replace(/(\d)\.(\d)/g, "$1,$2");

/** "farthest: value 'north' with 3 of 50 reports …": the name is the collection's, and stays as it is. */
function finding(english: string): string | undefined {
  const [, what = "", numbers = ""] = /^farthest: (.+)( (?:with|sampled) \d.*)$/.exec(english) ?? [];
  const thing = saidBy(things, what),
    found = saidBy(findings, numbers);
  return thing && found && `le plus loin : ${thing}${withCommas(found)}`;
}

function translated(english: string): string | undefined {
  const said = saidBy([...french, ...checks], english);
  return said === undefined ? finding(english) : withCommas(said);
}

/** What the server said in English, in French where it is known; with what it is about in front: "level 3: …". */
export function inFrench(english: string): string | undefined {
  const whole = translated(english);
  if (whole !== undefined) return whole;
  // A question's name may hold colons too.
  for (let at = english.indexOf(": "); at >= 0; at = english.indexOf(": ", at + 1)) {
    const rest = translated(english.slice(at + 2));
    if (rest !== undefined) return `${english.slice(0, at).replace(/^level (\d+)$/, "niveau $1")} : ${rest}`;
  }
  return undefined;
}
