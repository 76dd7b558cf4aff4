// OracleWith<Derived>: the plumbing every oracle shares. A derived oracle writes its randomiser once,
//   template <Chance C> void encode(Value value, C& chance, std::span<std::uint8_t> report) const;
// and this class runs it on a generator (randomize) and on every outcome (enumerate); and it writes
//   void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const;
//   bool supports_value(std::span<const std::uint8_t> report, Value value) const;
// Both are called with possible reports only.
#pragma once

#include <cmath>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

template <class Derived>
class OracleWith : public Oracle {
 public:
  using Oracle::Oracle;

  void enumerate(Value value, Branches& branches, std::span<std::uint8_t> report) const override {
    self().encode(value, branches, report);
  }

  // Two-level channels: a report is e^ε times as likely for the values it supports as for the others.
  void likelihood(std::span<const std::uint8_t> report, std::span<double> out) const override {
    const double other = std::exp(-epsilon());
    for (Value value = 0; value < k(); ++value) out[value] = self().supports_value(report, value) ? 1.0 : other;
  }

  // The law of randomize() + tally() by definition; oracles whose tally has a known law override it.
  void simulate_valid(std::span<const std::uint64_t> histogram, Random& random, Tally& into) const override {
    std::vector<std::uint8_t> report(report_bytes());
    for (Value value = 0; value < k(); ++value) {
      for (std::uint64_t i = 0; i < histogram[value]; ++i) {
        std::fill(report.begin(), report.end(), std::uint8_t{0});
        self().encode(value, random, std::span<std::uint8_t>(report));
        self().add(report, into.cells);
      }
      into.reports += histogram[value];
    }
  }

 protected:
  void randomize_valid(std::span<const Value> values, Random& random, Reports& out) const override {
    const std::size_t size = report_bytes();
    const std::span<std::uint8_t> bytes = out.append(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) self().encode(values[i], random, bytes.subspan(i * size, size));
  }

  std::size_t first_impossible(const Reports& reports) const override {
    std::size_t i = 0;
    while (i < reports.size() && self().Derived::is_possible(reports[i])) ++i;
    return i;
  }
  void tally_possible(const Reports& reports, Tally& into) const override {
    for (std::size_t i = 0; i < reports.size(); ++i) self().add(reports[i], into.cells);
  }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace sourdine
