// The exact channel of an oracle over a small domain: Pr[report | value] for every report, by enumeration.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/oracle/oracle.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/exact.h"

namespace sourdine::testing {

using Report = std::vector<std::uint8_t>;
struct ReportOrder {  // operator< of byte vectors sets off a false alarm of g++ 12 (stringop-overread)
  bool operator()(const Report& a, const Report& b) const { return std::ranges::lexicographical_compare(a, b); }
};

struct Channel {
  std::map<Report, std::vector<Exact>, ReportOrder> probability;  // report → Pr[report | v] for v = 0 … k−1
  bool covers_all_reports = true;                                 // false: hash seeds are sampled
};

// `run(value, branches, report)` makes one report.
template <class Run>
Channel enumerate_channel(const Oracle& oracle, Run run) {
  Channel channel;
  for (Value value = 0; value < oracle.k(); ++value) {
    Branches branches;
    branches.explore([&](Branches& chance) {
      Report report(oracle.report_bytes());
      run(value, chance, report);
      Exact probability = 1;
      for (const Fraction& step : chance.path()) {
        probability *= step.denominator == 0 ? Exact(step.numerator) / two_to_64()
                                             : Exact(step.numerator) / Exact(step.denominator);
      }
      auto& row = channel.probability[report];
      row.resize(oracle.k());
      row[value] += probability;
    });
    if (branches.drew_public_word()) channel.covers_all_reports = false;
  }
  return channel;
}

// What ε is about: a report, or of a memoised oracle the permanent response.
inline Channel enumerate_channel(const Oracle& oracle) {
  return enumerate_channel(oracle, [&oracle](Value value, Branches& chance, Report& report) {
    oracle.enumerate({&value, 1}, chance, report);
  });
}

// What estimates, variance and likelihood are about: one report.
inline Channel enumerate_report_channel(const Oracle& oracle) {
  const auto* const memoised = dynamic_cast<const Memoised*>(&oracle);
  if (memoised == nullptr) return enumerate_channel(oracle);
  return enumerate_channel(oracle, [memoised](Value value, Branches& chance, Report& report) {
    memoised->enumerate_report(value, chance, report);
  });
}

inline Tally tally_of(const Oracle& oracle, const Report& report) {
  Reports reports(oracle.report_bytes());
  const auto room = reports.append(1);
  std::copy(report.begin(), report.end(), room.begin());
  Tally tally = oracle.empty_tally();
  oracle.tally(reports, tally);
  return tally;
}

// Unbiased over the choice of hash functions, not for fixed ones: no matrix identity for one list of seeds.
inline bool averages_over_hashes(std::string_view name) { return name == "blh" || name == "olh" || name == "loloha"; }
// Both rounds of rappor are too many outcomes.
inline bool enumerates_its_reports(std::string_view name) { return name != "rappor"; }

struct Case {
  const OracleRow* row;
  std::unique_ptr<const Oracle> oracle;
  std::string label;
};

// Every oracle of the table with a channel small enough to enumerate.
inline std::vector<Case> small_cases(const std::vector<Value>& sizes, const std::vector<double>& epsilons) {
  std::vector<Case> cases;
  for (const OracleRow& row : oracle_table()) {
    for (const Value k : sizes) {
      for (const double epsilon : epsilons) {
        cases.push_back({&row, make_oracle(table_spec(row, Domain(k), epsilon, true)),
                         std::string(row.name) + ", k = " + std::to_string(k) + ", ε = " + std::to_string(epsilon)});
      }
    }
  }
  return cases;
}

}  // namespace sourdine::testing
