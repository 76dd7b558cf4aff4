// Repeated collections: the error of one collection, of every memoised protocol as published and with the exact
// calibration, on tables (one attribute per person, for life) and on counters that are collected 80 times.
//
// Published parameters are run by our own oracles: round one is the same, and the second round of L-GRR and LOLOHA is
// the one whose single report tells what theirs tells in truth (published::Rounds::report_epsilon), which is less than
// the ε1 they state. So the channel is theirs exactly, and errors are exact or drawn by the same code.
// Expected: the exact variance at the true shares. Measured: drawn reports. A collection's error does not depend on
// whether permanent responses were kept; ours are kept in what is measured, since that is what is run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/oracle/oracle.h"
#include "sourdine/random/random_source.h"
#include "sourdine/reproduce/arcolezi_data.h"

namespace sourdine {

struct LongSettings {
  std::vector<double> epsilons = {0.5, 1, 2, 3, 4, 5};  // for ever; one report has half
  double counters_epsilon = 2, counters_epsilon1 = 1;
  std::size_t collections = 80;  // of the counters, at most
};

// L-SUE, L-OSUE, L-OUE, L-SOUE, L-GRR, LOLOHA, ALLOMFREE; LOLOHA with the best number of buckets of the calibration.
enum class Calibration { published, exact };
struct LongProtocol {
  std::string name;
  Calibration calibration;
};
// In this order; those whose published parameters are exact have one row (published).
std::vector<LongProtocol> long_protocols();
// "L-GRR, exact".
std::string title_of(const LongProtocol& protocol);
// Of one attribute; nothing where the parameters cannot be (L-OUE, L-SOUE near ε1 = ε).
std::shared_ptr<const Oracle> long_oracle(const LongProtocol& protocol, const Domain& domain, double epsilon,
                                          double epsilon1);

struct LongRow {
  std::string table;
  LongProtocol protocol;
  double epsilon, epsilon1;
  double expected;  // mean squared error of a share, over attributes and values
};

struct CounterRow {
  std::string protocol;       // "L-GRR, published", "dBitFlipPM, 353 buckets, 1 bit"
  bool is_ours = false;       // what is recommended
  bool is_published = false;  // a two-round protocol as published, at the same ε and ε1
  double epsilon1;            // what one report tells in truth
  std::uint64_t buckets;      // values, or buckets, whose shares are estimated
  double expected;            // mean squared error of a share in one collection; the same for each
  double measured;            // mean over the collections
  double worst_collection;    // the largest of one
  double worst_total;         // ε of all reports of the person who has most different symbols, at most
};

struct LongStudy {
  LongSettings settings;
  std::vector<LongRow> rows;         // by table, ε, protocol
  std::vector<CounterRow> counters;  // none without the table
  std::uint64_t counter_people = 0, counter_values = 0, counter_collections = 0;
  std::uint64_t most_values = 0;  // that one person has over all collections

  const LongRow* find(const std::string& table, double epsilon, const LongProtocol& protocol) const;
};

// `counters` may be none. Runs in parallel; the result does not depend on the number of threads.
LongStudy study_longitudinal(const LongSettings& settings, const std::vector<StudyTable>& tables,
                             const std::optional<StudyTable>& counters, std::uint64_t seed,
                             const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace sourdine
