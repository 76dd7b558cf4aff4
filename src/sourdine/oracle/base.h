// OracleWith<Derived>: the plumbing every oracle shares. A derived oracle writes its randomiser once, for a batch of 1
// to max_batch values (many decisions at a time are several times cheaper than one by one),
//   template <Chance C> void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const;
// one report of report_bytes() zero bytes per value; and this class runs it on a generator (randomize) and, with
// batches of one, on the words of single rows (randomize_valid_rows) and on every outcome (enumerate). It also writes
//   void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const;
//   bool supports_value(std::span<const std::uint8_t> report, Value value) const;
// Both are called with possible reports only.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sourdine/oracle/oracle.h"
#include "sourdine/random/uniform_numbers.h"

namespace sourdine {

inline constexpr std::size_t max_batch = 512;
static_assert(max_batch <= UniformNumbers::max_batch);

template <class Derived>
class OracleWith : public Oracle {
 public:
  using Oracle::Oracle;

  // Two-level channels: a report is e^ε times as likely for the values it supports as for the others.
  void likelihood(std::span<const std::uint8_t> report, std::span<double> out) const override {
    const double other = std::exp(-epsilon());
    for (Value value = 0; value < k(); ++value) out[value] = self().supports_value(report, value) ? 1.0 : other;
  }

  // The law of randomize() + tally() by definition; oracles whose tally has a known law override it.
  void simulate_valid(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const override {
    Reports reports(report_bytes());
    std::vector<Value> batch;
    const auto flush = [&] {
      if (batch.empty()) return;
      reports.clear();
      self().encode(batch, random, reports.append(batch.size()));
      tally_possible(reports, into.cells);
      into.reports += batch.size();
      batch.clear();
    };
    for (Value value = 0; value < k(); ++value) {
      for (std::uint64_t left = histogram[value]; left > 0;) {
        const std::uint64_t taken = std::min<std::uint64_t>(left, max_batch - batch.size());
        batch.insert(batch.end(), taken, value);
        left -= taken;
        if (batch.size() == max_batch) flush();
      }
    }
    flush();
  }

 protected:
  void enumerate_value(Value value, Branches& branches, std::span<std::uint8_t> report) const override {
    self().encode(std::span(&value, 1), branches, report);
  }
  void randomize_values(std::span<const Value> values, Random& random, std::span<std::uint8_t> reports) const override {
    const std::size_t size = report_bytes();
    for (std::size_t done = 0; done < values.size(); done += max_batch) {
      const auto batch = values.subspan(done, std::min(max_batch, values.size() - done));
      self().encode(batch, random, reports.subspan(done * size, batch.size() * size));
    }
  }
  void randomize_valid_rows(RecordsView records, RowBits& rows, std::span<std::uint8_t> reports) const override {
    const std::size_t size = report_bytes();
    for (std::size_t i = 0; i < records.values.size(); ++i) {
      rows.next_row();
      self().encode(records.values.subspan(i, 1), rows, reports.subspan(i * size, size));
    }
  }

  std::size_t first_impossible(ReportsView reports) const override {
    std::size_t i = 0;
    while (i < reports.size() && self().Derived::is_possible(reports[i])) ++i;
    return i;
  }
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    for (std::size_t i = 0; i < reports.size(); ++i) self().add(reports[i], cells);
  }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace sourdine
