// The reproduction of Friis (2021): study, break-even lengths and claims, as JSON and as a page.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sourdine/reproduce/friis_break_even.h"
#include "sourdine/reproduce/friis_claims.h"
#include "sourdine/reproduce/friis_study.h"

namespace sourdine {

struct Friis2021 {
  FriisStudy study;
  std::vector<FriisBreakEven> break_evens;  // by size, then degree
  std::vector<FriisClaim> claims;
};

// On the events per day of `sourdine simulate doubs`, from the first day on: his data, the visitors of a library, are
// not part of Sourdine. Central errors do not depend on the data; local ones grow with the root of the number of
// people.
Friis2021 reproduce_friis2021(const FriisSettings& settings, const RandomSource& random,
                              const std::function<void(std::size_t, std::size_t)>& progress);

inline constexpr std::string_view friis2021_data =
    "events per day of 'simulate doubs', from the first day on: synthetic, see docs/data-doubs.md";

// Everything, all cells included.
std::string to_json(const Friis2021& result);
// One HTML file that needs no other file and no network.
std::string friis2021_page(const Friis2021& result);

}  // namespace sourdine
