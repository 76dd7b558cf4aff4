// publish_survey(): reports or tallies → a directory of estimates that appears whole or not at all. Estimates cost
// nothing: what is spent was spent by the reports.
//   estimates.csv  one row per collection, attribute and value: share and count with intervals
//   changes.csv    the same of the change between consecutive collections, where there are several
//   pairs.csv      pairs of attributes, where the protocol carries them
//   leakage.csv    ε(t) by attribute, where people report again
//   manifest.json  what was done: guarantees, protocol, randomness, version
//   PRIVACY.md     the statement in plain words
//   page.json      what the page is made from; index.html, the page (report/page_file.h)
//   SHA256SUMS     what these files were when they were published (publish/sums.h)
#pragma once

#include <string>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/survey/estimates.h"
#include "sourdine/survey/statement.h"

namespace sourdine {

struct SurveyPublishing {
  std::vector<std::string> files;  // reports, tallies, directories of them
  std::string directory;
  double confidence = 0.95;
  bool replaces = false;  // a published survey that is there
  AggregateOptions reading = {};
  StopToken stop = {};
};

struct PublishedSurvey {
  SurveyGround ground;
  GatheredSurvey gathered;
  SurveyFacts facts;
  SurveyEstimates estimates;
  SurveyStatement statement;  // in English
  std::string fingerprint;
};

// Throws Error, writing nothing: what gather_survey() and estimate_survey() throw, files of another survey than the
// configuration's, a directory that exists.
PublishedSurvey publish_survey(SurveyGround ground, const SurveyPublishing& options);

}  // namespace sourdine
