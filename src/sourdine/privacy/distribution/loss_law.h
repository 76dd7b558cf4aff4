// LossLaw: the law of the privacy loss ln dP/dQ of a dominating pair under P, as what a discretisation asks for: its
// atoms, the mass where Q has none, and the tails of the rest under both laws.
// Tails are long doubles, each small one to about 2^−60 of itself, so that differences of neighbours keep their sense.
#pragma once

#include <functional>
#include <vector>

#include "sourdine/privacy/distribution/dominating_pair.h"

namespace sourdine {

enum class Direction { forward, backward };  // P against Q; Q against P

struct LossTails {
  long double p_above = 0;  // P(loss > t)
  long double q_above = 0;
  long double p_below = 0;  // P(loss ≤ t)
  long double q_below = 0;
};

struct LossAtom {
  long double loss = 0;
  long double p = 0;
};

struct LossLaw {
  std::vector<LossAtom> atoms;  // by loss, ascending
  long double infinite = 0;
  std::function<LossTails(long double)> tails;  // of the continuous part; empty when there is none
};

LossLaw loss_law(const DominatingPair& pair, Direction direction);

}  // namespace sourdine
