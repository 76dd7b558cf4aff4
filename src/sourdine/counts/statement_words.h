// The words of the statement of a release, in both languages: what releases have in common, and local ones. Internal to
// release/.
#pragma once

#include "sourdine/publish/words.h"

namespace sourdine::counts_words {

inline constexpr Words promise{
    "Had any one event taken place in another region, everything published here would have been as likely, up to a "
    "factor of {factor} (ε = {epsilon}).",
    "Si un événement, n'importe lequel, avait eu lieu dans une autre région, tout ce qui est publié ici aurait été "
    "aussi probable, à un facteur {factor} près (ε = {epsilon})."};
inline constexpr Words protects_region{"The region of each single event, given that the event happened at its time.",
                                       "La région de chaque événement, sachant qu'il a eu lieu à son heure."};
inline constexpr Words protects_belief{
    "Someone who already knew the regions of all other events, and held two regions for equally likely for this one, "
    "can reach at most {belief} % certainty about one of them.",
    "Qui connaissait déjà les régions de tous les autres événements et tenait deux régions pour également probables "
    "pour celui-ci peut atteindre au plus {belief} % de certitude sur l'une d'elles."};
inline constexpr Words protects_against_anyone{
    "This holds against anyone, with any computing power, now and later, and however the published numbers are "
    "combined.",
    "Cela vaut contre quiconque, quelle que soit sa puissance de calcul, aujourd'hui et plus tard, et de quelque "
    "manière que l'on combine les nombres publiés."};
inline constexpr Words protects_ratio{
    "One year's counts per region were used behind discrete Laplace noise; that cost ε = {epsilon} and is included "
    "above.",
    "Les comptes d'une année par région ont servi derrière un bruit de Laplace discret ; cela a coûté ε = {epsilon}, "
    "compris ci-dessus."};
inline constexpr Words exposes_time{
    "That an event happened, and its time: times and totals per period are published exactly.",
    "Le fait qu'un événement a eu lieu, et son heure : les heures et les totaux par période sont publiés exactement."};
inline constexpr Words exposes_several_events{
    "Several events of one person or one incident: m events together are protected at m × {epsilon} only.",
    "Plusieurs événements d'une même personne ou d'un même sinistre : m événements ensemble ne sont protégés qu'à m × "
    "{epsilon}."};
inline constexpr Words exposes_crowds{
    "What many events show together: that a region has many of them, or had a burst, is what is published. Whoever "
    "learns it here will guess that region for an event they know nothing else about, and be right more often; they "
    "would be so without that event's report, too.",
    "Ce que beaucoup d'événements montrent ensemble : qu'une région en a beaucoup, ou une pointe, est ce qui est "
    "publié. Qui l'apprend ici devinera cette région pour un événement dont il ne sait rien d'autre, et aura plus "
    "souvent raison ; il en serait de même sans le rapport de cet événement."};
inline constexpr Words exposes_other_releases{
    "Other releases about the same events: what each spends adds up; the ledger beside the configuration keeps the "
    "sum.",
    "D'autres publications sur les mêmes événements : ce que chacune dépense s'ajoute ; le registre à côté de la "
    "configuration en garde la somme."};
inline constexpr Words exposes_domain{
    "The list of regions, the period covered and the number of events, which are public; and that an event's place is "
    "one of the regions' places.",
    "La liste des régions, la période couverte et le nombre d'événements, qui sont publics ; et que le lieu d'un "
    "événement est parmi ceux des régions."};
inline constexpr Words exposes_dropped_places{
    "Whether the place of an event is among the regions: events of other places are left out, so they are not in the "
    "totals.",
    "Si le lieu d'un événement est parmi les régions : les événements d'autres lieux sont écartés, ils ne sont pas "
    "dans les totaux."};
inline constexpr Words exposes_by_large_epsilon{
    "Much: at so large an ε the region of an event can often be guessed. It suits studies and events that harm nobody; "
    "common choices for sensitive ones are 0.1 to 2.",
    "Grand-chose : à un ε si grand, la région d'un événement se devine souvent. Cela convient à des études et à des "
    "événements sans danger ; pour des événements sensibles on choisit d'ordinaire 0,1 à 2."};
inline constexpr Words exposes_kept_columns{
    "The columns {columns} of the synthetic rows: the configuration calls them public, and they are copied as they "
    "are.",
    "Les colonnes {columns} des lignes synthétiques : la configuration les dit publiques, elles sont recopiées telles "
    "quelles."};
inline constexpr Words no_protection{
    "At ε = {epsilon} what is published may be {factor} times as likely with one region as with another: no event is "
    "protected.",
    "À ε = {epsilon}, ce qui est publié peut être {factor} fois plus probable avec une région qu'avec une autre : "
    "aucun événement n'est protégé."};
inline constexpr Words exact_ratio{
    "The filter \"ratio\" publishes exact means of the true counts of one year; they have no protection at all.",
    "Le filtre « ratio » publie des moyennes exactes des vrais comptes d'une année, sans aucune protection."};
inline constexpr Words places_from_events{
    "The list of regions was read from the events: one event can add a region to it, or take one away, with certainty. "
    "Compare it with a public list.",
    "La liste des régions a été lue dans les événements : un seul événement peut à coup sûr y ajouter une région, ou "
    "en retirer une. Comparez-la à une liste publique."};
inline constexpr Words promise_of_person{
    "Had all events of any one person taken place in other regions, everything published here would have been as "
    "likely, up to a factor of {factor} (ε = {epsilon}).",
    "Si tous les événements d'une même personne avaient eu lieu dans d'autres régions, tout ce qui est publié ici "
    "aurait été aussi probable, à un facteur {factor} près (ε = {epsilon})."};
inline constexpr Words protects_person_regions{
    "The regions of all events of one person together, given when they happened: of each person {max_events} at most "
    "are in the release, each randomised by itself.",
    "Les régions de tous les événements d'une personne ensemble, sachant quand ils ont eu lieu : de chaque personne, "
    "{max_events} au plus figurent ici, chacun brouillé séparément."};
inline constexpr Words protects_person_belief{
    "Someone who already knew the regions of all other people's events, and held two possibilities for equally likely "
    "for this person's, can reach at most {belief} % certainty about one of them.",
    "Qui connaissait déjà les régions des événements de toutes les autres personnes et tenait deux possibilités pour "
    "également probables pour celle-ci peut atteindre au plus {belief} % de certitude sur l'une d'elles."};
inline constexpr Words exposes_bounded_person{
    "People with more than {max_events} events: only {max_events} of theirs, chosen at random, are counted, so the "
    "totals are lower than what happened.",
    "Les personnes ayant plus de {max_events} événements : seuls {max_events} des leurs, tirés au hasard, sont comptés "
    "; les totaux sont donc inférieurs à ce qui a eu lieu."};
inline constexpr Words exposes_several_names{
    "Someone whom the column {column} calls by several names: each name is protected as a person of its own.",
    "Quelqu'un que la colonne {column} désigne par plusieurs noms : chaque nom est protégé comme une personne à part."};
inline constexpr Words unit_of_person{
    "the regions of all events of one person, given that they happened at their times",
    "les régions de tous les événements d'une personne, sachant qu'ils ont eu lieu à leurs heures"};
inline constexpr Words neighbours_of_person{
    "replace the regions of all events of one person by any others",
    "remplacer les régions de tous les événements d'une personne par toutes autres"};
inline constexpr Words label_parts{"thousandths of the budget", "millièmes du budget"};
inline constexpr Words reported_coverage{
    " The reports of the collection '{collection}' were randomised on the devices that sent them: nobody else ever had "
    "an event's region. This release spends nothing more, since computing on reports costs no privacy; what they cost "
    "was entered into the ledger when the collection was created.",
    " Les rapports de la collecte « {collection} » ont été brouillés sur les appareils qui les ont envoyés : personne "
    "d'autre n'a jamais eu la région d'un événement. Cette publication ne dépense rien de plus, puisque calculer sur "
    "des rapports ne coûte rien ; ce qu'ils coûtent a été inscrit au registre à la création de la collecte."};
inline constexpr Words reported_protects_sender{
    "Against the collector and whoever runs it, too: what left the devices was randomised already.",
    "Contre le serveur de collecte et ceux qui l'exploitent aussi : ce qui a quitté les appareils était déjà "
    "brouillé."};
inline constexpr Words reported_exposes_period{
    "That a report was sent, and its {period}: totals per period are published exactly.",
    "Le fait qu'un rapport a été envoyé, et sa période ({period}) : les totaux par période sont publiés exactement."};
inline constexpr Words reported_exposes_other_releases{
    "Other collections of the same events: what each spends adds up; the collector's ledger keeps the sum.",
    "D'autres collectes des mêmes événements : ce que chacune dépense s'ajoute ; le registre du serveur de collecte en "
    "garde la somme."};
inline constexpr Words reported_withheld{
    "Periods of fewer than {min_reports} reports are not published by themselves; their reports count in the longer "
    "periods.",
    "Les périodes de moins de {min_reports} rapports ne sont pas publiées seules ; leurs rapports comptent dans les "
    "périodes plus longues."};
inline constexpr Words reported_rows{
    "Of a report only its {period} is known: the times of synthetic rows are drawn evenly within it.",
    "D'un rapport on ne connaît que la période ({period}) : les heures des lignes synthétiques y sont tirées "
    "uniformément."};
inline constexpr Words reported_senders{
    "Intervals hold for reports that were made honestly: whoever may send reports can invent them, and one invented "
    "report counts for several people.",
    "Les intervalles valent pour des rapports faits honnêtement : qui peut en envoyer peut en inventer, et un rapport "
    "inventé compte pour plusieurs personnes."};
inline constexpr Words reported_randomness{
    "drawn on the devices: private, as those who sent the reports say",
    "tiré sur les appareils : privé, au dire de ceux qui ont envoyé les rapports"};
inline constexpr Words coverage{
    "It covers {events} from {first} to {last} in {regions}, by {periods}. The region of every event was randomised "
    "once, before anything was added up, by {oracle}; {sources}",
    "Elle porte sur {events} du {first} au {last} dans {regions}, par {periods}. La région de chaque événement a été "
    "brouillée une seule fois, avant toute addition, par {oracle} ; {sources}"};
inline constexpr Words from_reports_alone{
    "all numbers here are computed from these randomised reports, so they cost nothing more.",
    "tous les nombres sont calculés à partir de ces rapports brouillés et ne coûtent donc rien de plus."};
inline constexpr Words from_counts_too{
    "besides these randomised reports, counts of one year were used (see below).",
    "outre ces rapports brouillés, des comptes d'une année ont servi (voir plus bas)."};
inline constexpr Words word_event{" “Event” stands for one of the {word}.", " « Événement » désigne ici les {word}."};
inline constexpr Words word_region{" “Region” stands for one of the {word}.", " « Région » désigne ici les {word}."};
inline constexpr Words label_model{"model", "modèle"};
inline constexpr Words central_model{"central differential privacy", "confidentialité différentielle centrale"};
inline constexpr Words local_model{"local differential privacy", "confidentialité différentielle locale"};
inline constexpr Words label_epsilon_asked{"ε asked", "ε demandé"};
inline constexpr Words label_epsilon_realised{"ε realised", "ε réalisé"};
inline constexpr Words epsilon_realised{
    "{epsilon} (computed from the integer thresholds in use, never above the asked one)",
    "{epsilon} (calculé sur les seuils entiers employés, jamais au-dessus du demandé)"};
inline constexpr Words unit{"the region of one event, given that it happened at its time",
                            "la région d'un événement, sachant qu'il a eu lieu à son heure"};
inline constexpr Words neighbours{"replace the region of one event by any other",
                                  "remplacer la région de l'événement par toute autre"};
inline constexpr Words label_mechanism{"mechanism", "mécanisme"};
inline constexpr Words mechanism_with_ratio{"{oracle}; discrete Laplace noise on one year's counts",
                                            "{oracle} ; bruit de Laplace discret sur les comptes d'une année"};
inline constexpr Words label_randomness{"randomness", "hasard"};
inline constexpr Words randomness_seeded{"seeded, NOT private", "à graine, PAS confidentiel"};
inline constexpr Words randomness_private{"AES-256-CTR keyed by the operating system",
                                          "AES-256-CTR, clé du système d'exploitation"};
inline constexpr Words heading_reading{"How to read the estimates", "Comment lire les estimations"};
inline constexpr Words intervals{
    "Every estimate comes with a standard error and an interval that covers the true count in about {confidence} % of "
    "the cases.",
    "Chaque estimation a une erreur type et un intervalle qui contient le vrai compte dans environ {confidence} % des "
    "cas."};
inline constexpr Words smoothed_columns{
    "Where there are few periods (years), a little less often. Estimates are smoothed over time: a sudden peak in one "
    "region may show flattened, and its interval may miss it; the columns plain_estimate and plain_std_error hold the "
    "unsmoothed, unbiased numbers, which may be negative.",
    "Avec peu de périodes (années), un peu moins souvent. Les estimations sont lissées dans le temps : une pointe "
    "soudaine d'une région peut paraître atténuée, et son intervalle la manquer ; les colonnes plain_estimate et "
    "plain_std_error donnent les nombres non lissés et sans biais, qui peuvent être négatifs."};
inline constexpr Words plain_columns{
    "The columns plain_estimate and plain_std_error hold the unbiased numbers, which may be negative.",
    "Les colonnes plain_estimate et plain_std_error donnent les nombres sans biais, qui peuvent être négatifs."};
inline constexpr Words synthetic_rows{
    "Synthetic rows agree on average with the estimates of their day; no row is a statement about a real event's "
    "place.",
    "Les lignes synthétiques s'accordent en moyenne aux estimations de leur jour ; aucune ne dit où un événement réel "
    "a eu lieu."};
inline constexpr Words left_out{"Left out because of their place: {events}.",
                                "Écartés à cause de leur lieu : {events}."};
inline constexpr Words one_event{"{count} event", "{count} événement"};
inline constexpr Words many_events{"{count} events", "{count} événements"};
inline constexpr Words one_region{"{count} region", "{count} région"};
inline constexpr Words many_regions{"{count} regions", "{count} régions"};
inline constexpr Words hour{"hour", "heure"};
inline constexpr Words day{"day", "jour"};
inline constexpr Words week{"week", "semaine"};
inline constexpr Words month{"month", "mois"};
inline constexpr Words year{"year", "année"};

}  // namespace sourdine::counts_words
