// Several attributes of a person in one report, sold for more privacy than they have.
#include "sourdine/audit/zoo.h"
#include "sourdine/oracle/keep.h"

namespace sourdine::zoo {
namespace {

constexpr Value attributes = 2;

// Random sampling plus fake data: of two bits one, drawn without looking, is answered by randomised response; the other
// is a fair coin. The value's bits are the attributes.
AuditedMechanism one_true_bit(Threshold keep) {
  return both_ways([keep](Value value, auto& chance, Output& output) {
    const std::uint64_t drawn = chance.below(attributes);
    for (Value attribute = 0; attribute < attributes; ++attribute) {
      const std::uint64_t bit = (value >> attribute) & 1;
      const bool is_kept = attribute == drawn && chance.bernoulli(keep);
      output.push_back(static_cast<std::uint8_t>(is_kept ? bit : chance.below(2)));
    }
  });
}

// The attribute that was drawn, and its answer: its number must not depend on the values. The sick one draws the
// attribute that is 1, where just one is.
AuditedMechanism one_named_bit(Threshold keep, bool prefers_ones) {
  return both_ways([keep, prefers_ones](Value value, auto& chance, Output& output) {
    std::uint64_t drawn = chance.below(attributes);
    if (prefers_ones && (value == 1 || value == 2)) drawn = value - 1;
    const std::uint64_t bit = (value >> drawn) & 1;
    output.push_back(static_cast<std::uint8_t>(drawn));
    output.push_back(static_cast<std::uint8_t>(chance.bernoulli(keep) ? bit : chance.below(2)));
  });
}

}  // namespace

std::vector<Planted> broken_tuples() {
  const auto keep = [](double epsilon) { return Keep::for_epsilon(epsilon, 2, 1).threshold; };
  const double amplified = 1.4898801256;  // ln(2(e − 1) + 1)
  return {
      {.name = "amplified-by-sampling",
       .broken = "the local randomiser has ln(d(e^eps-1)+1), as if only one attribute could be another",
       .published = "Arcolezi, Couchot, Al Bouna, Xiao, CIKM 2021: RS+FD; multi-freq-ldpy",
       .claimed_epsilon = 1,
       .k = 4,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = one_true_bit(keep(amplified)),
       .twin = one_true_bit(keep(1))},
      {.name = "attribute-chosen-by-value",
       .broken = "the attribute that is told is the one with something to tell",
       .published = "textbook",
       .claimed_epsilon = 1,
       .k = 4,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = one_named_bit(keep(1), true),
       .twin = one_named_bit(keep(1), false)},
  };
}

}  // namespace sourdine::zoo
