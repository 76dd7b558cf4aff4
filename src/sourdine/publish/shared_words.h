// Words that every kind says alike: what a promise is, what follows from it, and what it never covers.
#pragma once

#include "sourdine/publish/words.h"

namespace sourdine::shared_words {

inline constexpr Words promise{
    "{had}, everything published here would have been as likely, up to a factor of {factor} (ε = "
    "{epsilon}){remainder}.",
    "{had}, tout ce qui est publié ici aurait été aussi probable, à un facteur {factor} près (ε = "
    "{epsilon}){remainder}."};
inline constexpr Words remainder{" and a remainder of at most {delta} (δ)",
                                 " et à un reste d'au plus {delta} (δ) près"};

inline constexpr Words best_guess{
    "Someone who already knew everything else, and held two possibilities for equally likely, guesses the right one in "
    "at most {share} % of the cases.",
    "Qui savait déjà tout le reste et tenait deux possibilités pour également probables devine la bonne dans au plus "
    "{share} % des cas."};
inline constexpr Words against_anyone{
    "This holds against anyone, whatever else they know, with any computing power, now and later, and however what is "
    "published is combined.",
    "Cela vaut contre quiconque, quoi qu'il sache par ailleurs, quelle que soit sa puissance de calcul, aujourd'hui et "
    "plus tard, et de quelque manière que l'on combine ce qui est publié."};

inline constexpr Words seeded{
    "The randomness comes from a seed, for tests: whoever knows the seed can undo it. Do not publish this.",
    "Le hasard vient d'une graine, pour des essais : qui la connaît peut le défaire. Ne publiez pas ceci."};
inline constexpr Words weak{
    "At ε = {epsilon} what is published may be {factor} times as likely in one case as in the other: nothing is "
    "protected.",
    "À ε = {epsilon}, ce qui est publié peut être {factor} fois plus probable dans un cas que dans l'autre : rien "
    "n'est "
    "protégé."};
inline constexpr Words large_remainder{
    "The remainder δ = {delta} is too large to rely on: it allows telling everything about some people.",
    "Le reste δ = {delta} est trop grand pour s'y fier : il permet de tout dire de certaines personnes."};

inline constexpr Words large_epsilon{
    "Much: at so large an ε it can often be guessed what should be protected. Common choices for sensitive data are "
    "0.1 "
    "to 2.",
    "Grand-chose : à un ε si grand, ce qui devrait être protégé se devine souvent. Pour des données sensibles on "
    "choisit "
    "d'ordinaire 0,1 à 2."};
inline constexpr Words seen_by_curator{
    "Anything, from whoever publishes this: they see the data, and are trusted with them.",
    "Quoi que ce soit, de qui publie ceci : il voit les données, et on lui fait confiance."};
inline constexpr Words several_units{
    "Several {units} of one person: m of them together are protected at m × {epsilon} only.",
    "Plusieurs {units} d'une même personne : m d'entre eux ne sont protégés ensemble qu'à m × {epsilon}."};
inline constexpr Words several_names{
    "Someone whom the column {column} calls by several names: each name is protected as a person of its own.",
    "Quelqu'un que la colonne {column} désigne par plusieurs noms : chaque nom est protégé comme une personne à part."};
inline constexpr Words other_publications{
    "Other publications about the same people, places or events: what each spends adds up; the ledger keeps the sum.",
    "D'autres publications sur les mêmes personnes, lieux ou événements : ce que chacune dépense s'ajoute ; le "
    "registre "
    "en garde la somme."};
inline constexpr Words kept_columns{
    "The columns that are published as they are: {columns}. What identifies somebody in one of them identifies the "
    "row.",
    "Les colonnes publiées telles quelles : {columns}. Ce qui identifie quelqu'un dans l'une d'elles identifie la "
    "ligne."};
inline constexpr Words key_of_memo{"Anything at all against whoever has the key of the memo: it undoes the randomness.",
                                   "Quoi que ce soit contre qui possède la clé de la mémoire : elle défait le hasard."};

inline constexpr Words model{"model", "modèle"};
inline constexpr Words local_model{"local differential privacy", "confidentialité différentielle locale"};
inline constexpr Words central_model{"central differential privacy", "confidentialité différentielle centrale"};
inline constexpr Words epsilon_asked{"ε asked", "ε demandé"};
inline constexpr Words epsilon_realised{"ε realised", "ε réalisé"};
inline constexpr Words computed{"{epsilon} (computed from the whole numbers in use, never above the asked one)",
                                "{epsilon} (calculé sur les nombres entiers employés, jamais au-dessus du demandé)"};
inline constexpr Words unit{"unit", "unité protégée"};
inline constexpr Words neighbours{"neighbours", "voisins"};
inline constexpr Words made{"made", "fait"};
inline constexpr Words made_by{"{date}, by {software}", "le {date}, par {software}"};

}  // namespace sourdine::shared_words
