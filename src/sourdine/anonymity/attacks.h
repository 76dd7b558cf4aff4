// Attacks on a published table: what a reader learns about the sensitive values of people whose class they know. Each
// is run, and its success is a number of rows. The attack from knowing the algorithm is in minimality.h.
//
//   homogeneity            a class has one sensitive value: whoever is in it has that value
//   background knowledge   the reader can rule j values out for a person (nobody of this family has diabetes): who is
//                          in a class of at most j + 1 values is known (Machanavajjhala et al. 2007)
//   intersection           somebody is in two releases: their value is one that both of their classes have (Ganta,
//                          Kasiviswanathan, Smith 2008)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/anonymity/classes.h"

namespace sourdine {

// What is known of the rows when their classes are.
struct Homogeneity {
  std::uint64_t rows = 0;      // of the table
  std::uint64_t revealed = 0;  // rows in classes of one value
  std::uint64_t classes = 0;   // such classes
  // Whoever guesses the most frequent value of the class is right for so many rows; and who guesses the most frequent
  // of the table, for so many: what the classes add is the difference.
  std::uint64_t guessed = 0;
  std::uint64_t guessed_blindly = 0;
};
Homogeneity attack_homogeneity(const Classes& classes, const ClassHistograms& sensitive);

struct BackgroundKnowledge {
  std::uint64_t ruled_out = 0;  // j: values that the reader knows not to be the person's
  std::uint64_t revealed = 0;   // rows whose value is certain then, whichever j values of their class are ruled out
  // The reader's confidence in the true value when the j most frequent others of the class are ruled out: the mean over
  // rows, and the rows where it is above one half.
  double confidence = 0;
  std::uint64_t likely = 0;
};
// For j = 0 … most.
std::vector<BackgroundKnowledge> attack_with_background(const Classes& classes, const ClassHistograms& sensitive,
                                                        std::uint64_t most);

// Both, of one sensitive attribute.
struct AttributeAttacks {
  std::uint64_t values = 0;  // different ones, in the table
  Homogeneity homogeneity = {};
  std::vector<BackgroundKnowledge> background = {};  // of 0, 1, … values ruled out
};
// With at most so many values ruled out, of which one is left.
AttributeAttacks attack_attribute(const Classes& classes, const ClassHistograms& sensitive,
                                  std::uint64_t most_ruled_out);

// Somebody who is known to be in two releases: their class in each.
struct PersonInBoth {
  std::uint32_t first = 0, second = 0;
};

struct Intersection {
  std::uint64_t people = 0;
  std::uint64_t revealed = 0;            // whose classes have one value in common
  std::uint64_t revealed_by_either = 0;  // of those, who are revealed by one release alone
  // Whose class in the first release has one single row with a common value: that row is theirs.
  std::uint64_t isolated = 0;
  // Whose classes have no value in common: they are not in both, or their value has changed.
  std::uint64_t contradicted = 0;
  double candidates_before = 0;  // values in the class of the first release, mean over people
  double candidates_after = 0;   // common values, mean over people who have any
};
// Of the same sensitive attribute, the numbers of its values being the same in both.
Intersection attack_by_intersection(const ClassHistograms& first, const ClassHistograms& second,
                                    std::span<const PersonInBoth> people);

}  // namespace sourdine
