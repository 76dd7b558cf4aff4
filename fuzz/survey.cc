// Configurations of surveys: any bytes are read without harm. What comes out never lets people report again without a
// memo, and what is made of it spends no more than was asked.
#include "sourdine/survey/survey.h"

#include <cmath>

#include "check.h"
#include "sourdine/base/error.h"

namespace {

using namespace sourdine;
using fuzz::check;

void fuzz_survey(const std::string& text) {
  const SurveyConfig config = parse_survey_config(text, "fuzz.toml");
  const SurveyPrivacyConfig& privacy = config.privacy;
  check(privacy.epsilon > 0 && std::isfinite(privacy.epsilon), "epsilon is positive");
  check(!config.attributes.empty(), "something is asked");
  if (config.is_repeated) {
    check(!privacy.memo_key.empty() && !config.people.id.empty(), "people who report again have a memo");
    check(!privacy.epsilon1 || *privacy.epsilon1 < privacy.epsilon, "one report tells less than all");
    check(!privacy.cap || !privacy.state.empty(), "a cap is counted");
  } else {
    check(config.people.collection.empty(), "one collection");
  }
  if (config.attributes.size() > 3) return;
  for (const SurveyAttributeConfig& attribute : config.attributes) {
    if (!attribute.labels_file.empty()) return;  // no other file is read
  }
  const PreparedSurvey survey = prepare_survey(config);
  check(survey.protocol->epsilon() <= survey.protocol->tuple_epsilon_asked(), "no more is spent than was asked");
  if (!config.is_repeated) return;
  check(survey.total(1, SymbolCap::none) <= survey.protocol->tuple_epsilon_asked() * (1 + 1e-12), "one symbol");
  check(survey.lifetime_total(SymbolCap::enforced) <= survey.lifetime_total(SymbolCap::none), "a cap spends no more");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    fuzz_survey({reinterpret_cast<const char*>(data), size});
  } catch (const Error&) {
  }
  return 0;
}
