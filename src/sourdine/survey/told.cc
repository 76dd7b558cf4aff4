#include "sourdine/survey/told.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "sourdine/base/text.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

namespace survey_told {
constexpr Words in_collection{"{name}: {text}", "{name} : {text}"};
constexpr Words reports_of{"{reports} of {bytes}", "{reports} de {bytes}"};
constexpr Words report{"{count} report", "{count} rapport"};
constexpr Words reports{"{count} reports", "{count} rapports"};
constexpr Words byte{"{count} byte", "{count} octet"};
constexpr Words bytes{"{count} bytes", "{count} octets"};
constexpr Words collection{"{count} collection", "{count} collecte"};
constexpr Words collections{"{count} collections", "{count} collectes"};
constexpr Words uncounted{
    "one person: at most epsilon {lifetime} for ever, that of all answers there are: nobody counts",
    "une personne : au plus epsilon {lifetime} à jamais, celui de toutes les réponses possibles : rien n'est compté"};
constexpr Words lost{
    "one person: at most epsilon {lifetime} for ever; what was counted before is LOST: the cap bounds nothing",
    "une personne : au plus epsilon {lifetime} à jamais ; ce qui était compté est PERDU : la limite ne borne rien"};
constexpr Words total{"one person: at most epsilon {total} after {collections}, and {lifetime} for ever",
                      "une personne : au plus epsilon {total} après {collections}, et {lifetime} à jamais"};
constexpr Words against{"  against other answers that are equal in the same collections",
                        "  face à d'autres réponses qui sont égales dans les mêmes collectes"};
constexpr Words expected{"standard error to expect of a share, in percentage points: {errors}",
                         "erreur type à attendre d'une part, en points de pourcentage : {errors}"};
constexpr Words largest{"largest standard error of a share, in percentage points: {errors}",
                        "plus grande erreur type d'une part, en points de pourcentage : {errors}"};
constexpr Words free{"It costs nothing: what is spent was spent by the reports.",
                     "Cela ne coûte rien : ce qui est dépensé l'a été par les rapports."};
}  // namespace survey_told

// Of a share of the attribute: the mean over the values, which are equally frequent as far as anybody knows.
double expected_error(const TupleProtocol& protocol, std::size_t attribute, std::uint64_t people) {
  const Value k = protocol.domain_size(attribute);
  const Value values = protocol.tuple_spec().attributes[attribute].prior.empty() ? 1 : k;  // else they are alike
  const std::vector<double> shares(k, 1.0 / k);
  double sum = 0;
  for (Value value = 0; value < values; ++value) {
    sum += protocol.share_variance(attribute, value, shares, static_cast<double>(people));
  }
  return std::sqrt(sum / values);
}

// The standard error of an attribute's shares in a collection, however it is known.
using ShareError = std::function<double(std::size_t collection, std::size_t attribute)>;

std::string told_reports(const PreparedSurvey& survey, const SurveyFacts& facts, std::size_t collection,
                         const Speaker& speaker) {
  std::string text =
      speaker.say(survey_told::reports_of,
                  {{"reports", speaker.counted(facts.people[collection], survey_told::report, survey_told::reports)},
                   {"bytes", speaker.counted(survey.protocol->report_bytes(), survey_told::byte, survey_told::bytes)}});
  if (facts.collections[collection].empty()) return text;
  const std::string name = speaker.quoted(shown(facts.collections[collection]));
  return speaker.say(survey_told::in_collection, {{"name", name}, {"text", text}});
}

Outlook survey_outlook(const PreparedSurvey& survey, const SurveyFacts& facts, const Promise& promise,
                       const Words& errors_words, const ShareError& share_error) {
  const Speaker speaker(survey.config.head.language);
  const Statement& statement = promise.in(speaker.language());
  Outlook outlook{.language = speaker.language()};
  Json list = Json::array();
  for (std::size_t collection = 0; collection < facts.collections.size(); ++collection) {
    Json errors = Json::array();
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < survey.width(); ++i) {
      const std::string name = survey.protocol->attribute_name(i);
      const double error = share_error(collection, i);
      errors.push_back({{"attribute", name}, {"std_error", error}});
      texts.push_back(speaker.quoted(shown(name)) + " " + speaker.decimal(100 * error, 1));
    }
    list.push_back({{"name", facts.collections[collection]},
                    {"reports", facts.people[collection]},
                    {"std_errors", std::move(errors)}});
    outlook.told.push_back(told_reports(survey, facts, collection, speaker));
    outlook.told.push_back("  " + speaker.say(errors_words, {{"errors", fmt::format("{}", fmt::join(texts, " · "))}}));
  }
  outlook.facts = {{"solution", survey.config.solution_word()},
                   {"collections", std::move(list)},
                   {"guarantee", Json::parse(to_json(*promise.stated))}};
  std::ranges::copy(statement.not_private_because, std::back_inserter(outlook.told));
  outlook.told.push_back(statement.promise);
  return outlook;
}

}  // namespace

std::vector<std::string> told_person(const PersonTotal& person, const Speaker& speaker) {
  const Words& words = person.collections == 0         ? survey_told::uncounted
                       : person.cap == SymbolCap::lost ? survey_told::lost
                                                       : survey_told::total;
  const std::string collections =
      speaker.counted(person.collections, survey_told::collection, survey_told::collections);
  return {speaker.say(words, {{"total", speaker.general(person.total)},
                              {"collections", collections},
                              {"lifetime", speaker.general(person.lifetime)}}),
          speaker.say(survey_told::against)};
}

Outlook reports_outlook(const PreparedSurvey& survey, const std::vector<SurveyCollection>& collections,
                        const std::optional<PersonTotal>& person, bool is_seeded) {
  SurveyFacts facts;
  for (const SurveyCollection& people : collections) {
    facts.collections.push_back(people.name);
    facts.people.push_back(people.people);
  }
  const auto expected = [&](std::size_t collection, std::size_t attribute) {
    return expected_error(*survey.protocol, attribute, facts.people[collection]);
  };
  Outlook outlook = survey_outlook(survey, facts, reports_promise(survey, is_seeded), survey_told::expected, expected);
  outlook.facts.push_back({"report_bytes", survey.protocol->report_bytes()});
  if (!person) return outlook;
  outlook.facts.push_back({"person", {{"epsilon_so_far", person->total}, {"epsilon_for_ever", person->lifetime}}});
  std::ranges::copy(told_person(*person, Speaker(outlook.language)), std::back_inserter(outlook.told));
  return outlook;
}

Outlook estimates_outlook(const PreparedSurvey& survey, const SurveyFacts& facts, const SurveyEstimates& estimates) {
  const auto found = [&](std::size_t collection, std::size_t attribute) {
    double largest = 0;
    for (const Estimate& share : estimates.attributes[attribute][collection].shares) {
      largest = std::max(largest, share.std_error);
    }
    return largest;
  };
  Outlook outlook = survey_outlook(survey, facts, survey_promise(survey, facts), survey_told::largest, found);
  outlook.facts.push_back({"confidence", facts.confidence});
  outlook.told.push_back(Speaker(outlook.language).say(survey_told::free));
  return outlook;
}

}  // namespace sourdine
