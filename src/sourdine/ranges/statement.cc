#include "sourdine/ranges/statement.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sourdine {
namespace {

// Which change the promise is about: as a sentence begins, and as PRIVACY.md lists it.
struct Change {
  Words had, unit, neighbours;
};
constexpr Change added{{"Had any one record not been in the data, or one more been",
                        "Si un enregistrement, n'importe lequel, n'avait pas été dans les données, ou s'il y en avait "
                        "eu un de plus"},
                       {"one record", "un enregistrement"},
                       {"add or remove one record", "ajouter ou retirer un enregistrement"}};
constexpr Change counted_in_a_step{
    {"Had any one record not been counted in its step, or one more been",
     "Si un enregistrement, n'importe lequel, n'avait pas été compté à son pas, ou s'il y en avait eu un de plus"},
    {"one record, in one step", "un enregistrement, à un pas"},
    added.neighbours};
constexpr Change replaced{{"Had any one record had another value of the domain",
                           "Si un enregistrement, n'importe lequel, avait eu une autre valeur du domaine"},
                          added.unit,
                          {"replace one record's value by any other value of the domain",
                           "remplacer la valeur d'un enregistrement par toute autre valeur du domaine"}};
constexpr Change moved{
    {"Had any one record been in another cell of the grid",
     "Si un enregistrement, n'importe lequel, avait été dans une autre case de la grille"},
    added.unit,
    {"move one record to any other cell of the grid", "déplacer un enregistrement dans toute autre case de la grille"}};
constexpr Change reported{
    {"Had the value in any one report been another", "Si la valeur d'une réponse, n'importe laquelle, avait été autre"},
    {"the value in one report", "la valeur d'une réponse"},
    {"replace the value by any other value of the domain", "remplacer la valeur par toute autre valeur du domaine"}};

constexpr Words promise_words{
    "{had}, all that can be asked of these counts would have been answered in the same way with the same probability, "
    "up to a factor of {factor} (ε = {epsilon}).",
    "{had}, tout ce qu'on peut demander à ces comptes aurait reçu la même réponse avec la même probabilité, à un "
    "facteur {factor} près (ε = {epsilon})."};
constexpr Words no_protection{
    "At ε = {epsilon} an answer may be {factor} times as likely with one record as with another: nothing is protected.",
    "À ε = {epsilon}, une réponse peut être {factor} fois plus probable avec un enregistrement qu'avec un autre : rien "
    "n'est protégé."};

constexpr Words asked_often{
    "However often they are asked, and whatever is asked: the noise was drawn once, so asking costs nothing more.",
    "Aussi souvent qu'on demande, et quoi que l'on demande : le bruit a été tiré une fois pour toutes, demander ne "
    "coûte rien de plus."};
constexpr Words all_steps{"It covers everything the stream ever answers, at all steps together.",
                          "Cela vaut pour tout ce que le flux répond jamais, à tous les pas ensemble."};
constexpr Words against_anyone{
    "This holds against anyone, with any computing power, now and later.",
    "Cela vaut contre quiconque, quelle que soit sa puissance de calcul, aujourd'hui et plus "
    "tard."};

constexpr Words large_epsilon{
    "Much: at so large an ε a record can often be guessed; common choices are 0.1 to 4.",
    "Grand-chose : à un ε si grand, un enregistrement se devine souvent ; on choisit d'ordinaire 0,1 à 4."};
constexpr Words simulated{
    "Anything, from whoever ran this: it is a simulation, for which the records were read and randomised here as their "
    "owners would do it.",
    "Quoi que ce soit, de qui a exécuté ceci : c'est une simulation, pour laquelle les enregistrements ont été lus et "
    "brouillés ici comme le feraient leurs détenteurs."};
constexpr Words other_publications{"Other publications about the same records: what each spends adds up.",
                                   "D'autres publications sur les mêmes enregistrements : ce que chacune dépense "
                                   "s'ajoute."};

const Words& words_of(RangeCaveat caveat) {
  static constexpr std::array<Words, 8> words = {{
      {"The number of records, which is published exactly.", "Le nombre d'enregistrements, publié exactement."},
      {"Several records of one person: m records together are protected at m × {epsilon} only.",
       "Plusieurs enregistrements d'une personne : m enregistrements ensemble ne sont protégés qu'à m × {epsilon}."},
      {"Several records of one person, in whatever steps: m records together are protected at m × {epsilon} only.",
       "Plusieurs enregistrements d'une personne, à quelque pas que ce soit : m enregistrements ensemble ne sont "
       "protégés qu'à m × {epsilon}."},
      {"Anything, from whoever makes these counts: they see the records.",
       "Quoi que ce soit, de qui fait ces comptes : il voit les enregistrements."},
      {"Records that are in two of the parts that were merged: each part protects its own.",
       "Les enregistrements qui sont dans deux des parties réunies : chaque partie protège les siens."},
      {"The file of the stream, which is kept like the data: a second look at it, or later answers beside it, tell "
       "exact counts. Only answers may be published.",
       "Le fichier du flux, qui se garde comme les données : le revoir, ou de nouvelles réponses à côté, dit des "
       "nombres exacts. Seules les réponses peuvent être publiées."},
      {"That a report was sent, when, and how many there are.",
       "Le fait qu'une réponse a été envoyée, quand, et combien il y en a."},
      {"Several reports about one person or value: m reports together spend m × {epsilon}.",
       "Plusieurs réponses sur une même personne ou valeur : m réponses ensemble dépensent m × {epsilon}."},
  }};
  return words.at(static_cast<std::size_t>(caveat));
}

const Words& words_of(RangeLeak leak) {
  static constexpr std::array<Words, 3> words = {{
      {"The domain begins and ends with the first and the last date of the data, which one record can change with "
       "certainty: give public bounds by --from and --to.",
       "Le domaine commence et finit par la première et la dernière date des données, qu'un seul enregistrement peut "
       "changer à coup sûr : donnez des bornes publiques par --from et --to."},
      {"The domain begins and ends with the first and the last value of the data, which one record can change with "
       "certainty: give public bounds by --from and --to.",
       "Le domaine commence et finit par la plus petite et la plus grande valeur des données, qu'un seul "
       "enregistrement peut changer à coup sûr : donnez des bornes publiques par --from et --to."},
      {"The list of places is that of the data, which one record can change with certainty: give it by --places.",
       "La liste des lieux est celle des données, qu'un seul enregistrement peut changer à coup sûr : donnez-la par "
       "--places."},
  }};
  return words.at(static_cast<std::size_t>(leak));
}

bool has(const RangeTerms& terms, RangeCaveat caveat) {
  return std::find(terms.caveats.begin(), terms.caveats.end(), caveat) != terms.caveats.end();
}

const Change& change_of(const RangeTerms& terms) {
  if (terms.guarantee.model == PrivacyModel::local) return reported;
  if (has(terms, RangeCaveat::kept_state)) return counted_in_a_step;
  if (terms.guarantee.neighbours != Neighbours::replace) return added;
  return terms.is_grid ? moved : replaced;
}

std::vector<std::string> not_protected(const RangeTerms& terms, const Speaker& speaker) {
  constexpr double hardly_private = 10;
  const double epsilon = terms.guarantee.epsilon;
  std::vector<std::string> list;
  if (epsilon > hardly_private) list.push_back(speaker.say(large_epsilon));
  for (const RangeCaveat caveat : terms.caveats) {
    list.push_back(speaker.say(words_of(caveat), {{"epsilon", speaker.long_epsilon(epsilon)}}));
  }
  if (terms.is_simulated) list.push_back(speaker.say(simulated));
  list.push_back(speaker.say(other_publications));
  return list;
}

Statement statement_in(const RangeTerms& terms, Language language) {
  const Speaker speaker(language);
  const double epsilon = terms.guarantee.epsilon;
  const std::string factor = speaker.factor(epsilon), written = speaker.long_epsilon(epsilon);
  const bool is_weak = epsilon > largest_private_epsilon;
  Statement statement{.not_protected = not_protected(terms, speaker)};
  if (is_weak) {
    statement.promise = speaker.say(no_protection, {{"epsilon", written}, {"factor", factor}});
  } else {
    statement.promise = speaker.say(
        promise_words, {{"had", speaker.say(change_of(terms).had)}, {"factor", factor}, {"epsilon", written}});
  }
  statement.holds = {speaker.say(has(terms, RangeCaveat::kept_state) ? all_steps : asked_often),
                     speaker.say(against_anyone)};
  if (terms.is_seeded) statement.not_private_because.push_back(speaker.say(shared_words::seeded));
  if (is_weak) statement.not_private_because.push_back(speaker.say(shared_words::weak, {{"epsilon", written}}));
  for (const RangeLeak leak : terms.leaks) statement.not_private_because.push_back(speaker.say(words_of(leak)));
  return statement;
}

// "365 days", by period.
std::string periods_words(const Timeline& timeline, const Speaker& speaker) {
  struct Named {
    Words one, many;
  };
  static constexpr std::array<Named, 5> names = {
      {{{"{count} hour", "{count} heure"}, {"{count} hours", "{count} heures"}},
       {{"{count} day", "{count} jour"}, {"{count} days", "{count} jours"}},
       {{"{count} week", "{count} semaine"}, {"{count} weeks", "{count} semaines"}},
       {{"{count} month", "{count} mois"}, {"{count} months", "{count} mois"}},
       {{"{count} year", "{count} an"}, {"{count} years", "{count} ans"}}}};
  const Named& name = names.at(static_cast<std::size_t>(timeline.period()));
  return speaker.counted(timeline.size(), name.one, name.many);
}

std::string values_words(const OrderedDomain& values, const Speaker& speaker) {
  constexpr Words from_to{"{what} from {first} to {last}", "{what} de {first} à {last}"};
  constexpr Words one_number{"{count} number", "{count} nombre"}, numbers{"{count} numbers", "{count} nombres"};
  constexpr Words one_bin{"{count} bin of {width}", "{count} classe de {width}"};
  constexpr Words bins{"{count} bins of {width}", "{count} classes de {width}"};
  if (const Timeline* const timeline = values.timeline()) {
    return speaker.say(from_to, {{"what", periods_words(*timeline, speaker)},
                                 {"first", speaker.date(values.label(0))},
                                 {"last", speaker.date(values.label(values.size() - 1))}});
  }
  const OrderedDomain::Numbers& axis = *values.numbers();
  const auto number = [&](std::int64_t steps) {
    return speaker.decimal(static_cast<double>(steps) / std::pow(10, axis.decimals), static_cast<int>(axis.decimals));
  };
  const bool is_plain = axis.bin == 1 && axis.decimals == 0;
  const std::string width = number(static_cast<std::int64_t>(axis.bin));
  const std::string what = is_plain ? speaker.counted(values.size(), one_number, numbers)
                                    : speaker.say(values.size() == 1 ? one_bin : bins,
                                                  {{"count", speaker.number(values.size())}, {"width", width}});
  return speaker.say(from_to, {{"what", what}, {"first", number(axis.from)}, {"last", number(axis.to)}});
}

}  // namespace

std::vector<RangeLeak> leaks_of(const RangeDomain& domain) {
  std::vector<RangeLeak> leaks;
  if (domain.places && domain.places->is_from_data()) leaks.push_back(RangeLeak::places);
  if (domain.values.is_from_data()) {
    leaks.push_back(domain.values.timeline() != nullptr ? RangeLeak::first_and_last_date
                                                        : RangeLeak::first_and_last_value);
  }
  return leaks;
}

RangeTerms terms_of(const OpenRange& range) {
  const Grid* const grid = range.grid();
  return {.guarantee = grid != nullptr ? grid->guarantee() : range.structure()->guarantee(),
          .caveats = grid != nullptr ? Grid::caveats() : range.structure()->caveats(),
          .is_grid = grid != nullptr,
          .is_seeded = !range.is_private(),
          .leaks = leaks_of(range.domain())};
}

RangeTerms terms_of(const StreamCounter& stream) {
  return {.guarantee = stream.guarantee(), .caveats = stream.caveats(), .is_seeded = !stream.is_private()};
}

Promise range_promise(const RangeTerms& terms) {
  Promise promise{.stated = terms.guarantee,
                  .english = statement_in(terms, Language::en),
                  .french = statement_in(terms, Language::fr)};
  for (const std::string& sentence : promise.english.not_protected) {
    promise.stated->caveats.push_back("not protected: " + sentence);
  }
  for (const RangeLeak leak : terms.leaks) {
    promise.stated->not_private_because.push_back(Speaker(Language::en).say(words_of(leak)));
  }
  return promise;
}

std::string domain_words(const RangeDomain& domain, const Speaker& speaker) {
  constexpr Words one_place{"{count} place", "{count} lieu"}, places{"{count} places", "{count} lieux"};
  std::string values = values_words(domain.values, speaker);
  if (!domain.places) return values;
  return speaker.counted(domain.places->size(), one_place, places) + " × " + values;
}

StatementDetails range_details(const RangeTerms& terms, const RangeDomain& domain, Language language) {
  constexpr Words coverage{"How many records lie in any range of: {domain}.",
                           "Combien d'enregistrements sont dans toute plage de : {domain}."};
  constexpr Words reading_heading{"How to read the numbers", "Comment lire les nombres"};
  constexpr Words reading{
      "Every estimate has its standard error and an interval. An estimate can come out below 0, by its noise: it is "
      "left "
      "as it is, so that answers add up, and the interval says what is possible.",
      "Chaque estimation a son erreur type et un intervalle. Une estimation peut tomber sous 0, par son bruit : elle "
      "reste telle quelle pour que les réponses s'ajoutent, et l'intervalle dit ce qui est possible."};
  const Speaker speaker(language);
  const Change& change = change_of(terms);
  return {.coverage = speaker.say(coverage, {{"domain", domain_words(domain, speaker)}}),
          .sections = {{reading_heading, speaker.say(reading)}},
          .numbers = {{"ε", speaker.long_epsilon(terms.guarantee.epsilon)},
                      {speaker.say(shared_words::unit), speaker.say(change.unit)},
                      {speaker.say(shared_words::neighbours), speaker.say(change.neighbours)}}};
}

}  // namespace sourdine
