#include "sourdine/anonymity/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {

std::string_view word_of(LossMeasure measure) {
  switch (measure) {
    case LossMeasure::discernibility:
      return "discernibility";
    case LossMeasure::class_size:
      return "average class size";
    case LossMeasure::ncp:
      return "NCP";
    case LossMeasure::entropy:
      return "non-uniform entropy";
  }
  return "";
}

namespace {

// Rows of the table that the population does not have as often: then no share of it is a probability.
void require_part_of_population(const AnonymityProblem& problem) {
  const PresenceModel& presence = *problem.presence;
  if (!(presence.least >= 0 && presence.least <= presence.most && presence.most <= 1)) {
    fail_input(fmt::format("presence is asked for from {} to {}", presence.least, presence.most),
               "It must be from 0 to 1, the first not above the second.");
  }
  const Classes classes = group_rows(problem.with_population());
  std::vector<std::uint64_t> in_table(classes.count()), in_population(classes.count());
  for (std::size_t row = 0; row < classes.rows(); ++row) {
    ++(row < problem.rows() ? in_table : in_population)[classes.class_of[row]];
  }
  for (std::size_t row = 0; row < problem.rows(); ++row) {
    const std::uint32_t number = classes.class_of[row];
    if (in_table[number] <= in_population[number]) continue;
    std::string values;
    for (std::size_t a = 0; a < problem.quasi.size(); ++a) {
      values += (a > 0 ? ", " : "") + shown(problem.hierarchies[a]->label(0, problem.quasi[a].codes[row]));
    }
    fail_input(fmt::format("the table has {} like '{}', and the population {}", counted(in_table[number], "row"),
                           values, in_population[number]),
               "The population must hold everybody of the table.");
  }
}

}  // namespace

void AnonymityProblem::require_valid() const {
  if (quasi.empty())
    fail_input("there is no quasi-identifier", "Name the columns that somebody else may know as well.");
  if (k == 0) fail_input("k is 0, and must be at least 1");
  if (k > rows()) {
    fail_input(fmt::format("k is {}, and the table has {}", k, counted(rows(), "row")),
               "No class can have as many: choose a smaller k.");
  }
  if (hierarchies.size() != quasi.size() || models.size() != sensitive.size())
    fail_internal("columns without a meaning");
  for (std::size_t i = 0; i < quasi.size(); ++i) {
    if (quasi[i].codes.size() != rows() || quasi[i].size != hierarchies[i]->size()) fail_internal("columns do not fit");
  }
  for (std::size_t i = 0; i < sensitive.size(); ++i) {
    if (sensitive[i].codes.size() != rows()) fail_internal("columns do not fit");
    models[i].require_valid();
  }
  if (population && population->columns.size() != quasi.size()) fail_internal("a population without all columns");
  if (presence && !population) fail_internal("presence without a population");
  if (presence) require_part_of_population(*this);
}

std::vector<CodedColumn> AnonymityProblem::with_population() const {
  std::vector<CodedColumn> joined = quasi;
  for (std::size_t a = 0; a < joined.size(); ++a) {
    const std::vector<Value>& codes = population->columns[a].codes;
    joined[a].codes.insert(joined[a].codes.end(), codes.begin(), codes.end());
  }
  return joined;
}

}  // namespace sourdine
