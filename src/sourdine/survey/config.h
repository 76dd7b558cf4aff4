// SurveyConfig: what whoever runs a survey writes in a TOML file. docs/surveys.md explains every key. Relative paths
// are relative to the file's folder; unknown keys are errors.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/publish/config_text.h"
#include "sourdine/publish/source_config.h"
#include "sourdine/tuple/tuple_spec.h"

namespace sourdine {

struct SurveyPeopleConfig : SourceConfig {
  std::string id;                        // column: who it is; needed where people report again
  std::string collection;                // column: which collection a row belongs to; empty: all rows are one
  std::vector<std::string> collections;  // all there may be, in order; empty: any, ordered by name
};

struct SurveyAttributeConfig {
  std::string name;
  std::string column;               // the name where it is not given
  std::vector<std::string> labels;  // one of the three
  std::string labels_file;
  std::vector<double> bins;  // edges, ascending: [a, b), [b, c), …, the last one with its end
  std::string oracle;        // empty: that of [privacy]
  std::map<std::string, double> parameters;
  std::vector<double> prior;  // rs+rfd: public shares, one per value
};

struct SurveyPrivacyConfig {
  TupleSolution solution = TupleSolution::smp;
  bool is_allomfree = false;  // smp, whose oracles the rule of longitudinal/allomfree.h chooses
  double epsilon = 0;
  TupleLevel level = TupleLevel::tuple;
  std::string oracle = "adp";  // repeated: what the rule chooses
  bool pairs = false;
  std::optional<double> epsilon1;    // of one report, at the level of epsilon
  std::string memo_key;              // file
  std::optional<std::uint64_t> cap;  // of the different symbols of a person and attribute
  std::string state;                 // directory: which symbols people have used
};

struct SurveyConfig {
  Head head = {};
  SurveyPeopleConfig people;
  std::vector<SurveyAttributeConfig> attributes;
  SurveyPrivacyConfig privacy;
  bool is_repeated = false;  // people report again and again

  // "allomfree", or the word of the solution.
  std::string solution_word() const;
  // Which symbols people have used; empty: nobody counts.
  std::string state_file() const;
};

// Throws Error(bad_input) naming file, line and key; reads no other file.
SurveyConfig read_survey_config(const ConfigText& text);
// The same of a text in place of a file.
inline SurveyConfig parse_survey_config(const std::string& text, const std::string& path) {
  return read_survey_config({text, path});
}

}  // namespace sourdine
