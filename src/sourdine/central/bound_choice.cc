#include "sourdine/central/bound_choice.h"

#include "sourdine/mechanism/private_quantile.h"

namespace sourdine {

ChosenBound choose_bound(std::span<const std::uint64_t> events_of_people, ExactEpsilon epsilon, Random& random) {
  const PrivateQuantile quantile({.epsilon = epsilon,
                                  .share_numerator = bound_quantile_percent,
                                  .share_denominator = 100,
                                  .most = largest_chosen_bound,
                                  .neighbours = Neighbours::add_remove});
  return {.max_events = quantile.choose(random, events_of_people), .loss = quantile.loss()};
}

}  // namespace sourdine
