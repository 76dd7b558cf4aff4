#include "sourdine/ranges/statement.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sourdine {
namespace {

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

constexpr Words asked_often{
    "However often they are asked, and whatever is asked: the noise was drawn once, so asking costs nothing more.",
    "Aussi souvent qu'on demande, et quoi que l'on demande : le bruit a été tiré une fois pour toutes, demander ne "
    "coûte rien de plus."};
constexpr Words all_steps{"It covers everything the stream ever answers, at all steps together.",
                          "Cela vaut pour tout ce que le flux répond jamais, à tous les pas ensemble."};
constexpr Words simulated{
    "Anything, from whoever ran this: it is a simulation, for which the records were read and randomised here as their "
    "owners would do it.",
    "Quoi que ce soit, de qui a exécuté ceci : c'est une simulation, pour laquelle les enregistrements ont été lus et "
    "brouillés ici comme le feraient leurs détenteurs."};

// As RangeCaveat. `units` stand in what is said of several.
struct CaveatWords {
  Words words, units = {"", ""};
};
const CaveatWords& words_of(RangeCaveat caveat) {
  static constexpr std::array<CaveatWords, 8> words = {{
      {{"The number of records, which is published exactly.", "Le nombre d'enregistrements, publié exactement."}},
      {shared_words::several_units, {"records", "enregistrements"}},
      {shared_words::several_units, {"records, in whatever steps,", "enregistrements, à quelque pas que ce soit,"}},
      {shared_words::seen_by_curator},
      {{"Records that are in two of the parts that were merged: each part protects its own.",
        "Les enregistrements qui sont dans deux des parties réunies : chaque partie protège les siens."}},
      {{"The file of the stream, which is kept like the data: a second look at it, or later answers beside it, tell "
        "exact counts. Only answers may be published.",
        "Le fichier du flux, qui se garde comme les données : le revoir, ou de nouvelles réponses à côté, dit des "
        "nombres exacts. Seules les réponses peuvent être publiées."}},
      {{"That a report was sent, when, and how many there are.",
        "Le fait qu'une réponse a été envoyée, quand, et combien il y en a."}},
      {shared_words::several_units, {"reports", "rapports"}},
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

Statement statement_in(const RangeTerms& terms, Language language) {
  const Speaker speaker(language);
  const double epsilon = terms.guarantee.epsilon;
  Statement statement = promising_statement(terms.guarantee, change_of(terms), terms.is_seeded, speaker);
  for (const RangeLeak leak : terms.leaks) statement.not_private_because.push_back(speaker.say(words_of(leak)));
  statement.holds = Sentences(speaker)
                        .say(has(terms, RangeCaveat::kept_state) ? all_steps : asked_often)
                        .add(what_always_follows(terms.guarantee, speaker))
                        .list();
  Sentences open(speaker);
  open.say_if(epsilon > weak_epsilon, shared_words::large_epsilon);
  for (const RangeCaveat caveat : terms.caveats) {
    const auto& [words, units] = words_of(caveat);
    open.say(words, {{"units", speaker.say(units)}, {"epsilon", speaker.short_epsilon(epsilon)}});
  }
  statement.not_protected = open.say_if(terms.is_simulated, simulated).say(shared_words::other_publications).list();
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
  return {.coverage = speaker.say(coverage, {{"domain", domain_words(domain, speaker)}}),
          .sections = {{reading_heading, speaker.say(reading)}},
          .numbers = claim_numbers(terms.guarantee, change_of(terms), speaker)};
}

}  // namespace sourdine
