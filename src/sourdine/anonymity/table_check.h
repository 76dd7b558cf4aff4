// TableCheck: everything that can be said of a published table by itself, whoever made it and however: the models that
// it fulfils, the risks of its rows, and what the attacks find. None of it is differential privacy, and nothing here
// promises that a reader with other knowledge finds no more.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/anonymity/attacks.h"
#include "sourdine/anonymity/models.h"
#include "sourdine/anonymity/risk.h"
#include "sourdine/anonymity/two_releases.h"

namespace sourdine {

// What every output about generalised tables says.
inline constexpr std::string_view not_differential_privacy =
    "This is not differential privacy: it says what the table shows by itself, and promises nothing against a reader "
    "who "
    "knows more, or who has a second table about the same people.";

struct CheckQuestion {
  std::vector<LabelledColumn> quasi;      // at least one
  std::vector<LabelledColumn> sensitive;  // none: only k and the risks
  // The quasi-identifiers of a population, in the same order; empty: none.
  std::vector<LabelledColumn> population = {};
  // Another table with the same columns, which may be about the same people; empty: none.
  std::vector<LabelledColumn> other_quasi = {};
  std::vector<LabelledColumn> other_sensitive = {};
  double threshold = 0.2;            // of risk: rows above it are counted
  std::uint64_t most_ruled_out = 3;  // values, by a reader with background knowledge
};

// One row of a table of sizes: so many classes of `least` to `most` rows.
struct ClassSizes {
  std::uint64_t least = 0, most = 0, classes = 0, rows = 0;
};

struct SensitiveCheck : AttributeAttacks {
  std::string name;
  Diversity diversity = {};  // closeness by the equal distance
  // By the ordered distance, where all values are numbers.
  std::optional<double> ordered_closeness = {};
  // For every l from 2 to the least number of values in a class: recursive (c, l)-diversity holds for c above this.
  struct Recursive {
    std::uint64_t l = 0;
    double above = 0;
  };
  std::vector<Recursive> recursive = {};
  std::optional<TwoReleases> other_release = {};
};

struct TableCheck {
  std::uint64_t rows = 0, classes = 0;
  std::uint64_t k = 0;
  std::vector<ClassSizes> sizes = {};  // 1, 2–4, 5–9, 10–19, 20–49, 50–99, … as far as there are any
  ReidentificationRisk risk = {};
  std::vector<Identification> identification = {};  // by numbers of quasi
  std::vector<SensitiveCheck> sensitive = {};
};

// Throws Error(bad_input): no row, no quasi-identifier.
TableCheck check_table(const CheckQuestion& question);

// The sizes of classes in rows of a table, up to that of the largest class, or to `largest` where that is more. Those
// at the beginning with nothing are left out, others are kept.
std::vector<ClassSizes> class_sizes(const Classes& classes, std::uint64_t largest = 0);
// The largest distance of a class from the table, and the largest recursive_ratio() of a class (models.h).
double largest_distance(const Classes& classes, const ClassHistograms& sensitive, GroundDistance distance,
                        const Hierarchy* hierarchy = nullptr);
double largest_recursive_ratio(const Classes& classes, const ClassHistograms& sensitive, std::uint64_t l);
// The diversity of one sensitive attribute over all classes.
Diversity diversity_of(const Classes& classes, const ClassHistograms& sensitive);

}  // namespace sourdine
