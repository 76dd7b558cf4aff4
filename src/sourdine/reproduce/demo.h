// The demonstration: the published study's whole path on the bundled data, into one directory.
//
//   events.csv, towns.csv, regions.csv, doubs.toml   what a data officer starts from
//   release/                                         at f = 0.6: what would be handed out
//   releases/f0.1 … f0.9                             the other levels of noise
//   index.html                                       the study: the release beside the true counts, which are invented,
//                                                    error rates, forecasts
#pragma once

#include <functional>
#include <string>

#include "sourdine/privacy/ledger/totals.h"
#include "sourdine/reproduce/error_rates.h"
#include "sourdine/reproduce/forecasts.h"

namespace sourdine {

struct DemoOptions {
  Language language = Language::en;
  std::size_t draws = 3;  // of all reports, averaged for the error rates
  std::function<void(const std::string& what, std::size_t done, std::size_t all)> progress;
};

struct Demo {
  std::string page;  // path
  std::vector<ErrorRates> error_rates;
  ForecastStudy forecasts;
  LedgerTotal spent;
};

// Releases use secure randomness; the draws of the study are seeded. Throws Error(bad_input) when the directory exists.
// Who throws or is stopped leaves no directory behind.
Demo run_demo(const std::string& directory, const DemoOptions& options);

}  // namespace sourdine
