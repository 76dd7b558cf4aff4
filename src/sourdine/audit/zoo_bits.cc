// Bit vectors: one bit per value, or a Bloom filter.
#include <cmath>

#include "sourdine/audit/zoo.h"
#include "sourdine/oracle/bit_flip.h"

namespace sourdine::zoo {
namespace {

constexpr double pure_ldp_epsilon = 5;
constexpr double pure_ldp_f = 0.15;  // 2/(e^{ε/2}+1) = 0.1517… rounded to two decimals

// Every bit of the one-hot vector randomised on its own: what the broken ones should have done.
AuditedMechanism unary(Value k, BitFlip flip) {
  return both_ways([k, flip](Value value, auto& chance, Output& output) {
    for (Value bit = 0; bit < k; ++bit) output.push_back(chance.bernoulli(bit == value ? flip.p : flip.q) ? 1 : 0);
  });
}

AuditedMechanism last_bit_copied(Value k, BitFlip flip) {
  return both_ways([k, flip](Value value, auto& chance, Output& output) {
    for (Value bit = 0; bit + 1 < k; ++bit) output.push_back(chance.bernoulli(bit == value ? flip.p : flip.q) ? 1 : 0);
    output.push_back(value == k - 1 ? 1 : 0);
  });
}

AuditedMechanism ones_stay(Value k, BitFlip flip) {
  return both_ways([k, flip](Value value, auto& chance, Output& output) {
    for (Value bit = 0; bit < k; ++bit) output.push_back(bit == value || chance.bernoulli(flip.q) ? 1 : 0);
  });
}

// The encoder drops the zeros after the last 1, and the randomiser keeps the length it was given.
AuditedMechanism trimmed(BitFlip flip) {
  return both_ways([flip](Value value, auto& chance, Output& output) {
    for (Value bit = 0; bit <= value; ++bit) output.push_back(chance.bernoulli(bit == value ? flip.p : flip.q) ? 1 : 0);
  });
}

// p = 12/16 and q = 4/16, from sixteenths: one draw for all bits, or one for each.
AuditedMechanism sixteenths(Value k, bool shared) {
  return both_ways([k, shared](Value value, auto& chance, Output& output) {
    std::uint64_t uniform = chance.below(16);
    for (Value bit = 0; bit < k; ++bit) {
      if (bit > 0 && !shared) uniform = chance.below(16);
      output.push_back(uniform < (bit == value ? 12U : 4U) ? 1 : 0);
    }
  });
}

// Two values, each hashed to two bits of its own in a filter of four.
AuditedMechanism bloom(BitFlip flip) {
  return both_ways([flip](Value value, auto& chance, Output& output) {
    for (Value bit = 0; bit < 4; ++bit) output.push_back(chance.bernoulli(bit / 2 == value ? flip.p : flip.q) ? 1 : 0);
  });
}

}  // namespace

std::vector<Planted> broken_bits() {
  const BitFlip one = BitFlip::symmetric(1);
  const BitFlip two = BitFlip::symmetric(2);
  const BitFlip huge = BitFlip::optimised(50);
  // ln 9 = ln[p(1−q) / ((1−p)q)], rounded up to a double so that the twin keeps it.
  const double sixteenths_epsilon = std::nextafter(std::log(9.0), 3.0);
  return {
      {.name = "skipped-last-bit",
       .broken = "the loop leaves the last bit as it is",
       .published = "OpenDP issue 2707",
       .claimed_epsilon = 1,
       .k = 4,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = last_bit_copied(4, one),
       .twin = unary(4, one)},
      {.name = "doubled-epsilon",
       .broken = "each bit spends the whole epsilon, although two bits differ",
       .published = "a common slip: e^epsilon where e^(epsilon/2) belongs",
       .claimed_epsilon = 1,
       .k = 4,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = unary(4, two),
       .twin = unary(4, one)},
      {.name = "one-bit-never-cleared",
       .broken = "a 1 always stays 1; only zeros are randomised",
       .published = "pure-LDP's RAPPOR client",
       .claimed_epsilon = 1,
       .k = 4,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = ones_stay(4, one),
       .twin = unary(4, one)},
      {.name = "length-leak",
       .broken = "the output is as long as the encoded value",
       .published = "OpenDP issue 2930",
       .claimed_epsilon = 1,
       .k = 4,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = trimmed(one),
       .twin = unary(4, one)},
      {.name = "shared-uniform",
       .broken = "one uniform number decides all the bits",
       .published = "one seed shared by several mechanisms",
       .claimed_epsilon = sixteenths_epsilon,
       .k = 3,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = sixteenths(3, true),
       .twin = sixteenths(3, false)},
      {.name = "hashes-not-counted",
       .broken = "two bits per value are set, epsilon is claimed for one",
       .published = "pure-LDP's convert_eps_to_f",
       .claimed_epsilon = 1,
       .k = 2,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = bloom(one),
       .twin = bloom(BitFlip::symmetric(0.5))},
      {.name = "f-rounded",
       .broken = "f is rounded to two decimals, here downwards",
       .published = "pure-LDP's convert_eps_to_f",
       .claimed_epsilon = pure_ldp_epsilon,
       .k = 3,
       .seen_by_sampling = false,
       .prune_bits = never_cut,
       .violation = unary(3, BitFlip::from_f(pure_ldp_f)),
       .twin = unary(3, BitFlip::symmetric(pure_ldp_epsilon))},
      {.name = "q-rounded-to-zero",
       .broken = "q = e^-50 in 64 bits is rounded down to 0",
       .published = "any threshold rounded to nearest or down",
       .claimed_epsilon = 50,
       .k = 3,
       .seen_by_sampling = false,
       .prune_bits = never_cut,
       .violation = unary(3, {huge.p, {0}}),
       .twin = unary(3, huge)},
  };
}

}  // namespace sourdine::zoo
