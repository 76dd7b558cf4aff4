// What all reports of one person tell of which history of values was theirs: every history of a few values, exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "sourdine/longitudinal/leakage.h"
#include "sourdine/oracle/longitudinal/chain.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/exact.h"
#include "support/enumeration.h"

namespace sourdine {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Symbols = std::vector<std::string>;  // one history: what each report was about

// A client that has drawn its trait, by the code of both rounds.
class EnumeratedClient {
 public:
  EnumeratedClient(const Memoised& memoised, std::uint64_t trait, Value k) {
    for (Value value = 0; value < k; ++value) {
      const std::string symbol = memoised.symbol(value, trait);
      if (memos_.contains(symbol)) continue;
      symbols_.push_back(symbol);
      memos_[symbol] = testing::enumerate_law<Exact>({}, [&](Branches& chance) {
                         Bytes memo(memoised.memo_bytes());
                         memoised.respond_permanently(symbol, trait, chance, memo);
                         return memo;
                       }).mass;
      for (const auto& possible : memos_[symbol]) {
        const Bytes& memo = possible.first;
        if (reports_.contains(memo)) continue;
        reports_[memo] = testing::enumerate_law<Exact>({}, [&](Branches& chance) {
                           Bytes report(memoised.memo_bytes());
                           memoised.respond_now(memo, chance, report);
                           return report;
                         }).mass;
        for (const auto& [report, probability] : reports_[memo]) outputs_[report] = true;
      }
    }
  }

  const Symbols& symbols() const { return symbols_; }
  std::vector<Bytes> outputs() const {
    std::vector<Bytes> list;
    for (const auto& [report, seen] : outputs_) list.push_back(report);
    return list;
  }
  // The probability of these reports, one for each moment: one memo for each different symbol.
  Exact probability(const Symbols& history, const std::vector<const Bytes*>& reports) const {
    Exact product = 1;
    for (std::size_t first = 0; first < history.size(); ++first) {
      if (std::find(history.begin(), history.begin() + static_cast<std::ptrdiff_t>(first), history[first]) !=
          history.begin() + static_cast<std::ptrdiff_t>(first)) {
        continue;
      }
      Exact sum = 0;
      for (const auto& [memo, mass] : memos_.at(history[first])) {
        Exact all = mass;
        for (std::size_t i = first; i < history.size(); ++i) {
          if (history[i] == history[first]) all *= report_probability(memo, *reports[i]);
        }
        sum += all;
      }
      product *= sum;
    }
    return product;
  }
  // ε of the second round: of a report, whatever the permanent responses are. Nothing: not bounded.
  std::optional<Exact> second_epsilon() const {
    Exact largest = 1;
    for (const auto& [output, seen] : outputs_) {
      Exact most = 0, least = 1;
      for (const auto& [memo, law] : reports_) {
        most = std::max<Exact>(most, report_probability(memo, output));
        least = std::min<Exact>(least, report_probability(memo, output));
      }
      if (least == 0) return std::nullopt;
      largest = std::max<Exact>(largest, most / least);
    }
    return log(largest);
  }

 private:
  Exact report_probability(const Bytes& memo, const Bytes& report) const {
    const auto& law = reports_.at(memo);
    const auto found = law.find(report);
    return found == law.end() ? Exact(0) : found->second;
  }

  Symbols symbols_;
  std::map<std::string, std::map<Bytes, Exact>> memos_;
  std::map<Bytes, std::map<Bytes, Exact>> reports_;
  std::map<Bytes, bool> outputs_;
};

// Which reports are about equal symbols: for each the first that is about the same.
std::vector<std::size_t> pattern_of(const Symbols& history) {
  std::vector<std::size_t> pattern;
  for (const std::string& symbol : history) {
    pattern.push_back(static_cast<std::size_t>(std::find(history.begin(), history.end(), symbol) - history.begin()));
  }
  return pattern;
}

std::vector<std::uint64_t> reports_per_symbol(const std::vector<std::size_t>& pattern) {
  std::vector<std::uint64_t> counts;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const auto count = std::count(pattern.begin(), pattern.end(), i);
    if (count > 0) counts.push_back(static_cast<std::uint64_t>(count));
  }
  return counts;
}

template <class Thing>
std::vector<std::vector<Thing>> triples_of(const std::vector<Thing>& things) {
  std::vector<std::vector<Thing>> all;
  for (const Thing& a : things) {
    for (const Thing& b : things) {
      for (const Thing& c : things) all.push_back({a, b, c});
    }
  }
  return all;
}

// ln of the largest ratio of two histories, by their two patterns; nothing where it is not bounded.
using Worst = std::map<std::array<std::vector<std::size_t>, 2>, std::optional<Exact>>;

Worst worst_ratios(const EnumeratedClient& client) {
  const std::vector<Symbols> histories = triples_of(client.symbols());
  const std::vector<Bytes> outputs = client.outputs();
  std::vector<const Bytes*> places;
  for (const Bytes& output : outputs) places.push_back(&output);
  Worst ratios;
  for (const auto& reports : triples_of(places)) {
    std::map<std::vector<std::size_t>, std::array<Exact, 2>> range;  // by pattern: least and most likely
    for (const Symbols& history : histories) {
      const Exact now = client.probability(history, reports);
      const auto [at, is_new] = range.try_emplace(pattern_of(history), std::array<Exact, 2>{now, now});
      at->second = {std::min<Exact>(at->second[0], now), std::max<Exact>(at->second[1], now)};
    }
    for (const auto& [one, likely] : range) {
      for (const auto& [other, unlikely] : range) {
        if (likely[1] == 0) continue;
        auto& worst = ratios.try_emplace({one, other}, Exact(1)).first->second;
        if (unlikely[0] == 0) {
          worst.reset();
        } else if (worst) {
          worst = std::max<Exact>(*worst, likely[1] / unlikely[0]);
        }
      }
    }
  }
  for (auto& [patterns, worst] : ratios) {
    if (worst) worst = log(*worst);
  }
  return ratios;
}

struct Enumerated {
  OracleSpec spec;
  bool reaches_bound;  // any two values differ as much as any others
  std::vector<std::uint64_t> traits = {0};
};

// Small ones of every form: values, bits, hashes, patterns of sampled bits.
std::vector<Enumerated> enumerated_oracles() {
  return {{{"l-grr", Domain(4), 0.5, {{"epsilon1", 0.45}}}, true},
          {{"l-sue", Domain(3), 1, {{"epsilon1", 0.5}}}, true},
          {{"l-osue", Domain(3), 2, {{"epsilon1", 1}}}, true},
          {{"loloha", Domain(5), 1, {{"epsilon1", 0.6}, {"g", 3}}}, false, {0x9e3779b97f4a7c15, 0xd1b54a32d192ed03}},
          {{"dbitflip", Domain(4), 1, {{"bits", 2}}}, false, {0, 1, 2, 3, 4, 5}}};
}

TEST(Histories, WithTheSameEqualSymbolsHaveTheStatedTotal) {
  for (const Enumerated& one : enumerated_oracles()) {
    SCOPED_TRACE(one.spec.oracle);
    const auto oracle = make_oracle(one.spec);
    const auto& memoised = dynamic_cast<const Memoised&>(*oracle);
    for (const std::uint64_t trait : one.traits) {
      const EnumeratedClient client(memoised, trait, oracle->k());
      for (const auto& [patterns, worst] : worst_ratios(client)) {
        if (patterns[0] != patterns[1]) continue;
        const std::vector<std::uint64_t> counts = reports_per_symbol(patterns[0]);
        const double stated = history_epsilon(memoised, counts);
        ASSERT_TRUE(worst.has_value());
        EXPECT_LE(*worst, Exact(stated));
        EXPECT_LE(stated, lifetime_epsilon(memoised, counts.size()));
        if (one.reaches_bound) {
          EXPECT_NEAR(static_cast<double>(*worst), stated, 1e-12);
        }
      }
    }
  }
}

// Why the patterns must be the same: the total of three symbols, all that three reports can have, does not bound the
// ratio of a history that never changes and one that always does. What is true of any two histories is the second
// round: every report at its ε, whatever the permanent responses.
TEST(Histories, WithOtherEqualSymbolsHaveOnlyTheSecondRound) {
  const std::vector<std::size_t> same = {0, 0, 0}, different = {0, 1, 2};
  for (const Enumerated& one : enumerated_oracles()) {
    SCOPED_TRACE(one.spec.oracle);
    const auto oracle = make_oracle(one.spec);
    const auto& memoised = dynamic_cast<const Memoised&>(*oracle);
    const EnumeratedClient client(memoised, one.traits.front(), oracle->k());
    const std::optional<Exact> second = client.second_epsilon();
    const Worst ratios = worst_ratios(client);
    if (second) {
      for (const auto& [patterns, worst] : ratios) EXPECT_LE(worst.value(), 3 * *second + Exact("1e-90"));
    }
    if (one.spec.oracle == "l-grr") {
      EXPECT_GT(ratios.at({same, different}).value(), Exact(lifetime_epsilon(memoised, 3)));
    }
    if (one.spec.oracle == "dbitflip") {  // a change that shows excludes whoever did not change
      EXPECT_FALSE(second.has_value());
      EXPECT_FALSE((ratios.at({different, same}).has_value()));
    }
  }
}

// Changing at the same moments is not enough: a b a b a and a b c d e, both of which change every time.
TEST(Histories, ThatChangeAtTheSameMomentsAreToldApart) {
  const double k = 1000;
  const ChainedKeep chain = ChainedKeep::for_epsilons(2, 1, 1000);
  const auto all_say_it = [&](int reports) {  // of reports about a that they all are a
    return chain.permanent.yes() * std::pow(chain.instantaneous.yes(), reports) +
           (k - 1) * chain.permanent.no(0) * std::pow(chain.instantaneous.no(0), reports);
  };
  const double no = chain.replace() / k;
  const double back_and_forth = all_say_it(3) * all_say_it(2);  // that the reports are a b a b a
  const double always_new = std::pow(all_say_it(1), 2) * std::pow(no, 3);
  const auto oracle = make_oracle({"l-grr", Domain(1000), 2, {{"epsilon1", 1}}});
  EXPECT_GT(std::log(back_and_forth / always_new), 16);  // a factor of ten million
  EXPECT_NEAR(lifetime_epsilon(dynamic_cast<const Memoised&>(*oracle), 5), 10, 1e-9);
}

}  // namespace
}  // namespace sourdine
