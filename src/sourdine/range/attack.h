// Attacks on structures that answer ranges, with nothing but their answers. Against a private structure they do no
// better than its own noise allows; against a broken one they recover counts.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sourdine/range/tree_shape.h"

namespace sourdine {

// What the attacker can ask: the estimate of a range.
using RangeAnswers = std::function<double(const Range&)>;

// Asks every range once and finds the counts that fit the answers best. Every answer is a difference of two of the N +
// 1 running sums, each pair once, so least squares is a mean: the running sum at i is the mean over all j of the answer
// between j and i. Noise drawn afresh per answer, of variance σ², leaves each count with variance 2σ²/(N + 1) only;
// noise drawn once per node leaves what the structure's own estimate of a single value has.
std::vector<double> reconstruct_counts(std::uint64_t size, const RangeAnswers& answer);

// For the halves of every block of two values: answer(right) as (answer(block) − answer(left) + answer(right)) / 2.
// This is noise-free where the noise of the left half is that of the right half plus that of the block, as in a tree
// that hands noise down (Friis 2021). One number per odd value.
std::vector<double> cancel_sibling_noise(std::uint64_t size, const RangeAnswers& answer);

}  // namespace sourdine
