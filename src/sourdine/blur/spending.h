// What blurring spends, as the ledger has it.
//
// Points of the memo that are published again under a key that is kept are the points that were published before: every
// publication with the same key, level, grid, projection, area and data set is a function of one draw, N(cell) for
// every cell, and of where events were. For a place with all its events, moved from a to b in all of these publications
// at once, all that changes is that its points are b + N(b) in place of a + N(a): one outcome of the noise, however
// often it is published. So the loss of all of them together is that of one, and the ledger, which knows them by the
// draw's name, counts it once (docs/decisions/028). Noise of one event at a time is new for every new event: it has no
// name.
#pragma once

#include <string>

#include "sourdine/blur/blur.h"
#include "sourdine/ledger_store/spending.h"

namespace sourdine {

// Names the draw without telling anything of the secret: equal for equal secrets where the published points of a place,
// and the claim about them, are equal, too.
std::string draw_name(const PreparedBlur& blur, const RowSecret& secret);

struct BlurSpending {
  std::string purpose;  // what is published: the directory
  std::string draw = {};
  bool is_seeded = false;
};
Spending spending_of(const PreparedBlur& blur, const BlurSpending& blurring);

}  // namespace sourdine
