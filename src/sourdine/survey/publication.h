// The estimates of a survey as a publication: reports or tallies → a directory of
//   estimates.csv  one row per collection, attribute and value: share and count with intervals
//   changes.csv    the same of the change between consecutive collections, where there are several
//   pairs.csv      pairs of attributes, where the protocol carries them
//   leakage.csv    ε(t) by attribute, where people report again
// It costs nothing: what is spent was spent by the reports (survey/reports_publication.h).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sourdine/publish/publish.h"
#include "sourdine/survey/estimates.h"
#include "sourdine/survey/statement.h"

namespace sourdine {

inline constexpr Kind survey_kind{.name = "survey",
                                  .verb = "survey estimate",
                                  .title = Words("survey", "enquête"),
                                  .form = Form::directory,
                                  .page_bundle = "survey"};

struct SurveySources {
  std::vector<std::string> files;  // reports, tallies, directories of them
  double confidence = 0.95;        // of the intervals
  AggregateOptions reading = {};
};

class SurveyPublication final : public Ground {
 public:
  SurveyPublication(PreparedSurvey survey, SurveySources sources)
      : survey_(std::move(survey)), sources_(std::move(sources)) {}

  const Kind& kind() const override { return survey_kind; }
  const Head& head() const override { return survey_.config.head; }
  // Throws what gather_survey() does, and Error(bad_input) for files of another survey than the configuration's.
  void read(const Reading& reading) override;
  std::vector<Spending> spendings(const Drawing&) const override { return {}; }
  // Both draw nothing, and throw what estimate_survey() does.
  Outlook outlook(const Drawing& drawing) override;
  Drawn draw(const Drawing& drawing) override;

  const PreparedSurvey& prepared() const { return survey_; }
  const GatheredSurvey& gathered() const { return gathered_; }  // after read()
  const SurveyFacts& facts() const { return facts_; }
  const SurveyEstimates& estimates() const { return estimates_; }  // after draw()

 private:
  PreparedSurvey survey_;
  SurveySources sources_;
  GatheredSurvey gathered_ = {};
  SurveyFacts facts_ = {};
  SurveyEstimates estimates_ = {};
};

// What the page shows beside its head and promise (web/src/survey-types.ts).
nlohmann::ordered_json survey_page_facts(const PreparedSurvey& survey, const SurveyFacts& facts,
                                         const SurveyEstimates& estimates);

}  // namespace sourdine
