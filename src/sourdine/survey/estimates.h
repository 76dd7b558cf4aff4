// What is estimated from the collections of a survey: shares of every attribute's values, what changed between
// collections, and pairs of attributes where the protocol carries them.
//
// Change of a share between two collections, c2/m2 − c1/m1, m_i being the reports about the attribute. Its variance is
// bounded by
//   V1/m1² + V2/m2²                      noise: those who kept their permanent response make it less, never more
//   + moved·min(m1, m2)/(m1·m2)          Memoised::Shared, for those who moved between two other values
//   + (s1 + s2)²                         smp: s_i² = f_i(1−f_i)/m_i · (n_i−m_i)/(n_i−1), who drew the attribute
// each at the end of the collection's own interval where it is largest. The people who drew an attribute are the same
// in both, and may have moved in opposite directions: their part adds up by standard errors (Cauchy–Schwarz), not by
// variances. For one attribute per person and equal m it is longitudinal/collections.h's estimate_change() over m.
// The interval is change ± z·standard error.
#pragma once

#include <vector>

#include "sourdine/survey/gather.h"
#include "sourdine/tuple/tuple_estimate.h"

namespace sourdine {

struct SurveyPair {
  std::size_t first, second;  // attributes
  std::vector<PairEstimates> collections;
};

struct SurveyEstimates {
  std::vector<std::vector<AttributeEstimates>> attributes;  // [attribute][collection]
  std::vector<std::vector<std::vector<Estimate>>> changes;  // [attribute][collection − 1][value], of shares
  std::vector<SurveyPair> pairs;                            // none where the protocol does not carry them
};

// Throws Error(bad_input) when nobody answered about an attribute in a collection, and as estimate() does.
SurveyEstimates estimate_survey(const GatheredSurvey& survey, double confidence);

}  // namespace sourdine
