// The events an empirical audit counts: one per ordered pair of probed values, chosen on a pilot sample to make the
// lower bound on ε as large as the trials allow. Internal to the audit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// Draws per value spent on choosing the events.
constexpr std::uint64_t pilot_trials(std::uint64_t trials) { return trials < 20'000 ? trials / 2 : 10'000; }

// Values are given by their position among the probed ones.
class Events {
 public:
  virtual ~Events() = default;
  virtual void learn(std::size_t held, std::span<const std::uint8_t> output) = 0;
  // Ends the learning; the counting runs will have this many trials, and each pair this alpha.
  virtual void settle(std::uint64_t trials, double alpha) = 0;
  virtual void look_at(std::span<const std::uint8_t> output) = 0;
  // Whether the event of (v1, v2) happened in the output last looked at.
  virtual bool happened(std::size_t v1, std::size_t v2) const = 0;
  // What ln(Pr[E|v1] / Pr[E|v2]) is at least when the mechanism is what it says; 0 when nothing is said.
  virtual double floor(std::size_t v1, std::size_t v2) const = 0;
};

// "likelihood(v1) / likelihood(v2) is at least c", with the cut c that promises the best bound. The pilot needs draws
// of v1 only: under the oracle's claim, Pr[E | v2] = E[1{E} / ratio | v1].
class LikelihoodEvents final : public Events {
 public:
  LikelihoodEvents(const Oracle& oracle, std::span<const Value> values);

  void learn(std::size_t held, std::span<const std::uint8_t> output) override;
  void settle(std::uint64_t trials, double alpha) override;
  void look_at(std::span<const std::uint8_t> output) override { oracle_.likelihood(output, likelihood_); }
  bool happened(std::size_t v1, std::size_t v2) const override {
    return ratio(v1, v2) >= cut_[v1 * values_.size() + v2];
  }
  double floor(std::size_t v1, std::size_t v2) const override { return floor_[v1 * values_.size() + v2]; }

 private:
  double ratio(std::size_t v1, std::size_t v2) const {
    const double a = likelihood_[values_[v1]];
    const double b = likelihood_[values_[v2]];
    return a == b ? 1 : a / b;  // both may have underflowed to 0
  }

  const Oracle& oracle_;
  std::span<const Value> values_;
  std::vector<double> likelihood_;
  std::vector<std::map<std::int64_t, std::uint64_t>> seen_;  // per pair: log ratio in steps → draws of v1 with it
  std::vector<double> cut_;
  std::vector<double> floor_;  // ln of the cut
  std::vector<std::uint64_t> learned_;
};

// "the output is in the set S", where S holds the outputs that separate v1 from v2 best in the pilot.
class OutputEvents final : public Events {
 public:
  explicit OutputEvents(std::size_t values) : values_(values), sets_(values * values), learned_(values) {}

  void learn(std::size_t held, std::span<const std::uint8_t> output) override;
  void settle(std::uint64_t trials, double alpha) override;
  void look_at(std::span<const std::uint8_t> output) override;
  bool happened(std::size_t v1, std::size_t v2) const override {
    return known_ && sets_[v1 * values_ + v2].contains(current_);
  }
  double floor(std::size_t, std::size_t) const override { return 0; }

 private:
  std::set<std::size_t> best_set(std::size_t v1, std::size_t v2, std::uint64_t trials, double alpha) const;

  std::size_t values_;
  std::map<std::string, std::size_t> numbers_;      // outputs of the pilot
  std::vector<std::vector<std::uint64_t>> counts_;  // number → draws of each value
  std::vector<std::set<std::size_t>> sets_;
  std::vector<std::uint64_t> learned_;
  std::string buffer_;
  std::size_t current_ = 0;
  bool known_ = false;
};

}  // namespace sourdine
