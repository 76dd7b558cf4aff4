// The exact audit: a mechanism's own code, run on every outcome of its coins, gives its channel Pr[output | value]; the
// worst ratio of two rows is e^ε. No sampling, no floating point: probabilities are integers over one denominator.
//
// Outputs are byte strings of any length, so that a length that depends on the value shows as a leak.
//
// Published coins (hash seeds). A seed s is drawn before and independently of the value and is part of the report, so
// Pr[s, y | v] = Pr[s]·Pr[y | s, v] and Pr[s] cancels in every ratio: the mechanism satisfies ε exactly when each
// seed's own channel does. Branches gives a fixed list of seeds instead of all 2^64; the ε found is exact for the
// listed seeds and a lower bound over all. A mechanism that lets the value influence which seed it publishes still
// shows, because the list is drawn from like any other coin.
//
// Unbounded coins (rejection loops). Paths below 2^−prune_bits are cut and their mass c_v is added up. What is left is
// a rigorous lower bound, ε ≥ ln[P(y|v) / (P(y|w) + c_w)]: a violation found is a violation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sourdine/protocol/memoised.h"
#include "sourdine/protocol/protocol.h"
#include "sourdine/random/branches.h"

namespace sourdine {

// Appends the output for `value` to `output`, which is empty at the call.
using Mechanism = std::function<void(Value value, Branches& branches, std::vector<std::uint8_t>& output)>;

struct ExactRatio;

class ChannelAudit {
 public:
  double exact_epsilon = 0;  // nearest double; +∞ when an output is possible for one value and impossible for another
  Value values = 0;          // rows of the channel
  std::size_t outputs = 0;   // different outputs seen
  std::uint64_t paths = 0;   // outcomes visited, over all values
  std::uint64_t public_words = 0;  // published words tried; 0 when the mechanism publishes none
  bool is_lower_bound = false;     // paths were cut: exact_epsilon bounds ε from below
  double cut_mass = 0;             // the largest c_v
  bool rows_sum_to_one = false;    // exactly, cut mass included; false means the enumeration itself is wrong
  Value likely = 0;                // the worst pair: Pr[worst_output | likely] / Pr[worst_output | unlikely]
  Value unlikely = 0;
  std::vector<std::uint8_t> worst_output;

  // Whether the worst ratio is ≤ e^epsilon, decided on the integers, before any rounding to double. When paths were
  // cut, true means that no violation was proved.
  bool within(double epsilon) const;

 private:
  friend class ChannelBuilder;
  std::shared_ptr<const ExactRatio> worst_;
};

struct ExactOptions {
  // Deep enough that only an unbounded loop is ever cut.
  Branches::Options branches = {.public_words = 64, .prune_bits = 1024};
  // Random decisions over all paths and values before giving up; some seconds of work.
  std::uint64_t max_decisions = std::uint64_t{1} << 22;
};

// The channel over the values 0 … k−1; nothing when it takes more than max_decisions to enumerate.
std::optional<ChannelAudit> try_exact_channel(const Mechanism& mechanism, Value k, const ExactOptions& options = {});
// The same; throws Error(bad_input) when the channel is too large.
ChannelAudit exact_channel(const Mechanism& mechanism, Value k, const ExactOptions& options = {});

// A protocol as a mechanism: Protocol::enumerate on a buffer of report_bytes(); "value" i is record i of the list. Both
// must outlive it.
Mechanism mechanism_of(const Protocol& protocol, const std::vector<std::vector<Value>>& records);
// The same over the values of a protocol of width 1, without a list of them.
Mechanism mechanism_of(const Protocol& protocol);
// The same for the view of one report alone (Memoised::enumerate_report), of the values of a domain.
Mechanism report_mechanism_of(const Memoised& protocol);
// The exact audit of a protocol's own code, over these records or over all it has. Throw Error(bad_input) when the
// channel is too large.
ChannelAudit audit_exact(const Protocol& protocol, const std::vector<std::vector<Value>>& records,
                         const ExactOptions& options = {});
ChannelAudit audit_exact(const Protocol& protocol, const ExactOptions& options = {});

}  // namespace sourdine
