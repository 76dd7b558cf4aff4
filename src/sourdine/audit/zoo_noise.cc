// Counts with two-sided geometric (discrete Laplace) noise, Pr[z] ∝ α^|z|.
#include "sourdine/audit/zoo.h"
#include "sourdine/random/exact.h"

namespace sourdine::zoo {
namespace {

template <Chance C>
int geometric(C& chance, Threshold alpha) {
  int successes = 0;
  while (chance.bernoulli(alpha)) ++successes;
  return successes;
}

// The difference of two geometric numbers has exactly that law, without rejection.
template <Chance C>
int noise(C& chance, Threshold alpha) {
  const int plus = geometric(chance, alpha);
  return plus - geometric(chance, alpha);
}

void put(Output& output, int number) { output.push_back(static_cast<std::uint8_t>(number)); }

// A tree of two leaves over one person, who is in leaf 0 or 1: (leaf 0, leaf 1, parent), each plus noise. Broken, leaf
// 0's noise is leaf 1's plus the parent's, and leaf 0 − leaf 1 − parent is the noise-free −2·count(leaf 1).
AuditedMechanism tree(Threshold alpha, bool cancels) {
  return both_ways([alpha, cancels](Value value, auto& chance, Output& output) {
    const int second = noise(chance, alpha);
    const int parent = noise(chance, alpha);
    const int first = cancels ? second + parent : noise(chance, alpha);
    put(output, (value == 0 ? 1 : 0) + first);
    put(output, (value == 1 ? 1 : 0) + second);
    put(output, 1 + parent);
  });
}

// Noise on a grid coarser than the values: the remainder of the sum tells the value. Floating-point Laplace noise does
// the same in its low bits.
AuditedMechanism count_plus_noise(Threshold alpha, int step) {
  return both_ways([alpha, step](Value value, auto& chance, Output& output) {
    put(output, static_cast<int>(value) + step * noise(chance, alpha));
  });
}

}  // namespace

std::vector<Planted> broken_noise() {
  // α = e^{−ε/Δ} rounded up: more noise, never less. Changing leaf changes two counts by one each: Δ = 2.
  const Threshold alpha = round_up(exp(Exact(-1)));
  return {
      {.name = "cancelling-noise",
       .broken = "noise(child 1) = noise(child 2) + noise(parent): three queries recover a count",
       .published = "Friis, bachelor thesis 2021: the central tree",
       .claimed_epsilon = 2,
       .k = 2,
       .seen_by_sampling = true,
       .prune_bits = 20,
       .violation = tree(alpha, true),
       .twin = tree(alpha, false)},
      {.name = "coarse-noise",
       .broken = "the noise lives on a coarser grid than the value, as floating-point Laplace does",
       .published = "diffprivlib issue 94, Opacus issue 616",
       .claimed_epsilon = 1,
       .k = 2,
       .seen_by_sampling = true,
       .prune_bits = 40,
       .violation = count_plus_noise(alpha, 2),
       .twin = count_plus_noise(alpha, 1)},
  };
}

}  // namespace sourdine::zoo
