#include "sourdine/audit/channel.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/protocol/table.h"
#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

namespace mp = boost::multiprecision;
using Integer = mp::number<mp::cpp_int_backend<>, mp::et_off>;  // plain values, no expression templates

// A sum of path probabilities, exact. Terms of equal denominators are added as integers; a mechanism has few different
// denominators, so no greatest common divisor is taken until the end.
class Mass {
 public:
  void add(std::span<const Fraction> path) {
    Integer numerator = 1;
    Integer denominator = 1;
    for (const Fraction& fraction : path) {
      numerator *= fraction.numerator;
      if (fraction.denominator == 0) {
        denominator <<= 64;
      } else {
        denominator *= fraction.denominator;
      }
    }
    terms_[denominator] += numerator;
  }

  void widen(Integer& common) const {
    for (const auto& [denominator, numerator] : terms_) common = lcm(common, denominator);
  }
  Integer over(const Integer& common) const {
    Integer sum = 0;
    for (const auto& [denominator, numerator] : terms_) sum += numerator * (common / denominator);
    return sum;
  }

 private:
  std::map<Integer, Integer> terms_;
};

struct TooLarge {};

}  // namespace

struct ExactRatio {
  Integer numerator = 1;
  Integer denominator = 1;
};

class ChannelBuilder {
 public:
  ChannelBuilder(Value k, const ExactOptions& options) : k_(k), options_(options), cut_(k) {}

  void visit(const Mechanism& mechanism, Value value) {
    Branches branches(options_.branches);
    std::vector<std::uint8_t> output;
    branches.explore([&](Branches& chance) {
      output.clear();
      try {
        mechanism(value, chance, output);
      } catch (...) {
        count(chance.path().size());  // a path that is cut has cost its decisions too
        throw;
      }
      count(chance.path().size());
      auto [row, is_new] = rows_.try_emplace({output.begin(), output.end()});
      if (is_new) row->second.resize(k_);
      row->second[value].add(chance.path());
    });
    for (const auto& path : branches.cut()) cut_[value].add(path);
    if (!branches.cut().empty()) audit_.is_lower_bound = true;
    if (branches.drew_public_word()) audit_.public_words = options_.branches.public_words;
  }

  ChannelAudit finish() {
    Integer whole = 1;
    for (const auto& [output, row] : rows_) {
      for (const Mass& mass : row) mass.widen(whole);
    }
    for (const Mass& mass : cut_) mass.widen(whole);

    std::vector<Integer> cut;
    for (const Mass& mass : cut_) cut.push_back(mass.over(whole));
    std::vector<Integer> row_sum = cut;
    ExactRatio worst;
    for (const auto& [output, row] : rows_) {
      std::vector<Integer> low;
      for (Value value = 0; value < k_; ++value) {
        low.push_back(row[value].over(whole));
        row_sum[value] += low[value];
      }
      compare(output, low, cut, worst);
    }
    conclude(whole, cut, row_sum, std::move(worst));
    return std::move(audit_);
  }

 private:
  void count(std::size_t path_length) {
    stop_.check();
    ++audit_.paths;
    decisions_ += path_length + 1;
    if (decisions_ > options_.max_decisions) throw TooLarge();
  }

  // The worst pair of one output is its largest probability over its smallest possible one.
  void compare(const std::string& output, const std::vector<Integer>& low, const std::vector<Integer>& cut,
               ExactRatio& worst) {
    Value likely = 0;
    Value unlikely = 0;
    for (Value value = 1; value < k_; ++value) {
      if (low[value] > low[likely]) likely = value;
      if (low[value] + cut[value] < low[unlikely] + cut[unlikely]) unlikely = value;
    }
    const Integer high = low[unlikely] + cut[unlikely];
    if (low[likely] * worst.denominator <= worst.numerator * high) return;
    worst = {low[likely], high};
    audit_.likely = likely;
    audit_.unlikely = unlikely;
    audit_.worst_output.assign(output.begin(), output.end());
  }

  void conclude(const Integer& whole, const std::vector<Integer>& cut, const std::vector<Integer>& row_sum,
                ExactRatio worst) {
    audit_.values = k_;
    audit_.outputs = rows_.size();
    audit_.rows_sum_to_one = true;
    for (Value value = 0; value < k_; ++value) {
      audit_.rows_sum_to_one = audit_.rows_sum_to_one && row_sum[value] == whole;
      audit_.cut_mass = std::max(audit_.cut_mass, static_cast<double>(Exact(Exact(cut[value]) / Exact(whole))));
    }
    audit_.exact_epsilon = worst.denominator == 0
                               ? std::numeric_limits<double>::infinity()
                               : static_cast<double>(Exact(log(Exact(worst.numerator) / Exact(worst.denominator))));
    audit_.worst_ = std::make_shared<const ExactRatio>(std::move(worst));
  }

  Value k_;
  ExactOptions options_;
  StopToken stop_;
  std::map<std::string, std::vector<Mass>> rows_;  // output → its mass for every value
  std::vector<Mass> cut_;
  std::uint64_t decisions_ = 0;
  ChannelAudit audit_;
};

bool ChannelAudit::within(double epsilon) const {
  if (!worst_) return false;
  if (worst_->denominator == 0) return false;
  if (worst_->numerator == worst_->denominator) return epsilon >= 0;
  // e^ε of a rational ε ≠ 0 is irrational, so there are no ties; what 100 digits cannot tell counts as a violation.
  const Exact ratio = Exact(worst_->numerator) / Exact(worst_->denominator);
  return ratio * (1 + Exact("1e-95")) <= exp(Exact(epsilon));
}

std::optional<ChannelAudit> try_exact_channel(const Mechanism& mechanism, Value k, const ExactOptions& options) {
  ChannelBuilder builder(k, options);
  try {
    for (Value value = 0; value < k; ++value) builder.visit(mechanism, value);
  } catch (const TooLarge&) {
    return std::nullopt;
  }
  return builder.finish();
}

ChannelAudit exact_channel(const Mechanism& mechanism, Value k, const ExactOptions& options) {
  auto audit = try_exact_channel(mechanism, k, options);
  if (!audit) {
    fail_input("the channel is too large to enumerate", "Audit a smaller domain, or sample it with more trials.");
  }
  return *std::move(audit);
}

Mechanism mechanism_of(const Protocol& protocol, const std::vector<std::vector<Value>>& records) {
  return [&protocol, &records](Value record, Branches& branches, std::vector<std::uint8_t>& output) {
    output.assign(protocol.report_bytes(), 0);
    protocol.enumerate(records[record], branches, output);
  };
}

Mechanism mechanism_of(const Protocol& protocol) {
  return [&protocol](Value value, Branches& branches, std::vector<std::uint8_t>& output) {
    output.assign(protocol.report_bytes(), 0);
    protocol.enumerate({&value, 1}, branches, output);
  };
}

Mechanism report_mechanism_of(const Memoised& protocol) {
  return [&protocol](Value value, Branches& branches, std::vector<std::uint8_t>& output) {
    output.assign(protocol.memo_bytes(), 0);
    protocol.enumerate_report(value, branches, output);
  };
}

ChannelAudit audit_exact(const Protocol& protocol, const std::vector<std::vector<Value>>& records,
                         const ExactOptions& options) {
  return exact_channel(mechanism_of(protocol, records), static_cast<Value>(records.size()), options);
}

ChannelAudit audit_exact(const Protocol& protocol, const ExactOptions& options) {
  return audit_exact(protocol, all_records(protocol), options);
}

}  // namespace sourdine
