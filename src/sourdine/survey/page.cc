#include "sourdine/survey/page.h"

#include "sourdine/longitudinal/leakage.h"

namespace sourdine {
namespace {

std::vector<SurveyPageShare> page_shares(const std::vector<Estimate>& estimates) {
  std::vector<SurveyPageShare> shares;
  for (const Estimate& one : estimates) shares.push_back({one.value, one.lower, one.upper});
  return shares;
}

std::vector<std::string> sentences(const SurveyStatement& statement, Language language) {
  std::vector<std::string> all = {statement.promise};
  all.insert(all.end(), statement.more.begin(), statement.more.end());
  const char* const not_protected = language == Language::fr ? "Non protégé : " : "Not protected: ";
  for (const std::string& one : statement.not_protected) all.push_back(not_protected + one);
  return all;
}

SurveyPageAttribute page_attribute(const SurveyGround& ground, const SurveyEstimates& estimates,
                                   std::size_t attribute) {
  const TupleProtocol& protocol = *ground.protocol;
  SurveyPageAttribute shown{.name = protocol.attribute_name(attribute),
                            .oracle = protocol.tuple_spec().attributes[attribute].oracle,
                            .labels = {},
                            .shares = {}};
  if (shown.oracle.empty()) shown.oracle = protocol.tuple_spec().oracle;
  for (Value value = 0; value < protocol.domain_size(attribute); ++value) {
    shown.labels.push_back(protocol.domain(attribute).label(value));
  }
  for (const AttributeEstimates& collection : estimates.attributes[attribute]) {
    shown.shares.push_back(page_shares(collection.shares));
    shown.reports.push_back(static_cast<double>(collection.reports));
  }
  for (const std::vector<Estimate>& change : estimates.changes[attribute]) shown.changes.push_back(page_shares(change));
  if (ground.config.is_repeated) {
    const Memoised& memoised = ground.memoised(attribute);
    const std::vector<std::uint64_t> counts = usual_report_counts();
    const std::vector<double> curve = leakage(memoised, counts);
    for (std::size_t i = 0; i < counts.size(); ++i) shown.leakage.emplace_back(counts[i], curve[i]);
    shown.epsilon1 = memoised.report_epsilon();
    shown.epsilon_limit = memoised.symbol_epsilon();
  }
  return shown;
}

}  // namespace

std::vector<std::uint64_t> usual_report_counts() { return {1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100}; }

SurveyPage survey_page_of(const SurveyGround& ground, const SurveyFacts& facts, const SurveyEstimates& estimates) {
  const SurveyConfig& config = ground.config;
  const Language other = config.language == Language::fr ? Language::en : Language::fr;
  SurveyPage page;
  page.title = config.title;
  page.language = config.language;
  page.solution = config.solution_word();
  page.collections = facts.collections;
  page.people.assign(facts.people.begin(), facts.people.end());
  page.confidence = facts.confidence;
  page.tuple_epsilon = ground.protocol->privacy().tuple;
  page.attribute_epsilon = ground.protocol->privacy().attribute;
  page.has_memo = config.is_repeated;
  if (config.is_repeated) page.worst_total = ground.lifetime_total(facts.cap);
  if (!config.is_repeated && facts.collections.size() > 1) {
    page.worst_total = ground.total(facts.collections.size(), facts.cap);
  }
  const SurveyStatement statement = survey_statement(ground, facts, config.language);
  const SurveyStatement translated = survey_statement(ground, facts, other);
  page.guarantee = sentences(statement, config.language);
  page.guarantee_translated = sentences(translated, other);
  page.not_private_because = statement.not_private_because;
  page.not_private_because_translated = translated.not_private_because;
  if (config.is_repeated) page.cap = config.privacy.cap;
  for (std::size_t i = 0; i < ground.width(); ++i) page.attributes.push_back(page_attribute(ground, estimates, i));
  return page;
}

}  // namespace sourdine
