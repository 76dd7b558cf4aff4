#include "sourdine/mechanism/partition_selection.h"

#include "sourdine/base/error.h"
#include "sourdine/random/exact.h"

namespace sourdine {

PartitionSelection::PartitionSelection(ExactEpsilon epsilon, double delta, std::uint64_t places)
    : epsilon_(epsilon), delta_(delta) {
  if (places == 0 || places > 1'000'000) fail_input("the number of places of one person must be from 1 to 1000000");
  const double each = epsilon.value() / static_cast<double>(places);
  if (!(each >= 1e-3 && each <= 1e3)) fail_input("epsilon per place must be from 0.001 to 1000");
  if (!(delta < 1) || !(delta / static_cast<double>(places) >= 0x1p-60)) {
    fail_input("delta must be less than 1, and per place at least 2^-60");
  }
  const Exact growth = exp(Exact(epsilon.nano) / ExactEpsilon::billion / places);
  const Exact told = Exact(delta) / places;
  const Exact slack = Exact("1e-90");  // of the arithmetic; the inequalities are to hold without it
  Exact kept = 0;
  for (;;) {
    if (kept + told >= 1 + slack) return;  // the next is certain: what is lost, 1 − π(n), is at most δ'
    const Exact by_growth = growth * kept + told;
    const Exact by_decline = 1 - (1 - kept - told) / growth;
    const Threshold next = round_down(std::min(by_growth, by_decline) - slack);
    const Exact next_kept = exact(next);
    if (next_kept <= kept) fail_internal("the probabilities of a partition selection do not grow");
    thresholds_.push_back(next);
    kept = next_kept;
  }
}

}  // namespace sourdine
