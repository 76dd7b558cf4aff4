// The words of the statement of a release, in both languages: local ones and what all have in common, then central
// ones.
#pragma once

#include "sourdine/publish/statement.h"

namespace sourdine::counts_words {

inline constexpr Change event_elsewhere{
    {"Had any one event taken place in another region",
     "Si un événement, n'importe lequel, avait eu lieu dans une autre région"},
    {"the region of one event, given that it happened at its time",
     "la région d'un événement, sachant qu'il a eu lieu à son heure"},
    {"replace the region of one event by any other", "remplacer la région de l'événement par toute autre"}};
inline constexpr Change person_elsewhere{
    {"Had all events of any one person taken place in other regions",
     "Si tous les événements d'une même personne avaient eu lieu dans d'autres régions"},
    {"the regions of all events of one person, given that they happened at their times",
     "les régions de tous les événements d'une personne, sachant qu'ils ont eu lieu à leurs heures"},
    {"replace the regions of all events of one person by any others",
     "remplacer les régions de tous les événements d'une personne par toutes autres"}};
inline constexpr Change event_there_or_not{
    {"Had any one event not been in the data, or had one more been",
     "Si un événement quelconque n'avait pas figuré dans les données, ou si un autre s'y était ajouté"},
    {"one event, its place and its time", "un événement, son lieu et son heure"},
    {"add or remove one event", "ajouter ou retirer un événement"}};
inline constexpr Change person_there_or_not{
    {"Had any one person not been in the data, or had one more been",
     "Si une personne quelconque n'avait pas figuré dans les données, ou si une autre s'y était ajoutée"},
    {"everything there is about one person", "tout ce qu'il y a au sujet d'une personne"},
    {"add or remove one person with all their events", "ajouter ou retirer une personne avec tous ses événements"}};

constexpr const Change& change_of_counts(bool is_central, bool is_person) {
  if (is_central) return is_person ? person_there_or_not : event_there_or_not;
  return is_person ? person_elsewhere : event_elsewhere;
}

inline constexpr Words protects_region{"The region of each single event, given that the event happened at its time.",
                                       "La région de chaque événement, sachant qu'il a eu lieu à son heure."};
inline constexpr Words protects_ratio{
    "One year's counts per region were used behind discrete Laplace noise; that cost ε = {epsilon} and is included "
    "above.",
    "Les comptes d'une année par région ont servi derrière un bruit de Laplace discret ; cela a coûté ε = {epsilon}, "
    "compris ci-dessus."};
inline constexpr Words exposes_time{
    "That an event happened, and its time: times and totals per period are published exactly.",
    "Le fait qu'un événement a eu lieu, et son heure : les heures et les totaux par période sont publiés exactement."};
inline constexpr Words events_of_incident{"events (or events of one incident)",
                                          "événements (ou événements d'un même sinistre)"};
inline constexpr Words exposes_crowds{
    "What many people or events show together: that a region has many events, or had a burst, is what is published. "
    "Whoever learns it here will guess better about what they know nothing else about, and would do so without that "
    "person or event in the data, too.",
    "Ce que beaucoup de personnes ou d'événements montrent ensemble : qu'une région en a beaucoup, ou une pointe, est "
    "ce qui est publié. Qui l'apprend ici devinera mieux ce dont il ne sait rien d'autre, et ferait de même sans cette "
    "personne ou cet événement dans les données."};
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
inline constexpr Words exact_ratio{
    "The filter \"ratio\" publishes exact means of the true counts of one year; they have no protection at all.",
    "Le filtre « ratio » publie des moyennes exactes des vrais comptes d'une année, sans aucune protection."};
inline constexpr Words places_from_events{
    "The list of regions was read from the events: one event can add a region to it, or take one away, with certainty. "
    "Compare it with a public list.",
    "La liste des régions a été lue dans les événements : un seul événement peut à coup sûr y ajouter une région, ou "
    "en retirer une. Comparez-la à une liste publique."};
inline constexpr Words protects_person_regions{
    "The regions of all events of one person together, given when they happened: of each person {max_events} at most "
    "are in the release, each randomised by itself.",
    "Les régions de tous les événements d'une personne ensemble, sachant quand ils ont eu lieu : de chaque personne, "
    "{max_events} au plus figurent ici, chacun brouillé séparément."};
inline constexpr Words exposes_bounded_person{
    "People with more than {max_events} events: only {max_events} of theirs, chosen at random, are counted, so the "
    "totals are lower than what happened.",
    "Les personnes ayant plus de {max_events} événements : seuls {max_events} des leurs, tirés au hasard, sont comptés "
    "; les totaux sont donc inférieurs à ce qui a eu lieu."};
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
inline constexpr Words label_randomness{"randomness", "hasard"};
inline constexpr Words seeded_randomness{"seeded, NOT private", "à graine, PAS confidentiel"};
inline constexpr Words private_randomness{"AES-256-CTR keyed by the operating system",
                                          "AES-256-CTR, clé du système d'exploitation"};
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
inline constexpr Words label_mechanism{"mechanism", "mécanisme"};
inline constexpr Words mechanism_with_ratio{"{oracle}; discrete Laplace noise on one year's counts",
                                            "{oracle} ; bruit de Laplace discret sur les comptes d'une année"};
inline constexpr Words heading_reading{"How to read the estimates", "Comment lire les estimations"};
inline constexpr Words intervals{
    "Every estimate comes with a standard error and an interval that covers the number of events counted in about "
    "{confidence} % of the cases.",
    "Chaque estimation a une erreur type et un intervalle qui contient le nombre d'événements comptés dans environ "
    "{confidence} % des cas."};
inline constexpr Words few_periods{"Where there are few periods (years), a little less often.",
                                   "Avec peu de périodes (années), un peu moins souvent."};
inline constexpr Words smoothed{
    "Estimates are smoothed over time: a sudden peak in one region may show flattened, and its interval may miss it.",
    "Les estimations sont lissées dans le temps : une pointe soudaine d'une région peut paraître atténuée, et son "
    "intervalle la manquer."};
inline constexpr Words nonnegative{"Estimates were made ≥ 0 by choice, which moves small ones upwards.",
                                   "Les estimations ont été rendues ≥ 0 par choix, ce qui relève les petites."};
inline constexpr Words adds_up_no_longer{"They no longer add up over time.",
                                         "Elles ne s'additionnent plus dans le temps."};
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

inline constexpr Words central_protects_person{
    "Whether a person is in the data at all, and with it where, when and how often something happened to them: of each "
    "person at most {max_events} events are counted, chosen at random before anything is added up.",
    "Si une personne figure dans les données, et donc où, quand et combien de fois quelque chose lui est arrivé : de "
    "chaque personne, {max_events} événements au plus sont comptés, tirés au hasard avant toute addition."};
inline constexpr Words central_protects_event{
    "Whether an event is in the data at all, and with it where and when.",
    "Si un événement figure dans les données, et donc où et quand il a eu lieu."};
inline constexpr Words central_protects_totals{
    "The totals, too: they are noisy, and so is the number of rows of synthetic.csv. How many events there are is not "
    "published exactly.",
    "Les totaux aussi : ils sont brouillés, comme le nombre de lignes de synthetic.csv. Le nombre exact d'événements "
    "n'est pas publié."};
inline constexpr Words central_exposes_domain{
    "The list of regions, the days covered, the days declared missing and the names of the columns: they are public, "
    "and chosen without looking at the events.",
    "La liste des régions, les jours couverts, les jours déclarés manquants et les noms des colonnes : ils sont "
    "publics et choisis sans regarder les événements."};
inline constexpr Words central_exposes_bound{
    "People with more than {max_events} events are protected like all others, but they are counted {max_events} times "
    "only: the counts are lower than what happened by what is said below.",
    "Les personnes ayant plus de {max_events} événements sont protégées comme les autres, mais elles ne sont comptées "
    "que {max_events} fois : les comptes sont inférieurs à ce qui a eu lieu, de ce qui est dit plus bas."};
inline constexpr Words central_coverage{
    "It covers about {events} (between {lower} and {upper}) from {first} to {last} in {regions}, by {periods}. "
    "{measured}; all numbers here are computed from these noisy counts, so they cost nothing more.",
    "Elle porte sur environ {events} (entre {lower} et {upper}) du {first} au {last} dans {regions}, par {periods}. "
    "{measured} ; tous les nombres sont calculés à partir de ces comptes brouillés et ne coûtent donc rien de plus."};
inline constexpr Words central_measured{"Counts were measured once, with {noise}",
                                        "Les comptes ont été mesurés une seule fois, avec {noise}"};
inline constexpr Words central_level{"regions by {period}: {parts} (± {noise})",
                                     "régions par {period} : {parts} (± {noise})"};
inline constexpr Words central_total_level{"totals by {period}: {parts} (± {noise})",
                                           "totaux par {period} : {parts} (± {noise})"};
inline constexpr Words central_bound_parts{"what is not counted: {parts}", "ce qui n'est pas compté : {parts}"};
inline constexpr Words central_choice_parts{"the choice of max_events and what is not counted: {parts}",
                                            "le choix de max_events et ce qui n'est pas compté : {parts}"};
inline constexpr Words central_parts{"{levels}; the number after ± is the standard deviation of the noise",
                                     "{levels} ; le nombre après ± est l'écart-type du bruit"};
inline constexpr Words central_adds_up{
    "The numbers add up: days to months to years, and regions to totals. So they may be negative where little "
    "happened.",
    "Les nombres s'additionnent : jours en mois et en années, régions en totaux. Ils peuvent donc être négatifs là où "
    "il s'est passé peu de chose."};
inline constexpr Words central_rows{
    "Synthetic rows are drawn from the estimates, their times as well; no row is an event's.",
    "Les lignes synthétiques sont tirées des estimations, leurs heures aussi ; aucune n'est celle d'un événement."};
inline constexpr Words central_rows_bounded{
    "The estimates add up to more than the {rows} rows that are drawn at most: the rows have their proportions, not "
    "their number.",
    "Les estimations dépassent les {rows} lignes qui sont tirées au plus : les lignes en ont les proportions, pas le "
    "nombre."};
inline constexpr Words central_bound_given{
    "Of one person at most {max_events} events are counted, as was decided beforehand.",
    "D'une personne, {max_events} événements au plus sont comptés, comme décidé d'avance."};
inline constexpr Words central_bound_chosen{
    "Of one person at most {max_events} events are counted; the number was chosen behind noise.",
    "D'une personne, {max_events} événements au plus sont comptés ; ce nombre a été choisi derrière un bruit."};
inline constexpr Words central_removed{
    "{people} have more, and {events} are in none of the counts and in none of the intervals.",
    "{people} en ont davantage, et {events} ne sont dans aucun compte ni aucun intervalle."};
inline constexpr Words removed_people_about{"About {people} people (between {lower} and {upper})",
                                            "Environ {people} personnes (entre {lower} et {upper})"};
inline constexpr Words removed_people_at_most{"Probably at most {upper} people",
                                              "Probablement au plus {upper} personnes"};
inline constexpr Words removed_events_about{
    "about {events} of their events (between {lower} and {upper}; of one person at most {cap} are in this number)",
    "environ {events} de leurs événements (entre {lower} et {upper} ; d'une personne, {cap} au plus entrent dans ce "
    "nombre)"};
inline constexpr Words removed_events_at_most{
    "probably at most {upper} of their events (of one person at most {cap} are in this number)",
    "probablement au plus {upper} de leurs événements (d'une personne, {cap} au plus entrent dans ce nombre)"};
inline constexpr Words laplace_noise{"discrete Laplace noise", "un bruit de Laplace discret"};
inline constexpr Words gaussian_noise{"discrete Gaussian noise", "un bruit gaussien discret"};

}  // namespace sourdine::counts_words
