// A first configuration for events that nobody has described yet: which column is the time, which the place, and the
// table of places. What is certain is taken; what is not is asked, and where nobody answers, refused with one sentence.
//
// The regions of a release must not depend on its events, but a first list has to come from somewhere. Places that
// fewer than `rare` rows name are left out of the table and counted together, and the configuration says that the list
// is from the events: releases are marked as not private until somebody has compared it with a public list.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sourdine/events/table_profile.h"
#include "sourdine/events/time_survey.h"

namespace sourdine {

struct FirstConfigOptions {
  std::string source;     // the events' file
  std::string config;     // the file to write; the table of places goes beside it
  std::string time = {};  // columns; empty: to be found
  std::string clock = {};
  std::string place = {};
  std::string time_format = {};  // empty: to be found
  std::string time_zone = {};    // whose days are counted, where times have a zone
  double epsilon = 1;
  bool has_public_places = false;  // whoever asks says that the places of the events are a public list: all are kept
  std::uint64_t rare = 10;         // places in fewer rows are left out of the table
};

// Something that only a person can decide.
struct Question {
  std::string text;                  // "Which column is the place?"
  std::vector<std::string> answers;  // what can be chosen, as it is written in a configuration
  std::vector<std::string> remarks;  // beside each answer, e.g. "11 different texts"
  std::string option;                // that decides it beforehand: "--place"
};
// The number of the chosen answer; nothing when there is nobody to ask.
using AskQuestion = std::function<std::optional<std::size_t>(const Question&)>;

struct FirstConfig : SurveyedColumns {
  std::string place = {};                          // column
  TimeSurvey times = {};                           // of the events; rows without a time are to be skipped. Raw data
  std::string config_path = {}, config_text = {};  // TOML
  std::string table_path = {}, table_text = {};    // CSV: place, region
  std::size_t regions = 0;                         // in the table
  bool has_other = false;                          // one of them is called "other"
  std::vector<std::pair<std::string, std::uint64_t>> rare = {};  // places left out of it: for the officer's eyes only
  std::uint64_t rare_rows = 0;                                   // of these
  std::uint64_t empty_rows = 0;                                  // without a place
};

// "events.toml" of "folder/events.csv.gz".
std::string default_config_path(const std::string& source);

// Throws Error(bad_input) with what to say when a question has no answer, when there is no time or no place among the
// columns, or when one that was named is not there.
FirstConfig make_first_config(const TableProfile& profile, const FirstConfigOptions& options, const AskQuestion& ask);

// Throws Error(bad_input) when one of the two files is there already.
void refuse_existing_config(const std::string& config_path);
// Writes both files or none, never over another one.
void write_first_config(const FirstConfig& first);

}  // namespace sourdine
