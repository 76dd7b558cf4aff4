// The sentences that a guarantee carries are the server's, in English. Those it is known to say are said in French here;
// another one stays English, and is marked as such for whoever has it read aloud.

const french: [RegExp, string][] = [
  [/^the value in one report$/, "la valeur d’un rapport"],
  [
    /^not protected: that a report was sent, when, and how many there are$/,
    "non protégé : qu’un rapport a été envoyé, quand, et combien il y en a",
  ],
  [
    /^not protected: that a report was sent, when, and how many there are; nor which reports are one person's, who shows the same (.*)$/,
    "non protégé : qu’un rapport a été envoyé, quand, et combien il y en a ; ni quels rapports sont d’une même personne, qui montre le même « $1 »",
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
    /^one report alone spends only ([\d.e+-]+); epsilon bounds all reports made from one permanent response$/,
    "un rapport seul ne dépense que $1 ; epsilon borne tous les rapports faits d’une même réponse permanente",
  ],
  [
    /^a report is the permanent response itself: the first one spends all of epsilon, later ones about the same value nothing more$/,
    "un rapport est la réponse permanente même : le premier dépense tout epsilon, les suivants sur la même valeur rien de plus",
  ],
  [
    /^m different (\S+) of one person spend m times as much, (\d+) times at most; that is against other histories in which the same reports have equal \S+ which ones have is not protected$/,
    "m symboles différents d’une personne dépensent m fois autant, $2 fois au plus ; cela vaut contre d’autres histoires où les mêmes rapports ont des symboles égaux : lesquels le sont n’est pas protégé",
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
    /^all reports of a person from one permanent response spend this epsilon at most; every further value, and every fresh permanent response \(as randomize\(\) draws them\), spends it again$/,
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

/** What the server said in English, in French where it is known. */
export function inFrench(english: string): string | undefined {
  for (const [pattern, sentence] of french) {
    if (pattern.test(english)) return english.replace(pattern, sentence).replace(/(\d)\.(\d)/g, "$1,$2");
  }
  return undefined;
}
