// The background of Arcolezi's thesis (2022), chapter 2: its tables of §2.2 (a 4-anonymous table, the homogeneity
// attack on it, two hospitals whose tables are intersected) and the radius of planar Laplace noise, number by number
// beside what our own code makes of them. Nothing is random here.
#pragma once

#include <string>
#include <vector>

namespace sourdine {

struct BackgroundRow {
  std::string part;      // "Table 2.2"
  std::string quantity;  // "entropy l, class 130** [21;31["
  std::string expected;  // as it is written: all digits that are given
  std::string source;    // "the text", or how it follows: "2^(3/2): shares 1/4, 1/4, 1/2"
  std::string ours;
  bool holds = false;  // ours is within half a unit of the last digit given; words are the same
  std::string note = {};
};

struct Background2022 {
  std::vector<BackgroundRow> rows;

  std::size_t holding() const;
};

Background2022 reproduce_background2022();

// {"study", "rows": […]}.
std::string to_json(const Background2022& result);

}  // namespace sourdine
