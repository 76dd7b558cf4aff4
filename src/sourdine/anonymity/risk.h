// How likely it is that rows are traced to people by their quasi-identifiers. Three adversaries, as the literature has
// them (El Emam, Dankar 2008), who match what they know of people with the classes of a table of n rows:
//
//   prosecutor   looks for one person, and knows that they are in the table: right with probability 1/|E|, E their
//                class
//   journalist   looks for anybody who can be proved to be in it, with the population beside the table: 1/|P(E)|, P(E)
//                the people of the population who look like the class
//   marketer     matches everybody, and is content to be right often: Σ over classes |E|/|P(E)|, as a share of n;
//                without a population the table stands for it, and this is classes/n
//
// They are what a reader of this one table can do who knows the quasi-identifiers and nothing else. None is a bound on
// what a reader with another table, or with other knowledge, can do (attacks.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sourdine/anonymity/classes.h"

namespace sourdine {

// Of an adversary who looks for one row.
struct RowRisk {
  double largest = 0;         // of a row; 0 where there is none
  double average = 0;         // over rows
  std::uint64_t at_risk = 0;  // rows whose probability is above the threshold
};

struct ReidentificationRisk {
  std::uint64_t rows = 0;
  std::uint64_t classes = 0;
  double threshold = 0;
  RowRisk prosecutor = {};
  double marketer = 0;        // the share of rows that are matched rightly, expected
  std::uint64_t uniques = 0;  // rows that are alone in their class

  struct Population {
    std::uint64_t rows = 0;
    RowRisk journalist = {};
    double marketer = 0;
    std::uint64_t uniques = 0;  // rows whose person is the only one like it in the population
    // Rows of classes that are larger than what the population has of them: it does not hold the whole table. There the
    // class itself is the least that the population must have, and is taken.
    std::uint64_t uncovered = 0;
  };
  std::optional<Population> population = {};
};

// `threshold`: 0 … 1; Error(bad_input) otherwise.
ReidentificationRisk measure_risk(const Classes& classes, double threshold);
// `population`: for each class, how many people of the population look like it; `population_rows` in all.
ReidentificationRisk measure_risk(const Classes& classes, std::span<const std::uint64_t> population,
                                  std::uint64_t population_rows, double threshold);

// For each class of the table, how many rows of the population have the same values. Columns in the same order, their
// codes the same numbers of the same values.
std::vector<std::uint64_t> population_sizes(std::span<const CodedColumn> table, const Classes& classes,
                                            std::span<const CodedColumn> population);

// How far columns tell rows apart (Motwani, Xu 2007).
struct Identification {
  std::vector<std::size_t> columns;  // numbers, rising
  double distinction = 0;            // distinct values, as a share of the rows
  double separation = 0;             // pairs of rows that differ, as a share of all pairs; 0 for less than two rows
  std::uint64_t uniques = 0;         // rows that nobody shares these values with
};

// Of every set of at most `largest` columns, those that separate most first; then fewer columns, then lower numbers.
// Sets of more columns than one are left out when there would be more than `max_sets` up to their size.
std::vector<Identification> identifying_columns(std::span<const CodedColumn> columns, std::size_t largest = 3,
                                                std::size_t max_sets = 400);

}  // namespace sourdine
