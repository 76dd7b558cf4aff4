// What was published about surveys of several attributes and repeated collections, each claim beside what exact
// computation or measurement shows; and what is shown of ours.
//
// Sources: Arcolezi, Couchot, Al Bouna, Xiao, CIKM 2021 (SPL, SMP, RS+FD); the same, Digital Communications and
// Networks 2022 (L-GRR, L-UE, ALLOMFREE); Arcolezi, Pinzón, Palamidessi, Gambs, EDBT 2023 (LOLOHA); Arcolezi, Gambs,
// Couchot, Palamidessi, PVLDB 2023 (RS+RFD, attacks); Ding, Kulkarni, Yekhanin, NeurIPS 2017 (dBitFlipPM); the library
// multi-freq-ldpy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/reproduce/arcolezi_coverage.h"
#include "sourdine/reproduce/arcolezi_longitudinal.h"
#include "sourdine/reproduce/arcolezi_tuples.h"
#include "sourdine/reproduce/study_chart.h"

namespace sourdine {

struct SurveyClaim {
  std::string source;  // "CIKM 2021", or "ours"
  std::string claim;
  bool holds;
  std::string finding;  // with our figures
  std::optional<Chart> chart = {};
};

// Everything the claims are decided by.
struct SurveyEvidence {
  std::vector<StudyTable> tables;
  TupleStudy tuples;
  LongStudy repeated;
  CoverageStudy coverage;
  std::uint64_t seed = 1;  // of the attacks
};

// Published claims: those about one collection, then those about repeated ones.
std::vector<SurveyClaim> published_tuple_claims(const SurveyEvidence& evidence);
std::vector<SurveyClaim> published_long_claims(const SurveyEvidence& evidence);
// Ours: what is promised of the plan, of the exact calibration, of counters and of intervals.
std::vector<SurveyClaim> own_claims(const SurveyEvidence& evidence);

// The error by ε on one table: the best of every solution at equal ε for the tuple, and rs+fd as published.
Chart tuple_chart(const TupleStudy& study, const std::string& table);
// The error of one collection by ε, protocol by protocol.
Chart long_chart(const LongStudy& study, const std::string& table);

}  // namespace sourdine
