#include "sourdine/survey/told.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

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

std::string with_name(const std::string& name, std::string text, const Speaker& speaker) {
  if (name.empty()) return text;
  return speaker.say(survey_told::in_collection, {{"name", speaker.quoted(shown(name))}, {"text", std::move(text)}});
}

std::string told_count(std::uint64_t reports, const Speaker& speaker) {
  return speaker.counted(reports, survey_told::report, survey_told::reports);
}

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

// By attribute: for programs and for people.
Json errors_json(const TupleProtocol& protocol, const std::vector<double>& errors) {
  Json list = Json::array();
  for (std::size_t i = 0; i < errors.size(); ++i) {
    list.push_back({{"attribute", protocol.attribute_name(i)}, {"std_error", errors[i]}});
  }
  return list;
}

std::string told_errors(const TupleProtocol& protocol, const std::vector<double>& errors, const Words& words,
                        const Speaker& speaker) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    texts.push_back(speaker.quoted(shown(protocol.attribute_name(i))) + " " + speaker.decimal(100 * errors[i], 1));
  }
  return speaker.say(words, {{"errors", fmt::format("{}", fmt::join(texts, " · "))}});
}

void tell_promise(const Statement& statement, std::vector<std::string>& told) {
  told.insert(told.end(), statement.not_private_because.begin(), statement.not_private_because.end());
  told.push_back(statement.promise);
}

std::string told_total(const PersonTotal& person, const Speaker& speaker) {
  const std::string lifetime = speaker.general(person.lifetime);
  if (person.collections == 0) return speaker.say(survey_told::uncounted, {{"lifetime", lifetime}});
  if (person.cap == SymbolCap::lost) return speaker.say(survey_told::lost, {{"lifetime", lifetime}});
  return speaker.say(
      survey_told::total,
      {{"total", speaker.general(person.total)},
       {"collections", speaker.counted(person.collections, survey_told::collection, survey_told::collections)},
       {"lifetime", lifetime}});
}

}  // namespace

std::vector<std::string> told_person(const PersonTotal& person, const Speaker& speaker) {
  return {told_total(person, speaker), speaker.say(survey_told::against)};
}

Outlook reports_outlook(const PreparedSurvey& survey, const std::vector<SurveyCollection>& collections,
                        const std::optional<PersonTotal>& person, bool is_seeded) {
  const Speaker speaker(survey.config.head.language);
  const std::string bytes = speaker.counted(survey.protocol->report_bytes(), survey_told::byte, survey_told::bytes);
  Outlook outlook{.language = speaker.language()};
  Json list = Json::array();
  for (const SurveyCollection& people : collections) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < survey.width(); ++i) {
      errors.push_back(expected_error(*survey.protocol, i, people.people));
    }
    list.push_back({{"name", people.name},
                    {"reports", people.people},
                    {"expected_errors", errors_json(*survey.protocol, errors)}});
    const std::string reports =
        speaker.say(survey_told::reports_of, {{"reports", told_count(people.people, speaker)}, {"bytes", bytes}});
    outlook.told.push_back(with_name(people.name, reports, speaker));
    outlook.told.push_back("  " + told_errors(*survey.protocol, errors, survey_told::expected, speaker));
  }
  outlook.facts = {{"solution", survey.config.solution_word()},
                   {"collections", std::move(list)},
                   {"report_bytes", survey.protocol->report_bytes()},
                   {"guarantee", Json::parse(to_json(survey.protocol->guarantee()))}};
  tell_promise(reports_promise(survey, is_seeded).in(speaker.language()), outlook.told);
  if (!person) return outlook;
  outlook.facts.push_back({"person", {{"epsilon_so_far", person->total}, {"epsilon_for_ever", person->lifetime}}});
  const std::vector<std::string> spent = told_person(*person, speaker);
  outlook.told.insert(outlook.told.end(), spent.begin(), spent.end());
  return outlook;
}

Outlook estimates_outlook(const PreparedSurvey& survey, const SurveyFacts& facts, const SurveyEstimates& estimates) {
  const Speaker speaker(survey.config.head.language);
  Outlook outlook{.language = speaker.language()};
  Json list = Json::array();
  for (std::size_t i = 0; i < facts.collections.size(); ++i) {
    std::vector<double> errors;
    for (const std::vector<AttributeEstimates>& attribute : estimates.attributes) {
      const std::vector<Estimate>& shares = attribute[i].shares;
      errors.push_back(std::max_element(shares.begin(), shares.end(), [](const Estimate& a, const Estimate& b) {
                         return a.std_error < b.std_error;
                       })->std_error);
    }
    list.push_back({{"name", facts.collections[i]},
                    {"people", facts.people[i]},
                    {"largest_errors", errors_json(*survey.protocol, errors)}});
    outlook.told.push_back(with_name(facts.collections[i], told_count(facts.people[i], speaker), speaker));
    outlook.told.push_back("  " + told_errors(*survey.protocol, errors, survey_told::largest, speaker));
  }
  outlook.facts = {{"solution", survey.config.solution_word()},
                   {"collections", std::move(list)},
                   {"confidence", facts.confidence},
                   {"guarantee", Json::parse(to_json(survey_guarantee(survey, facts)))}};
  tell_promise(survey_promise(survey, facts).in(speaker.language()), outlook.told);
  outlook.told.push_back(speaker.say(survey_told::free));
  return outlook;
}

}  // namespace sourdine
