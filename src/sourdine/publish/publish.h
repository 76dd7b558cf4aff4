// publish(): one order for all kinds.
//
//   read · ask · draw · state.prepare · reserve · state.keep · write (in a private directory) · seal · appear · commit
//
// What is published was paid for, and who is refused has seen no noise. Who asks `stop` finds either nothing there and
// nothing charged, or the whole publication and its charge. A process that is killed after the reservation, or finds
// the disk full, has paid for nothing: what was drawn is lost, and the reservation stays open, which counts.
// What is a file of the kind's own, or a directory of these, has no statement, page or sums beside it.
#pragma once

#include <string>

#include "sourdine/base/error.h"
#include "sourdine/publish/kind.h"

namespace sourdine {

struct Publishing {
  std::string out;        // directory or file
  bool replaces = false;  // what the same kind made, if that is there
  Reading reading = {};
};

struct Published {
  Drawn drawn;
  Payment payment;
  std::string out;
  std::string fingerprint = {};  // of a directory (publish/sums.h); empty: it has no sums
};

// Throws Error, publishing nothing: what the ground throws; budget_refused; bad_input where something is there that is
// not to be replaced.
Published publish(Ground& ground, const Publishing& publishing, const RandomSource& random);

// The same without drawing, paying or writing: read · ask · outlook.
struct Checked {
  std::vector<Error> problems = {};  // why it would be refused: bad_input, budget_refused
  std::vector<Spending> spendings = {};
  Outlook outlook = {};

  bool is_ready() const { return problems.empty() && outlook.warnings.empty(); }
};
// Without a directory in `publishing`, that is not looked at.
Checked check(Ground& ground, const Publishing& publishing, const RandomSource& random);

}  // namespace sourdine
