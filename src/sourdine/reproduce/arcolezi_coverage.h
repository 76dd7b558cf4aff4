// How often intervals of 95 % cover the truth: every solution and attribute, every memoised oracle and collection.
//
// People are fixed: 4,500 with attributes of 2, 5 and 16 values, shares as 1, 1/2, 1/3 …, so that with smp each
// attribute has about 1,500 reports; repeated collections are 3, between which one in five people takes another value,
// of 1,500 people and 10 values, and of the 4,500 with smp and one attribute for life (ALLOMFREE), permanent responses
// kept.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sourdine {

struct CoverageRow {
  std::string protocol;   // "smp, ss", "l-osue"
  std::string about;      // "attribute 2 of 3", "collection 1"
  std::uint64_t reports;  // about it in one repetition, about
  double covered;         // mean over the values
  double least, most;     // of one value
};

struct CoverageStudy {
  double confidence = 0.95;
  std::size_t repetitions = 0;
  std::vector<CoverageRow> rows;

  double least() const;  // over the rows
  double most() const;
};

// Runs in parallel; the result does not depend on the number of threads.
CoverageStudy study_coverage(std::size_t repetitions, std::uint64_t seed,
                             const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace sourdine
