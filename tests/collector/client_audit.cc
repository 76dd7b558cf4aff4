// client_audit FOLDER: the audit of another program's channel. FOLDER has cases.json, {"cases":[{"name","spec"}]}, and
// for every value of each case NAME-VALUE.bin, independent reports about it, one behind the other (web/client/test
// /channel.mjs draws them). Fails when
// - a report is impossible, or the counts contradict the exact probabilities: χ² over all outputs by the library's own
//   enumeration; of hashed reports how often each value is supported, and each byte of the seeds;
// - an ε above the claimed one is proved, or one below 0.9 of it, as by audit/empirical.h: for all pairs of values, by
//   the event "supports the one and not the other", whose probabilities differ by e^ε exactly.
// A true client fails with probability 10^−6 at most, everything together. Exits with 0; with 1 when it failed; with 2
// when it could not be audited.
#include <fmt/format.h>

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sourdine/audit/empirical.h"
#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/branches.h"

namespace sourdine {
namespace {

constexpr double false_alarms = 1e-6;
using Bytes = std::vector<std::uint8_t>;

struct ClientCase {
  std::string name;
  std::unique_ptr<const Oracle> oracle;
  std::vector<Bytes> reports;  // of every value

  bool is_hashed() const { return oracle->name() == "olh"; }
  double claimed() const {
    const auto* const memoised = dynamic_cast<const Memoised*>(oracle.get());
    return memoised != nullptr ? memoised->report_epsilon() : oracle->epsilon();
  }
  ReportsView view(Value value) const {
    const std::size_t size = oracle->report_bytes();
    return {reports[value], size, reports[value].size() / size};
  }
};

Bytes bytes_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail_input(fmt::format("cannot read '{}'", path));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return {text.begin(), text.end()};
}

std::vector<ClientCase> read_cases(const std::string& folder) {
  std::ifstream file(folder + "/cases.json");
  const nlohmann::json listed = nlohmann::json::parse(file);
  std::vector<ClientCase> cases;
  for (const auto& row : listed.at("cases")) {
    const auto spec = row.at("spec").get<std::string>();
    ClientCase one{row.at("name").get<std::string>(), make_oracle(spec_from_json(spec)), {}};
    if (one.oracle->spec()->json() != spec) fail_input(fmt::format("the spec of '{}' is not canonical", one.name));
    for (Value value = 0; value < one.oracle->k(); ++value) {
      one.reports.push_back(bytes_of_file(fmt::format("{}/{}-{}.bin", folder, one.name, value)));
      if (one.reports.back().empty() || one.reports.back().size() % one.oracle->report_bytes() != 0) {
        fail_input(fmt::format("'{}' has no whole number of reports about value {}", one.name, value));
      }
    }
    cases.push_back(std::move(one));
  }
  if (cases.empty()) fail_input("there is nothing to audit");
  return cases;
}

struct Statistic {
  std::string what;
  double p;
};

double chi_squared_p(double statistic, double freedom) {
  return statistic <= 0 ? 1 : boost::math::gamma_q(freedom / 2, statistic / 2);
}

// Pr[report | value] of one report, by the library's own code on every outcome.
std::map<Bytes, double> exact_law(const Oracle& oracle, Value value) {
  const auto* const memoised = dynamic_cast<const Memoised*>(&oracle);
  std::map<Bytes, double> law;
  Branches branches;
  branches.explore([&](Branches& outcome) {
    Bytes report(oracle.report_bytes());
    if (memoised != nullptr) {
      memoised->enumerate_report(value, outcome, report);
    } else {
      oracle.enumerate(std::span(&value, 1), outcome, report);
    }
    double probability = 1;
    for (const Fraction& fraction : outcome.path()) {
      const double denominator = fraction.denominator == 0 ? 0x1p64 : static_cast<double>(fraction.denominator);
      probability *= static_cast<double>(fraction.numerator) / denominator;
    }
    law[report] += probability;
  });
  return law;
}

Statistic outputs_statistic(const ClientCase& one, Value value) {
  std::map<Bytes, std::uint64_t> counts;
  const ReportsView view = one.view(value);
  for (std::size_t i = 0; i < view.size(); ++i) ++counts[Bytes(view[i].begin(), view[i].end())];
  double statistic = 0;
  const auto law = exact_law(*one.oracle, value);
  for (const auto& [report, probability] : law) {
    const double expected = probability * static_cast<double>(view.size());
    const double deviation = static_cast<double>(counts[report]) - expected;
    statistic += deviation * deviation / expected;
  }
  return {fmt::format("{}, value {}: outputs", one.name, value),
          chi_squared_p(statistic, static_cast<double>(law.size() - 1))};
}

void add_hash_statistics(const ClientCase& one, Value value, std::vector<Statistic>& found) {
  const ReportsView view = one.view(value);
  const auto n = static_cast<double>(view.size());
  const Support support = one.oracle->support();
  Tally tally = one.oracle->empty_tally();
  one.oracle->tally(view, tally);
  const std::vector<double> supported = one.oracle->supports(tally);
  for (Value other = 0; other < one.oracle->k(); ++other) {
    const double p = other == value ? support.yes : support.no;
    const double deviation = supported[other] - n * p;
    found.push_back({fmt::format("{}, value {}: support of {}", one.name, value, other),
                     chi_squared_p(deviation * deviation / (n * p * (1 - p)), 1)});
  }
  for (std::size_t byte = 0; byte < 8; ++byte) {
    std::array<double, 256> counts{};
    for (std::size_t i = 0; i < view.size(); ++i) ++counts[view[i][byte]];
    double statistic = 0;
    for (const double count : counts) statistic += (count - n / 256) * (count - n / 256) / (n / 256);
    found.push_back(
        {fmt::format("{}, value {}: byte {} of the seeds", one.name, value, byte), chi_squared_p(statistic, 255)});
  }
}

// How many of the reports about `held` support v1 and not v2.
std::uint64_t event_count(const ClientCase& one, Value held, Value v1, Value v2) {
  const ReportsView view = one.view(held);
  std::vector<double> likelihood(one.oracle->k());
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < view.size(); ++i) {
    one.oracle->likelihood(view[i], likelihood);
    count += likelihood[v1] > likelihood[v2] ? 1U : 0U;
  }
  return count;
}

// Prints one line; true when nothing is proved against the claim.
bool epsilon_holds(const ClientCase& one, double alpha) {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  for (Value v1 = 0; v1 < one.oracle->k(); ++v1) {
    for (Value v2 = 0; v2 < one.oracle->k(); ++v2) {
      if (v1 == v2) continue;
      const std::uint64_t trials = one.view(v1).size();
      const std::uint64_t tp = event_count(one, v1, v1, v2);
      const std::uint64_t fp = event_count(one, v2, v1, v2);
      lower = std::max(lower, epsilon_lower_bound(tp, fp, trials, alpha));
      upper = std::min(upper, epsilon_upper_bound(tp, fp, trials, alpha));
    }
  }
  const bool holds = lower <= one.claimed() && upper >= 0.9 * one.claimed();
  fmt::print("{:12} {:7} reports a value, claimed {:.6f}, proved {:.4f} … {:.4f}{}\n", one.name, one.view(0).size(),
             one.claimed(), lower, upper, holds ? "" : "  VIOLATED");
  return holds;
}

bool is_sound(const std::vector<ClientCase>& cases) {
  bool sound = true;
  std::vector<Statistic> statistics;
  std::size_t pairs = 0;
  for (const ClientCase& one : cases) {
    pairs += std::size_t{one.oracle->k()} * (one.oracle->k() - 1);
    for (Value value = 0; value < one.oracle->k(); ++value) {
      const ReportsView view = one.view(value);
      for (std::size_t i = 0; i < view.size(); ++i) {
        if (!one.oracle->is_possible(view[i])) fail_input(fmt::format("'{}' has an impossible report", one.name));
      }
      if (one.is_hashed()) {
        add_hash_statistics(one, value, statistics);
      } else {
        statistics.push_back(outputs_statistic(one, value));
      }
    }
  }
  // Half for the statistics; half for the bounds, of which every pair has a lower and an upper one.
  for (const ClientCase& one : cases) {
    sound = epsilon_holds(one, false_alarms / 4 / static_cast<double>(pairs)) && sound;
  }
  const Statistic* worst = statistics.data();
  for (const Statistic& statistic : statistics) {
    if (statistic.p < worst->p) worst = &statistic;
  }
  const double alpha = false_alarms / 2 / static_cast<double>(statistics.size());
  const bool fits = worst->p >= alpha;
  fmt::print("{} statistics, the smallest p is {:.3g} ({}), {} {:.3g}\n", statistics.size(), worst->p, worst->what,
             fits ? "above" : "BELOW", alpha);
  return sound && fits;
}

}  // namespace
}  // namespace sourdine

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: client_audit FOLDER\n";
    return 2;
  }
  try {
    return sourdine::is_sound(sourdine::read_cases(arguments[1])) ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
