// Surveys published as the command line does it, for tests.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/random/random_source.h"
#include "sourdine/survey/publication.h"
#include "sourdine/survey/reports_publication.h"

namespace sourdine::testing {

struct Randomizing {
  std::string source;
  std::string out;
  std::string collection = {};
  bool replaces = false;
  MemoryWishes memory = {};
  std::optional<RowSecret> secret = {};
  std::function<void(const std::string&)> progress = [](const std::string&) {};
};

struct RandomizedSurvey {
  PreparedSurvey survey;
  std::optional<PersonTotal> person;
  LedgerTotal spent;
};

inline RandomizedSurvey randomize_survey(const PreparedSurvey& survey, const RandomSource& random,
                                         const Randomizing& how) {
  ReportsPublication reports(survey, {.collection = how.collection, .memory = how.memory});
  const Published published =
      publish(reports,
              {.out = how.out,
               .replaces = how.replaces,
               .reading = {.source = how.source, .progress = how.progress, .secret = how.secret}},
              random);
  return {survey, reports.person(), published.payment.receipt()->total()};
}

struct Estimating {
  std::vector<std::string> files;
  std::string directory;
  double confidence = 0.95;
  bool replaces = false;
};

struct EstimatedSurvey {
  SurveyFacts facts;
  SurveyEstimates estimates;
  Promise promise;
  std::string fingerprint;
};

inline EstimatedSurvey publish_survey(const PreparedSurvey& survey, const Estimating& how) {
  SurveyPublication estimated(survey, {.files = how.files, .confidence = how.confidence});
  const Published published = publish(estimated, {.out = how.directory, .replaces = how.replaces}, SecureSource());
  return {estimated.facts(), estimated.estimates(), published.drawn.promise, published.fingerprint};
}

}  // namespace sourdine::testing
