// Randomised response and hashing: the output is one symbol, perhaps with a published seed.
#include <cmath>

#include "sourdine/audit/zoo.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/longitudinal/chain.h"
#include "sourdine/random/exact.h"

namespace sourdine::zoo {
namespace {

std::uint8_t symbol(std::uint64_t number) { return static_cast<std::uint8_t>(number); }

// Keep the value with the threshold's probability, else any of the k values: right for λ, wrong for p.
AuditedMechanism keep_or_any(Value k, Threshold keep) {
  return both_ways([k, keep](Value value, auto& chance, Output& output) {
    output.push_back(symbol(chance.bernoulli(keep) ? value : chance.below(k)));
  });
}

// A random byte modulo k: the first 256 mod k values are lied about more often than the others.
AuditedMechanism keep_or_modulo(Value k, Threshold keep) {
  return both_ways([k, keep](Value value, auto& chance, Output& output) {
    output.push_back(symbol(chance.bernoulli(keep) ? value : chance.below(256) % k));
  });
}

AuditedMechanism bounded_noise() {
  return both_ways(
      [](Value value, auto& chance, Output& output) { output.push_back(symbol(value + chance.below(3))); });
}

// Binary local hashing of three values with all eight functions {0,1,2} → {0,1}; bit v of the seed is the hash of v.
// The impatient client draws again, once, when its answer came out as a lie.
AuditedMechanism local_hashing(Threshold keep, bool impatient) {
  return both_ways([keep, impatient](Value value, auto& chance, Output& output) {
    std::uint64_t seed = 0;
    std::uint64_t answer = 0;
    for (int round = 0; round < (impatient ? 2 : 1); ++round) {
      seed = chance.public_word() % 8;
      const std::uint64_t hash = (seed >> value) & 1;
      answer = chance.bernoulli(keep) ? hash : chance.below(2);
      if (answer == hash) break;
    }
    output.push_back(symbol(seed));
    output.push_back(symbol(answer));
  });
}

// Reports about one bit, each the instantaneous response to a permanent one that is drawn once, or every time.
AuditedMechanism several_reports(int reports, Threshold permanent, Threshold instantaneous, bool memoised) {
  return both_ways([=](Value value, auto& chance, Output& output) {
    const auto respond = [&chance](std::uint64_t bit, Threshold keep) {
      return chance.bernoulli(keep) ? bit : chance.below(2);
    };
    std::uint64_t memo = respond(value, permanent);
    for (int report = 0; report < reports; ++report) {
      if (report > 0 && !memoised) memo = respond(value, permanent);
      output.push_back(symbol(respond(memo, instantaneous)));
    }
  });
}

}  // namespace

std::vector<Planted> broken_answers() {
  const auto keep = [](Value k) { return Keep::for_epsilon(1, k, 1).threshold; };
  const Threshold p_of_four = round_down(1 / (1 + 3 * exp(Exact(-1))));  // e^ε/(e^ε+3), meant for k−1 lies
  const Threshold one_too_many = {keep(3).numerator + 1};
  const Threshold instantaneous = Keep::for_epsilon(1.5, 2, 1).threshold;
  const Threshold second_round = ChainedKeep::for_epsilons(2, 1, 2).instantaneous.threshold;
  return {
      {.name = "lies-over-all-values",
       .broken = "the truth with p = e^eps/(e^eps+k-1), else any value, the true one included",
       .published = "Friis, bachelor thesis 2021: the local range oracle",
       .claimed_epsilon = 1,
       .k = 4,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = keep_or_any(4, p_of_four),
       .twin = keep_or_any(4, keep(4))},
      {.name = "disjoint-supports",
       .broken = "bounded noise: value + 0, 1 or 2; distant values share no output",
       .published = "textbook",
       .claimed_epsilon = 1,
       .k = 5,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = bounded_noise(),
       .twin = keep_or_any(5, keep(5))},
      {.name = "seed-chosen-after-output",
       .broken = "the client draws another hash seed when its answer is a lie",
       .published = "the warning that comes with local hashing",
       .claimed_epsilon = 1,
       .k = 3,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = local_hashing(keep(2), true),
       .twin = local_hashing(keep(2), false)},
      {.name = "memo-not-kept",
       .broken = "the permanent response is drawn anew for each of three reports",
       .published = "multi-freq-ldpy's longitudinal clients",
       .claimed_epsilon = 1,
       .k = 2,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = several_reports(3, keep(2), instantaneous, false),
       .twin = several_reports(3, keep(2), instantaneous, true)},
      {.name = "leakage-understated",
       .broken = "two reports about one memo at (2, 1), claimed by the formula with epsilon1 for the second round's",
       .published = "Arcolezi et al. 2022, Eq. 16",
       .claimed_epsilon = 1.325003,
       .k = 2,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = several_reports(2, Keep::for_epsilon(2, 2, 1).threshold, second_round, true),
       .twin = several_reports(2, Keep::for_epsilon(1.325, 2, 1).threshold, second_round, true)},
      {.name = "modulo-bias",
       .broken = "lies are a random byte modulo k",
       .published = "rand() % k",
       .claimed_epsilon = 1,
       .k = 5,
       .seen_by_sampling = false,
       .prune_bits = never_cut,
       .violation = keep_or_modulo(5, keep(5)),
       .twin = keep_or_any(5, keep(5))},
      {.name = "threshold-rounded-up",
       .broken = "the truth's threshold is 2^-64 too large",
       .published = "<= for <, or rounding to nearest",
       .claimed_epsilon = 1,
       .k = 3,
       .seen_by_sampling = false,
       .prune_bits = never_cut,
       .violation = keep_or_any(3, one_too_many),
       .twin = keep_or_any(3, keep(3))},
  };
}

}  // namespace sourdine::zoo
