// The tables on which Arcolezi's surveys are measured. None of them is part of Sourdine: they are read from a
// directory, plain or compressed (.gz, .zst), and what is not there is left out.
//
//   adult        adult.data and adult.test of the UCI repository: 9 categorical attributes, rows with '?' left out, as
//                in the papers (45,222 people, domains 7, 16, 7, 14, 6, 5, 2, 41, 2)
//   nursery      db_nursery.csv or nursery.data: 12,960 people, 9 attributes
//   ms-fimu      msfimu_relational.csv: (person, day, visit duration): 7 attributes, one for each day, the duration or
//                absent
//   synthetic    20,000 people, 6 attributes of 2, 3, 5, 8, 17 and 40 values with shares as 1, 1/2, 1/3 …, drawn here
// Longitudinal counters: PWGTP_Montana.csv, 10,336 people with 80 replicate weights, each collected once; the domain is
// all 1,412 weights that occur.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/base/domain.h"
#include "sourdine/random/random.h"

namespace sourdine {

struct StudyTable {
  std::string name;
  std::vector<Value> sizes;   // of the attributes' domains
  std::vector<Value> values;  // person after person

  std::size_t width() const { return sizes.size(); }
  std::size_t people() const { return values.size() / sizes.size(); }
  // How many hold each value of an attribute, and their shares.
  std::vector<std::uint64_t> counts(std::size_t attribute) const;
  std::vector<double> shares(std::size_t attribute) const;
};

StudyTable synthetic_table(Random& random, std::size_t people = 20'000);
// Those of "adult", "nursery", "ms-fimu", "counters" whose files are in the directory; nothing where they are not.
// Throws Error(bad_input), naming file and line, when a row is not as it should be.
std::optional<StudyTable> read_study_table(const std::string& directory, const std::string& name);

}  // namespace sourdine
