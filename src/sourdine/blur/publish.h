// publish_blur(): events → a directory of blurred places that appears whole or not at all, paid for before.
//   blurred.csv    one row per event: kept columns, the blurred place, what is computed from it
//   manifest.json  what was done: guarantee, grid, projection, randomness, version, row counts
//   PRIVACY.md     the statement in plain words
//   SHA256SUMS     what these files were when they were published (publish/sums.h)
// and what blur/estimates.h makes of the blurred points: density.csv, regions.csv, page.json, index.html.
#pragma once

#include <optional>
#include <string>

#include "sourdine/blur/blur.h"
#include "sourdine/blur/estimates.h"
#include "sourdine/blur/statement.h"
#include "sourdine/privacy/ledger/totals.h"

namespace sourdine {

struct PublishedBlur {
  BlurGround ground;
  BlurredEvents events;
  BlurStatement statement;  // in English
  PlaceEstimates estimates = {};
  LedgerTotal spent;
  std::string fingerprint;
};

// Throws Error, writing nothing: what prepare_blur() and blur_events() throw, budget_refused, a directory that exists.
// With `replaces` a directory of blurred places that is there goes when the new one is whole; what was spent stays
// spent.
PublishedBlur publish_blur(const BlurConfig& config, const RandomSource& random, const std::string& directory,
                           bool replaces, const BlurOptions& options = {});

}  // namespace sourdine
