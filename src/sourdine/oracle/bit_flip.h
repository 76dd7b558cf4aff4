// BitFlip: the randomiser of one bit. A set bit is sent as 1 with probability p, a clear one with q. Two encodings
// that differ in one set and one clear bit are told apart with ε = ln[p(1−q) / ((1−p)q)] at most.
#pragma once

#include "sourdine/random/threshold.h"

namespace sourdine {

struct BitFlip {
  Threshold p;  // rounded down
  Threshold q;  // rounded up

  // p = e^{ε/2}/(e^{ε/2}+1), q = 1 − p.
  static BitFlip symmetric(double epsilon);
  // p = 1/2, q = 1/(e^ε+1).
  static BitFlip optimised(double epsilon);
  // Kept with 1−f, else a fair coin: p = 1 − f/2, q = f/2, 0 < f < 1.
  static BitFlip from_f(double f);
  // Any 0 < q < p < 1. Throw Error(bad_input) otherwise, or when 64 bits cannot tell p from q.
  static BitFlip from_probabilities(double p, double q);
  // Laplace(2/ε) noise on a one-hot vector, thresholded at theta.
  static BitFlip thresholded_laplace(double epsilon, double theta);

  // Realised ε of two encodings that differ in one set and one clear bit, rounded up to a double.
  double epsilon() const;
  // p − q without cancellation.
  double gap() const;
};

}  // namespace sourdine
