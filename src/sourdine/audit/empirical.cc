#include "sourdine/audit/empirical.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "sourdine/audit/events.h"
#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/protocol/memoised.h"

namespace sourdine {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
constexpr double enough = 0.9;  // of what was claimed or promised

void require_valid(const EmpiricalOptions& options) {
  if (options.trials < 1000) fail_input("an empirical audit needs at least 1000 trials");
  if (!(options.alpha > 0 && options.alpha < 1)) fail_input("alpha must lie between 0 and 1 (both excluded)");
}

// T outputs of every value, in mixed order, each given to count(position of the value in `values`, output).
using Count = std::function<void(std::size_t, std::span<const std::uint8_t>)>;
using Draw = std::function<void(std::span<const Value> values, std::uint64_t trials, const Count& count)>;

// Values take turns within a batch, and the batch size (1021) is prime: every position of a vectorised loop, its tail
// included, serves every value. What record a value stands for is for the caller to say.
using RecordAt = std::function<std::span<const Value>(const Value& value)>;
Draw draw_batches(const Protocol& protocol, const RecordAt& record_at, Random& random) {
  return [&protocol, record_at, &random](std::span<const Value> values, std::uint64_t trials, const Count& count) {
    Reports reports(protocol.report_bytes());
    std::vector<Value> batch;
    const StopToken stop;
    const std::uint64_t total = trials * values.size();
    std::uint64_t size = 0;
    for (std::uint64_t done = 0; done < total; done += size) {
      size = std::min<std::uint64_t>(1021, total - done);
      stop.check();
      batch.clear();
      for (std::size_t i = 0; i < size; ++i) {
        const std::span<const Value> record = record_at(values[(done + i) % values.size()]);
        batch.insert(batch.end(), record.begin(), record.end());
      }
      reports.clear();
      protocol.randomize(batch, random, reports);
      for (std::size_t i = 0; i < size; ++i) count((done + i) % values.size(), reports[i]);
    }
  };
}

Draw draw_one_by_one(const Sampler& sampler, Random& random) {
  return [&sampler, &random](std::span<const Value> values, std::uint64_t trials, const Count& count) {
    std::vector<std::uint8_t> output;
    const StopToken stop;
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      stop.check();
      for (std::size_t i = 0; i < values.size(); ++i) {
        output.clear();
        sampler(values[i], random, output);
        count(i, output);
      }
    }
  };
}

std::vector<Value> probed_values(Value k, Value max_values) {
  const Value count = std::min(k, std::max<Value>(max_values, 2));
  std::vector<Value> values;
  for (Value i = 0; i < count; ++i) {
    values.push_back(count == k ? i : static_cast<Value>(std::uint64_t{i} * (k - 1) / (count - 1)));
  }
  return values;
}

// Counts, per pair of probed values, the event under the first (role 0: TP) or under the second (role 1: FP).
std::vector<std::uint64_t> run(const Draw& draw, Events& events, std::span<const Value> values, std::uint64_t trials,
                               int role) {
  const std::size_t size = values.size();
  std::vector<std::uint64_t> counts(size * size);
  draw(values, trials, [&](std::size_t held, std::span<const std::uint8_t> output) {
    events.look_at(output);
    for (std::size_t other = 0; other < size; ++other) {
      if (other == held) continue;
      const std::size_t v1 = role == 0 ? held : other;
      const std::size_t v2 = role == 0 ? other : held;
      if (events.happened(v1, v2)) ++counts[v1 * size + v2];
    }
  });
  return counts;
}

EmpiricalAudit audit(const Draw& draw, Events& events, std::span<const Value> values, double claimed,
                     const EmpiricalOptions& options) {
  EmpiricalAudit result{.claimed = claimed, .trials = options.trials, .alpha = options.alpha};
  const std::size_t size = values.size();
  if (size < 2) return result;
  const double alpha = options.alpha / static_cast<double>(size * (size - 1));

  draw(values, pilot_trials(options.trials),
       [&events](std::size_t held, std::span<const std::uint8_t> output) { events.learn(held, output); });
  events.settle(options.trials, alpha);
  const auto tp = run(draw, events, values, options.trials, 0);
  const auto fp = run(draw, events, values, options.trials, 1);

  result.epsilon_lower = minus_infinity;
  for (std::size_t v1 = 0; v1 < size; ++v1) {
    for (std::size_t v2 = 0; v2 < size; ++v2) {
      if (v1 == v2) continue;
      const std::size_t pair = v1 * size + v2;
      const double lower = epsilon_lower_bound(tp[pair], fp[pair], options.trials, alpha);
      if (lower >= result.epsilon_lower) {
        result.epsilon_lower = lower;
        result.v1 = values[v1];
        result.v2 = values[v2];
        result.tp = tp[pair];
        result.fp = fp[pair];
      }
      // An event that promises nothing accuses nobody.
      const double promised = enough * events.floor(v1, v2);
      if (promised > 0 && epsilon_upper_bound(tp[pair], fp[pair], options.trials, alpha) < promised) {
        result.is_over_noised = true;
      }
    }
  }
  return result;
}

double claim_of_one_report(const Protocol& protocol) {
  const auto* const memoised = dynamic_cast<const Memoised*>(&protocol);
  return memoised != nullptr ? memoised->report_epsilon() : protocol.epsilon();
}

}  // namespace

EmpiricalVerdict EmpiricalAudit::verdict() const {
  if (epsilon_lower > claimed) return EmpiricalVerdict::violates;
  if (is_over_noised) return EmpiricalVerdict::over_noised;
  if (epsilon_lower >= enough * claimed) return EmpiricalVerdict::agrees;
  return EmpiricalVerdict::undecided;
}

EmpiricalAudit audit_empirical(const Protocol& protocol, const std::vector<std::vector<Value>>& records, Random& random,
                               const EmpiricalOptions& options) {
  if (const auto* const oracle = dynamic_cast<const Oracle*>(&protocol))
    return audit_empirical(*oracle, random, options);
  require_valid(options);
  const auto values = probed_values(static_cast<Value>(records.size()), options.max_values);
  const Draw draw = draw_batches(
      protocol, [&records](const Value& number) { return std::span<const Value>(records[number]); }, random);
  OutputEvents events(values.size());
  EmpiricalAudit result = audit(draw, events, values, claim_of_one_report(protocol), options);
  result.values = static_cast<Value>(records.size());
  return result;
}

EmpiricalAudit audit_empirical(const Oracle& oracle, Random& random, const EmpiricalOptions& options) {
  require_valid(options);
  const auto values = probed_values(oracle.k(), options.max_values);
  const Draw draw = draw_batches(
      oracle, [](const Value& value) { return std::span(&value, 1); }, random);
  LikelihoodEvents events(oracle, values);
  EmpiricalAudit result = audit(draw, events, values, claim_of_one_report(oracle), options);
  result.values = oracle.k();
  return result;
}

EmpiricalAudit audit_empirical(const Sampler& sampler, Value k, double claimed_epsilon, Random& random,
                               const EmpiricalOptions& options) {
  require_valid(options);
  const auto values = probed_values(k, options.max_values);
  OutputEvents events(values.size());
  return audit(draw_one_by_one(sampler, random), events, values, claimed_epsilon, options);
}

}  // namespace sourdine
