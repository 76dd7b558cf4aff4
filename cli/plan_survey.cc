#include "plan_survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/tuple/tuple_plan.h"

namespace sourdine::cli {
namespace {

TupleQuestion survey_question(const SurveyPlanOptions& options) {
  if (!(options.people >= 1 && options.people <= 0x1p62) || std::floor(options.people) != options.people) {
    fail_input(fmt::format("--people must be a whole number of at least 1, not {:g}", options.people));
  }
  TupleQuestion question{.people = static_cast<std::uint64_t>(options.people), .epsilon = options.epsilon};
  std::string_view rest = options.attributes;
  while (true) {
    const std::size_t comma = rest.find(',');
    const double size = number_of("--attributes", std::string(rest.substr(0, comma)));
    if (!(size >= 1 && size <= Domain::max_size) || std::floor(size) != size) {
      fail_input(fmt::format("attribute {} of --attributes must have a whole number of values between 1 and {}, not {}",
                             question.attributes.size() + 1, Domain::max_size, rest.substr(0, comma)));
    }
    question.attributes.push_back({.domain = Domain(static_cast<std::uint64_t>(size))});
    if (comma == std::string_view::npos) return question;
    rest.remove_prefix(comma + 1);
  }
}

nlohmann::json survey_row_json(const TuplePlanRow& row) {
  nlohmann::json attributes = nlohmann::json::array();
  for (std::size_t i = 0; i < row.spec.attributes.size(); ++i) {
    attributes.push_back({{"values", row.spec.attributes[i].domain.size()},
                          {"oracle", row.spec.attributes[i].oracle},
                          {"mse", row.attribute_errors[i]}});
  }
  return {{"solution", word_of(row.spec.solution)},     {"oracle", row.oracle},
          {"local_epsilon", row.local_epsilon},         {"tuple_epsilon", row.tuple_epsilon},
          {"attribute_epsilon", row.attribute_epsilon}, {"mse", row.error},
          {"report_bytes", row.report_bytes},           {"attributes", std::move(attributes)}};
}

nlohmann::json survey_rows_json(const std::vector<TuplePlanRow>& rows) {
  nlohmann::json json = nlohmann::json::array();
  for (const TuplePlanRow& row : rows) json.push_back(survey_row_json(row));
  return json;
}

// What all attributes have in common, or "best".
std::string oracle_text(const TuplePlanRow& row) {
  const std::vector<TupleAttribute>& attributes = row.spec.attributes;
  const auto is_same = [&](const TupleAttribute& one) { return one.oracle == attributes.front().oracle; };
  const bool is_shared = std::all_of(attributes.begin(), attributes.end(), is_same);
  return !is_shared || attributes.front().oracle.empty() ? row.oracle : attributes.front().oracle;
}

void print_rows(std::ostream& out, const std::vector<TuplePlanRow>& rows, bool one_of_each) {
  std::vector<std::vector<std::string>> table = {
      {"solution", "oracles", "error", "epsilon: tuple", "one attribute", "bytes"}};
  std::set<TupleSolution> seen;
  for (const TuplePlanRow& row : rows) {
    if (one_of_each && !seen.insert(row.spec.solution).second) continue;
    table.push_back({std::string(word_of(row.spec.solution)), oracle_text(row),
                     fmt::format("{:.4f}%", 100 * std::sqrt(row.error)), fmt::format("{:.6f}", row.tuple_epsilon),
                     fmt::format("{:.6f}", row.attribute_epsilon), fmt::format("{}", row.report_bytes)});
  }
  print_table(out, "llrrrr", table);
}

// "smp with ss", or the oracle of each attribute where they differ.
std::string recommended(const TuplePlanRow& row) {
  std::vector<std::string> oracles;
  for (const TupleAttribute& one : row.spec.attributes) oracles.push_back(one.oracle);
  const bool is_each = oracle_text(row) != oracles.front() && row.spec.solution != TupleSolution::joint;
  return fmt::format("{} with {}", word_of(row.spec.solution),
                     is_each ? fmt::format("{}", fmt::join(oracles, ", ")) : oracle_text(row));
}

void print_survey_plan(std::ostream& out, const TupleQuestion& question, const TuplePlan& plan) {
  fmt::print(out, "{} attributes, {} people, epsilon {:g}: the best of every solution, best first.\n\n",
             question.attributes.size(), question.people, question.epsilon);
  fmt::print(out, "Epsilon {:g} for the whole tuple, whatever a person's attributes are:\n\n", question.epsilon);
  print_rows(out, plan.equal_tuple, true);
  fmt::print(out, "\nEpsilon {:g} for one attribute, while the others are as they are:\n\n", question.epsilon);
  print_rows(out, plan.equal_attribute, true);
  fmt::print(out, "\nrs+fd as published with epsilon {:g}, and what it has in truth:\n\n", question.epsilon);
  print_rows(out, plan.published, false);
  fmt::print(out,
             "\nRecommended: {}. Local privacy is a promise about the whole tuple: the first table.\n"
             "The error is the root of the mean squared error of a share, over all values of all attributes. 'best': "
             "each\nattribute has the oracle that is best for it. --json has all rows, with each attribute's error.\n",
             recommended(plan.equal_tuple.front()));
}

}  // namespace

void plan_survey(const SurveyPlanOptions& options, Context& context) {
  const TupleQuestion question = survey_question(options);
  const TuplePlan plan = tuple_plan(question);
  if (!options.json) return print_survey_plan(context.out, question, plan);
  nlohmann::json sizes = nlohmann::json::array();
  for (const TupleAttribute& one : question.attributes) sizes.push_back(one.domain.size());
  print_json(context.out, {{"attributes", std::move(sizes)},
                           {"people", question.people},
                           {"epsilon", question.epsilon},
                           {"recommended", survey_row_json(plan.equal_tuple.front())},
                           {"equal_tuple", survey_rows_json(plan.equal_tuple)},
                           {"equal_attribute", survey_rows_json(plan.equal_attribute)},
                           {"published_rs_fd", survey_rows_json(plan.published)}});
}

}  // namespace sourdine::cli
