// The people of a survey, read and checked: their ids and values by collection. As private as the table itself.
#pragma once

#include <string>
#include <vector>

#include "sourdine/base/packed_texts.h"
#include "sourdine/base/stop.h"
#include "sourdine/survey/survey.h"

namespace sourdine {

struct SurveyCollection {
  std::string name;           // may be empty
  std::vector<Value> values;  // width() of each person, person after person
  PackedTexts ids;            // none where people have none
  std::size_t people = 0;
};

struct PeopleOptions {
  std::string source;      // in place of the configuration's
  std::string collection;  // only this one; where no column says it, the name of all rows' collection
  StopToken stop;
};

// In order: as the configuration lists them, or by name. Throws Error(bad_input) naming the place (file, line, column):
// a value that is missing or no label, an id or a collection that is missing, a person twice in one collection, a
// collection that is not listed, a table without rows.
std::vector<SurveyCollection> read_people(const PreparedSurvey& survey, const PeopleOptions& options);

// The place of a collection among the configuration's; names that are not listed come last, in the order of names
// (base/name_order.h).
bool comes_before(const SurveyConfig& config, const std::string& first, const std::string& second);

}  // namespace sourdine
