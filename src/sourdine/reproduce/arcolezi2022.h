// Surveys as in Arcolezi's thesis (2022) and its papers, beside ours: several attributes (SPL, SMP, RS+FD) and repeated
// collections (L-GRR, L-UE, LOLOHA, dBitFlipPM, ALLOMFREE), every published claim with a verdict.
// Seeded randomness: a study, not a release.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sourdine/reproduce/arcolezi_claims.h"

namespace sourdine {

struct Arcolezi2022Settings {
  TupleSettings tuples = {};
  LongSettings repeated = {};
  std::size_t coverage_repetitions = 2000;
  std::uint64_t seed = 1;
  std::string data = {};  // directory; empty: synthetic data alone
};
// Few draws, to see the form of it.
Arcolezi2022Settings quick_arcolezi2022();

struct Arcolezi2022 {
  SurveyEvidence evidence;
  std::vector<std::string> missing;  // tables that were not there: "adult", …
  std::vector<SurveyClaim> published;
  std::vector<SurveyClaim> own;

  // Too few for verdicts about what is measured: they may fail by chance.
  bool has_few_draws() const { return evidence.coverage.repetitions < 1000; }
};

// `progress` is told what is done, and how much of it.
Arcolezi2022 reproduce_arcolezi2022(const Arcolezi2022Settings& settings,
                                    const std::function<void(const std::string&, std::size_t, std::size_t)>& progress);

// Everything, all rows included.
std::string to_json(const Arcolezi2022& result);
// One HTML file that needs no other file and no network.
std::string arcolezi2022_page(const Arcolezi2022& result);

}  // namespace sourdine
