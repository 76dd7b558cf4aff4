// The words of the statement of a central release, in both languages. Internal to counts/.
#pragma once

#include "sourdine/publish/words.h"

namespace sourdine::counts_words {

inline constexpr Words central_promise_person{
    "Had any one person not been in the data, or had one more been, everything published here would have been as "
    "likely, up to a factor of {factor} (ε = {epsilon}){delta}.",
    "Si une personne quelconque n'avait pas figuré dans les données, ou si une autre s'y était ajoutée, tout ce qui "
    "est publié ici aurait été aussi probable, à un facteur {factor} près (ε = {epsilon}){delta}."};
inline constexpr Words central_promise_event{
    "Had any one event not been in the data, or had one more been, everything published here would have been as "
    "likely, up to a factor of {factor} (ε = {epsilon}){delta}.",
    "Si un événement quelconque n'avait pas figuré dans les données, ou si un autre s'y était ajouté, tout ce qui est "
    "publié ici aurait été aussi probable, à un facteur {factor} près (ε = {epsilon}){delta}."};
inline constexpr Words central_delta{" and a remainder of at most {delta} (δ)",
                                     " et à un reste d'au plus {delta} (δ) près"};
inline constexpr Words central_protects_person{
    "Whether a person is in the data at all, and with it where, when and how often something happened to them: of each "
    "person at most {max_events} events are counted, chosen at random before anything is added up.",
    "Si une personne figure dans les données, et donc où, quand et combien de fois quelque chose lui est arrivé : de "
    "chaque personne, {max_events} événements au plus sont comptés, tirés au hasard avant toute addition."};
inline constexpr Words central_protects_event{
    "Whether an event is in the data at all, and with it where and when.",
    "Si un événement figure dans les données, et donc où et quand il a eu lieu."};
inline constexpr Words central_protects_guess_person{
    "Someone who already knew everything about all other people, and held it for equally likely that this person is "
    "among them or not, guesses it rightly in at most {belief} % of the cases.",
    "Qui savait déjà tout de toutes les autres personnes, et tenait pour également probable que celle-ci en soit ou "
    "non, le devine juste dans au plus {belief} % des cas."};
inline constexpr Words central_protects_guess_event{
    "Someone who already knew all other events, and held it for equally likely that this one is among them or not, "
    "guesses it rightly in at most {belief} % of the cases.",
    "Qui connaissait déjà tous les autres événements, et tenait pour également probable que celui-ci en soit ou non, "
    "le devine juste dans au plus {belief} % des cas."};
inline constexpr Words central_protects_totals{
    "The totals, too: they are noisy, and so is the number of rows of synthetic.csv. How many events there are is not "
    "published exactly.",
    "Les totaux aussi : ils sont brouillés, comme le nombre de lignes de synthetic.csv. Le nombre exact d'événements "
    "n'est pas publié."};
inline constexpr Words central_exposes_curator{
    "Anything against whoever made this release: they hold the events, and are trusted with them.",
    "Rien contre qui a fait cette publication : il détient les événements, et on lui fait confiance."};
inline constexpr Words central_exposes_several_events{
    "Several events of one person or one incident: m events together are protected at m × {epsilon} only.",
    "Plusieurs événements d'une même personne ou d'un même sinistre : m événements ensemble ne sont protégés qu'à m × "
    "{epsilon}."};
inline constexpr Words central_exposes_crowds{
    "What many people or events show together: that a region has many events, or had a burst, is what is published. "
    "Whoever learns it here will guess better about someone they know nothing else about, and would do so without that "
    "person's data, too.",
    "Ce que beaucoup de personnes ou d'événements montrent ensemble : qu'une région en a beaucoup, ou une pointe, est "
    "ce qui est publié. Qui l'apprend ici devinera mieux au sujet d'une personne dont il ne sait rien d'autre, et "
    "ferait de même sans les données de cette personne."};
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
inline constexpr Words central_exposes_by_large_epsilon{
    "Much: at so large an ε it can often be guessed who is in the data. Common choices for sensitive data are 0.1 to "
    "2.",
    "Grand-chose : à un ε si grand, on devine souvent qui figure dans les données. Pour des données sensibles on "
    "choisit d'ordinaire 0,1 à 2."};
inline constexpr Words central_no_protection{
    "At ε = {epsilon} what is published may be {factor} times as likely with someone as without: nobody is protected.",
    "À ε = {epsilon}, ce qui est publié peut être {factor} fois plus probable avec quelqu'un que sans : personne n'est "
    "protégé."};
inline constexpr Words central_delta_too_large{
    "The remainder δ = {delta} is too large to rely on: it allows telling everything about some people.",
    "Le reste δ = {delta} est trop grand pour s'y fier : il permet de tout dire de certaines personnes."};
inline constexpr Words central_unit_person{"everything there is about one person",
                                           "tout ce qu'il y a au sujet d'une personne"};
inline constexpr Words central_unit_event{"one event, its place and its time", "un événement, son lieu et son heure"};
inline constexpr Words central_neighbours_person{"add or remove one person with all their events",
                                                 "ajouter ou retirer une personne avec tous ses événements"};
inline constexpr Words central_neighbours_event{"add or remove one event", "ajouter ou retirer un événement"};
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
inline constexpr Words central_epsilon_realised{
    "{epsilon} (computed from the whole numbers in use, never above the asked one)",
    "{epsilon} (calculé sur les nombres entiers employés, jamais au-dessus du demandé)"};
inline constexpr Words central_bound_parts{"what is not counted: {parts}", "ce qui n'est pas compté : {parts}"};
inline constexpr Words central_choice_parts{"the choice of max_events and what is not counted: {parts}",
                                            "le choix de max_events et ce qui n'est pas compté : {parts}"};
inline constexpr Words central_parts{"{levels}; the number after ± is the standard deviation of the noise",
                                     "{levels} ; le nombre après ± est l'écart-type du bruit"};
inline constexpr Words central_intervals{
    "Every estimate comes with a standard error and an interval that covers the number of events counted in about "
    "{confidence} % of the cases.",
    "Chaque estimation a une erreur type et un intervalle qui contient le nombre d'événements comptés dans environ "
    "{confidence} % des cas."};
inline constexpr Words central_adds_up{
    "The numbers add up: days to months to years, and regions to totals. So they may be negative where little "
    "happened.",
    "Les nombres s'additionnent : jours en mois et en années, régions en totaux. Ils peuvent donc être négatifs là où "
    "il s'est passé peu de chose."};
inline constexpr Words central_smoothed_columns{
    "Estimates are smoothed over time: a sudden peak in one region may show flattened, and its interval may miss it; "
    "they no longer add up over time. The columns plain_estimate and plain_std_error hold the unbiased numbers, which "
    "add up and may be negative.",
    "Les estimations sont lissées dans le temps : une pointe soudaine peut paraître atténuée, et son intervalle la "
    "manquer ; elles ne s'additionnent plus dans le temps. Les colonnes plain_estimate et plain_std_error donnent les "
    "nombres sans biais, qui s'additionnent et peuvent être négatifs."};
inline constexpr Words central_nonnegative{
    "Estimates were made ≥ 0 by choice, which moves small ones upwards; they no longer add up over time. The columns "
    "plain_estimate and plain_std_error hold the unbiased numbers, which add up and may be negative.",
    "Les estimations ont été rendues ≥ 0 par choix, ce qui relève les petites ; elles ne s'additionnent plus dans le "
    "temps. Les colonnes plain_estimate et plain_std_error donnent les nombres sans biais, qui s'additionnent et "
    "peuvent être négatifs."};
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
