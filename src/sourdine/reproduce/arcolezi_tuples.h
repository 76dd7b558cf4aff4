// Several attributes per person, once: the mean squared error of all shares on a table, of every solution and oracle
// that the plan compares, at equal ε for the tuple, and of rs+fd as it was published.
//
// Expected: exactly, TupleProtocol::share_variance at the table's true shares, the mean over attributes and over the
// values of each. Measured, for some: all people report, `repetitions` times, and the squared errors are averaged. The
// people are fixed: only the reports are random.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/random/random_source.h"
#include "sourdine/reproduce/arcolezi_data.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {

struct TupleSettings {
  std::vector<double> epsilons = {0.5, 0.693147181, 1, 1.386294361, 2, 3, 4, 5};  // ln 2 and ln 4 among them
  double measured_epsilon = 1;                                                    // one of them
  std::size_t repetitions = 1000;  // of a table of 45,222 people; of smaller ones more, up to four times as many
};

struct TupleRow {
  std::string table;
  double epsilon;    // asked
  TupleLevel level;  // tuple: the tuple has that; published: as rs+fd was published
  TupleSolution solution;
  std::string oracle;  // "best": each attribute its own
  double tuple_epsilon, attribute_epsilon;
  double planned;   // error, before there were data
  double expected;  // error, at the true shares
  std::optional<double> measured = {};
  std::optional<double> std_error = {};  // of what was measured
  bool is_recommended = false;           // by the plan, before there were data
};

struct TupleStudy {
  TupleSettings settings;
  std::vector<TupleRow> rows;  // by table, then ε; the plan's order, then the published ones

  std::vector<const TupleRow*> where(const std::function<bool(const TupleRow&)>& wanted) const;
  // The row with the smallest expected error. Throws std::logic_error when there is none.
  const TupleRow& best(const std::string& table, double epsilon, TupleLevel level) const;
  const TupleRow& best_of(const std::string& table, double epsilon, TupleLevel level, TupleSolution solution) const;
  const TupleRow& recommended(const std::string& table, double epsilon) const;
};

double expected_error(const TupleProtocol& protocol, const StudyTable& table);

// At measured_epsilon the recommended row, the four best by expectation, and the best of every solution are measured,
// all of a table with the same random numbers. Runs in parallel; the result does not depend on the number of threads.
TupleStudy study_tuples(const TupleSettings& settings, const std::vector<StudyTable>& tables,
                        const RandomSource& random, const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace sourdine
