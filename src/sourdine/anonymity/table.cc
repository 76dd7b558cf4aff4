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
}

bool AnonymityProblem::survives_joining() const {
  return std::all_of(models.begin(), models.end(),
                     [](const SensitiveModel& model) { return model.survives_joining(); });
}

}  // namespace sourdine
