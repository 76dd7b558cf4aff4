// `sourdine reproduce arcolezi2022`.
#pragma once

#include <cstdint>
#include <string>

#include "app.h"

namespace sourdine::cli {

struct SurveyStudyOptions {
  std::uint64_t seed = 1;
  std::string data;       // a directory with the tables, or empty
  std::string page;       // a file to write, or empty
  bool is_quick = false;  // few draws
  bool json = false;
};

void reproduce_surveys(const SurveyStudyOptions& options, Context& context);

// The text in lines of at most 100 letters that begin with `indent`.
void print_wrapped(std::ostream& out, std::string_view text, std::string_view indent);

}  // namespace sourdine::cli
