// Mechanisms of the central model, broken on purpose: noise, bounds, thresholds, choices. Noise and healthy twins are
// the code that ships (mechanism/).
#include <algorithm>

#include "sourdine/audit/zoo.h"
#include "sourdine/mechanism/count_noise.h"
#include "sourdine/mechanism/partition_selection.h"
#include "sourdine/mechanism/permute_and_flip.h"
#include "sourdine/mechanism/sparse_vector.h"
#include "sourdine/random/weighed_branches.h"

namespace sourdine::zoo {
namespace {

constexpr ExactEpsilon billionths(std::uint64_t nano) { return {nano}; }
constexpr ExactEpsilon one_epsilon = billionths(ExactEpsilon::billion);

void put_number(Output& output, std::int64_t number) { output.push_back(static_cast<std::uint8_t>(number)); }

// One count of events, with one person of three events or without; noise for a sensitivity of `assumed`.
AuditedMechanism three_events(std::uint64_t assumed) {
  const LaplaceScale scale = LaplaceScale::of_epsilon(one_epsilon, assumed);
  return weighed_ways([scale](Value value, auto& chance, Output& output) {
    put_number(output, 3 * static_cast<std::int64_t>(value) + sample_discrete_laplace(chance, scale.t, scale.s));
  });
}

// Two places, with one person who was in both or without; at most one event a person is promised, and the noise is for
// that. Broken, the bound is put on the person's count in each place, when both were counted already.
AuditedMechanism in_two_places(bool bounds_before) {
  const LaplaceScale scale = LaplaceScale::of_epsilon(one_epsilon, 1);
  return weighed_ways([scale, bounds_before](Value value, auto& chance, Output& output) {
    constexpr std::size_t visits[3] = {0, 1, 1};
    const std::size_t made = value == 1 ? 3 : 0;
    std::int64_t counts[2] = {0, 0};
    for (std::size_t i = 0; i < (bounds_before ? std::min<std::size_t>(made, 1) : made); ++i) ++counts[visits[i]];
    for (const std::int64_t count : counts) {
      put_number(output, std::min<std::int64_t>(count, 1) + sample_discrete_laplace(chance, scale.t, scale.s));
    }
  });
}

// A place with nobody is not in the table at all; with one person it is named when count plus noise reaches 5.
AuditedMechanism noisy_threshold() {
  return weighed_ways([](Value value, auto& chance, Output& output) {
    const bool is_named = value > 0 && value + sample_discrete_laplace(chance, 1, 1) >= 5;
    output.push_back(is_named ? 1 : 0);
  });
}

AuditedMechanism selected_partition(double delta) {
  const auto selection = std::make_shared<const PartitionSelection>(one_epsilon, delta, 1);
  return weighed_ways([selection](Value value, auto& chance, Output& output) {
    output.push_back(selection->keep(chance, value) ? 1 : 0);
  });
}

// Questions in a row with the budget of one answer, threshold 0: their answers for the two inputs.
struct Questions {
  SparseVectorSpec spec;
  std::vector<std::int64_t> answers[2];
};

enum class SparseFault { prints_compared, does_not_stop };

AuditedMechanism sparse_twin(const Questions& questions) {
  return weighed_ways([questions](Value value, auto& chance, Output& output) {
    SparseVector sparse(chance, questions.spec);
    for (const std::int64_t answer : questions.answers[value]) {
      if (sparse.is_spent()) return;
      output.push_back(sparse.ask(chance, answer).is_above ? 1 : 0);
    }
  });
}

AuditedMechanism broken_sparse(const Questions& questions, SparseFault fault) {
  const SparseVectorNoise noise = sparse_vector_noise(questions.spec);
  return weighed_ways([questions, noise, fault](Value value, auto& chance, Output& output) {
    const std::int64_t threshold = sample_discrete_laplace(chance, noise.threshold.t, noise.threshold.s);
    for (const std::int64_t answer : questions.answers[value]) {
      const std::int64_t compared = answer + sample_discrete_laplace(chance, noise.comparison.t, noise.comparison.s);
      output.push_back(compared >= threshold ? 1 : 0);
      if (compared >= threshold && fault == SparseFault::prints_compared) return put_number(output, compared);
    }
  });
}

// One answer goes up and the others down: where the printed answer is low, so is the threshold, and to be below it
// tells more than the noise was made for.
Questions printed_questions() {
  return {.spec = {.epsilon = billionths(8 * ExactEpsilon::billion), .answers = 1},
          .answers = {{0, 0, 0, 1}, {1, 1, 1, 0}}};
}

// One unit raises three answers, all the same way.
Questions unending_questions() {
  return {.spec = {.epsilon = billionths(6 * ExactEpsilon::billion), .answers = 1, .is_monotone = true},
          .answers = {{0, 0, 0, 0, 0}, {-1, -1, -1, 0, 0}}};
}

// Three candidates of which one has a score of 1. Broken, they are taken in the order of the list.
AuditedMechanism choice(bool is_permuted) {
  return weighed_ways([is_permuted](Value value, auto& chance, Output& output) {
    std::vector<std::int64_t> scores(3);
    scores[value] = 1;
    if (is_permuted) {
      output.push_back(static_cast<std::uint8_t>(PermuteAndFlip(one_epsilon, {}).choose(chance, scores)));
      return;
    }
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (scores[i] == 1 || bernoulli_exp(chance, 1, 2)) {
        output.push_back(static_cast<std::uint8_t>(i));
        return;
      }
    }
  });
}

}  // namespace

std::vector<Planted> broken_mechanisms() {
  return {
      {.name = "wrong-sensitivity",
       .broken = "the noise is for one event, but the person has three",
       .published = "Casacuberta, Shoemate, Vadhan, Wagaman, CCS 2022: sensitivities underestimated in libraries",
       .claimed_epsilon = 1,
       .k = 2,
       .seen_by_sampling = true,
       .prune_bits = 40,
       .violation = three_events(1),
       .twin = three_events(3)},
      {.name = "bound-after-counting",
       .broken = "the bound on a person's events is put on each place's count, not on the person",
       .published = "Wilson et al., PoPETs 2020: why contributions are bounded first",
       .claimed_epsilon = 1,
       .k = 2,
       .seen_by_sampling = true,
       .prune_bits = 40,
       .violation = in_two_places(false),
       .twin = in_two_places(true)},
      {.name = "threshold-without-delta",
       .broken = "a place that one person made appear is named as soon as its noisy count reaches 5",
       .published = "Desfontaines et al., PoPETs 2022: thresholds must come from delta",
       .claimed_epsilon = 1,
       .claimed_delta = 1e-6,
       .k = 2,
       .seen_by_sampling = false,
       .prune_bits = 60,
       .violation = noisy_threshold(),
       .twin = selected_partition(1e-6)},
      {.name = "sparse-vector-prints",
       .broken = "the sparse vector prints the noisy answer that it compared",
       .published = "Lyu, Su, Li, VLDB 2017: algorithm 3",
       .claimed_epsilon = 8,
       .k = 2,
       .seen_by_sampling = false,
       .prune_bits = 40,
       .violation = broken_sparse(printed_questions(), SparseFault::prints_compared),
       .twin = sparse_twin(printed_questions())},
      {.name = "sparse-vector-goes-on",
       .broken = "the sparse vector does not stop after the answers it has budget for",
       .published = "Lyu, Su, Li, VLDB 2017: algorithms 5 and 6",
       .claimed_epsilon = 6,
       .k = 2,
       .seen_by_sampling = false,
       .prune_bits = 40,
       .violation = broken_sparse(unending_questions(), SparseFault::does_not_stop),
       .twin = sparse_twin(unending_questions())},
      {.name = "flip-in-fixed-order",
       .broken = "permute-and-flip without the permutation: what follows the best candidate never comes",
       .published = "McKenna, Sheldon, NeurIPS 2020: the random order is what makes it private",
       .claimed_epsilon = 1,
       .k = 3,
       .seen_by_sampling = true,
       .prune_bits = never_cut,
       .violation = choice(false),
       .twin = choice(true)},
  };
}

}  // namespace sourdine::zoo
