#include "sourdine/longitudinal/attacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/protocol/memoised.h"

namespace sourdine {
namespace {

const Memoised& require_memoised(const Oracle& oracle) {
  const auto* const memoised = dynamic_cast<const Memoised*>(&oracle);
  if (memoised == nullptr) fail_input(fmt::format("oracle '{}' keeps no permanent responses", oracle.name()));
  return *memoised;
}

}  // namespace

Value likeliest_value(const Oracle& oracle, ReportsView reports, Random& random) {
  std::vector<double> sum(oracle.k());
  std::vector<double> one(oracle.k());
  for (std::size_t i = 0; i < reports.size(); ++i) {
    oracle.likelihood(reports[i], one);
    for (Value value = 0; value < oracle.k(); ++value) sum[value] += std::log(one[value]);
  }
  const double most = *std::max_element(sum.begin(), sum.end());
  const double nearly = most - 1e-9 * std::max(1.0, std::abs(most));  // sums in another order are equal, too
  std::vector<Value> best;
  for (Value value = 0; value < oracle.k(); ++value) {
    if (sum[value] >= nearly) best.push_back(value);
  }
  return best[random.below(best.size())];
}

double guess_from_value(double yes) { return yes; }
double guess_from_subset(double yes, std::uint64_t omega) { return yes / static_cast<double>(omega); }
double guess_from_hash(double epsilon, std::uint64_t k) {
  return 1 / (2 * std::max(static_cast<double>(k) / (std::exp(epsilon) + 1), 1.0));
}

double guess_from_unary(double yes, double no, std::uint64_t k) {
  const auto bits = static_cast<double>(k);
  const double log_none = bits * std::log1p(-no);
  return (yes / no * -std::expm1(log_none) + std::exp(log_none) * (1 - yes) / (1 - no)) / bits;
}

double guess_bound(double epsilon, std::uint64_t k) {
  return 1 / (1 + static_cast<double>(k - 1) * std::exp(-epsilon));
}

double change_shows(double yes, double no, std::uint64_t buckets, std::uint64_t bits) {
  const auto b = static_cast<double>(buckets);
  const auto d = static_cast<double>(bits);
  const double both = d * (d - 1) / (b * (b - 1));
  const double one = 2 * d * (b - d) / (b * (b - 1));
  // Two memos agree in a bit that was set for one of them, and in one that was clear for both.
  const double across = yes * no + (1 - yes) * (1 - no);
  const double clear = no * no + (1 - no) * (1 - no);
  double seen = one * (1 - across * std::pow(clear, d - 1));
  if (bits > 1) seen += both * (1 - across * across * std::pow(clear, d - 2));
  return seen;
}

AveragingAttack averaging_attack(const Oracle& oracle, std::span<const Value> values, ReportsView reports,
                                 std::size_t reports_each, Random& random) {
  const Memoised& memoised = require_memoised(oracle);
  if (reports_each == 0 || reports.size() != values.size() * reports_each) {
    fail_input(fmt::format("{} persons with {} reports each do not have {} reports", values.size(), reports_each,
                           reports.size()));
  }
  AveragingAttack attack{.persons = values.size(), .allowed = memoised.best_guess()};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value guess = likeliest_value(oracle, reports.subview(i * reports_each, reports_each), random);
    attack.right += guess == values[i] ? 1U : 0U;
  }
  if (attack.right > 0) {
    const boost::math::binomial law(static_cast<double>(attack.persons), std::min(attack.allowed, 1.0));
    attack.p_value = cdf(complement(law, static_cast<double>(attack.right) - 1));
  }
  return attack;
}

AveragingAttack simulate_averaging(const Oracle& oracle, ClientMemo memo, std::size_t persons, std::size_t reports_each,
                                   Random& random) {
  const Memoised& memoised = require_memoised(oracle);
  std::vector<Value> values;
  Reports reports(oracle.report_bytes());
  for (std::size_t person = 0; person < persons; ++person) {
    values.push_back(static_cast<Value>(random.below(oracle.k())));
    const std::uint64_t trait = memoised.draw_trait(random);
    const std::string symbol = memoised.symbol(values.back(), trait);
    std::vector<std::uint8_t> permanent;
    for (std::size_t i = 0; i < reports_each; ++i) {
      if (i == 0 || memo == ClientMemo::forgotten) {
        permanent.assign(memoised.memo_bytes(), 0);
        memoised.respond_permanently(symbol, trait, random, permanent);
      }
      memoised.respond_now(permanent, random, reports.append(1));
    }
  }
  return averaging_attack(oracle, values, reports, reports_each, random);
}

ChangeAttack simulate_changes(const Oracle& oracle, std::size_t persons, Random& random) {
  if (oracle.name() != "dbitflip" || oracle.k() < 2) {
    fail_input(fmt::format("oracle '{}' does not send its permanent responses as they are", oracle.name()),
               "Changes are shown at once by dbitflip over at least 2 values.");
  }
  const Memoised& memoised = require_memoised(oracle);
  const Support support = oracle.support();
  const auto bits = static_cast<std::uint64_t>(oracle.oracle_spec().parameters.at("bits"));
  ChangeAttack attack{persons, 0, change_shows(support.yes, support.no, oracle.k(), bits)};
  for (std::size_t person = 0; person < persons; ++person) {
    const std::uint64_t trait = memoised.draw_trait(random);
    const auto before = static_cast<Value>(random.below(oracle.k()));
    const auto after = static_cast<Value>((before + 1 + random.below(oracle.k() - 1)) % oracle.k());
    const std::string from = memoised.symbol(before, trait), to = memoised.symbol(after, trait);
    std::vector<std::uint8_t> first(memoised.memo_bytes()), second(memoised.memo_bytes());
    memoised.respond_permanently(from, trait, random, first);
    if (from != to) memoised.respond_permanently(to, trait, random, second);
    attack.seen += from != to && first != second ? 1U : 0U;
  }
  return attack;
}

}  // namespace sourdine
