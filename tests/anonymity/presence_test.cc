#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "anonymity/presence_definition.h"
#include "sourdine/anonymity/lattice.h"
#include "sourdine/anonymity/local_recoding.h"
#include "sourdine/anonymity/mondrian.h"
#include "sourdine/anonymity/population_match.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::add_population;
using testing::measures;
using testing::random_problem;

TEST(Presence, TheOptimumIsThatOfTheDefinition) {
  SeededBits random(8401);
  int found = 0;
  for (int i = 0; i < 12; ++i) found += testing::expect_optimum_of_presence(random, measures[i % 4]) ? 1 : 0;
  EXPECT_GT(found, 2);
}

// Without the presence of anybody at stake, it is the search without it.
TEST(Presence, AnythingIsAllowedFromNothingToAll) {
  SeededBits random(8402);
  for (int i = 0; i < 20; ++i) {
    AnonymityProblem problem = random_problem(random, false);
    problem.measure = measures[i % 4];
    const LatticeSearch without = search_lattice(problem);
    add_population(problem, random, 10);
    problem.presence = PresenceModel{0, 1};
    const LatticeSearch found = search_lattice(problem);
    ASSERT_EQ(found.best.has_value(), without.best.has_value());
    if (!found.best) continue;
    EXPECT_EQ(found.best->levels, without.best->levels);
    EXPECT_EQ(found.best->classes.class_of, without.best->classes.class_of);
    EXPECT_NEAR(found.best->loss, without.best->loss, 1e-12 * (1 + without.best->loss));
  }
}

TEST(Presence, WhoIsNotInThePopulationIsNamed) {
  AnonymityProblem problem;
  problem.hierarchies = {
      std::make_shared<const Hierarchy>("town", std::vector<std::vector<std::string>>{{"a", "*"}, {"b", "*"}})};
  problem.quasi = {CodedColumn{{0, 1, 1}, 2}};
  problem.population = std::make_shared<const PopulationTable>(PopulationTable{{CodedColumn{{0, 0, 1}, 2}}});
  problem.presence.emplace();
  EXPECT_EQ(testing::error_message(ErrorCode::bad_input, [&] { search_lattice(problem); }),
            "the table has 2 rows like 'b', and the population 1");
}

// A few people by two attributes, some of them in the table.
AnonymityProblem few_people(Random& random) {
  AnonymityProblem problem;
  const std::size_t everybody = 8 + random.below(4), rows = 3 + random.below(4);
  auto population = std::make_shared<PopulationTable>();
  for (std::size_t a = 0; a < 2; ++a) {
    std::vector<std::vector<std::string>> lines;
    for (int v = 0; v < 4; ++v) {
      lines.push_back({std::to_string(v), "*"});
      if (a == 0) lines.back().insert(lines.back().begin() + 1, v < 2 ? "low" : "high");
    }
    problem.hierarchies.push_back(std::make_shared<const Hierarchy>(fmt::format("a{}", a), lines));
    CodedColumn column{{}, 4};
    for (std::size_t i = 0; i < everybody; ++i) column.codes.push_back(static_cast<Value>(random.below(4)));
    problem.quasi.push_back(
        {{column.codes.begin(), column.codes.begin() + static_cast<std::ptrdiff_t>(rows)}, column.size});
    population->columns.push_back(std::move(column));
  }
  problem.population = std::move(population);
  problem.presence = PresenceModel{random.below(3) == 0 ? 0.2 : 0, 0.5 + 0.1 * static_cast<double>(random.below(4))};
  problem.k = 1 + random.below(2);
  problem.max_suppressed = random.below(3);
  return problem;
}

// Presence by its definition: of all sets of so many people that would be published alike, the share that has somebody
// is the chance that they are in the table. Returns how many classes there are.
std::size_t expect_presence_in_all_worlds(const AnonymityProblem& problem, const Recoding& recoding) {
  const std::size_t people = problem.population->rows();
  std::vector<std::size_t> class_of(people, recoding.classes.count());  // the last number: in none
  std::vector<std::size_t> sizes(recoding.classes.count() + 1);
  sizes.back() = recoding.suppressed();
  for (std::size_t i = 0; i < recoding.classes.count(); ++i) {
    if (!recoding.is_published[i]) continue;
    sizes[i] = recoding.classes.sizes[i];
    for (std::size_t person = 0; person < people; ++person) {
      bool is_covered = true;
      for (std::size_t a = 0; a < problem.quasi.size(); ++a) {
        const Value value = problem.population->columns[a].codes[person];
        is_covered = is_covered && covers(*problem.hierarchies[a], recoding.published[i][a], value);
      }
      if (!is_covered) continue;
      EXPECT_EQ(class_of[person], recoding.classes.count()) << "covered twice";
      class_of[person] = i;
    }
  }
  std::vector<double> worlds_with(people);
  double worlds = 0;
  for (std::uint32_t world = 0; world < 1U << people; ++world) {
    std::vector<std::size_t> rows(sizes.size());
    for (std::size_t person = 0; person < people; ++person) {
      if ((world >> person & 1U) != 0) ++rows[class_of[person]];
    }
    if (rows != sizes) continue;
    ++worlds;
    for (std::size_t person = 0; person < people; ++person) worlds_with[person] += world >> person & 1U;
  }
  double least = 1, most = 0;
  for (const double with : worlds_with) {
    least = std::min(least, with / worlds);
    most = std::max(most, with / worlds);
  }
  EXPECT_GE(least, problem.presence->least - 1e-12);
  EXPECT_LE(most, problem.presence->most + 1e-12);
  const PopulationMatch match = match_population(problem, recoding);
  EXPECT_EQ(match.ambiguous, 0U);
  const PresenceShares shares = presence_shares(recoding, match);
  EXPECT_NEAR(shares.least, least, 1e-12);
  EXPECT_NEAR(shares.most, most, 1e-12);
  return recoding.classes.count();
}

TEST(Presence, IsTheChanceOverAllTablesThatWouldBePublishedAlike) {
  SeededBits random(8403);
  int optima = 0, refined = 0, cut = 0, suppressed = 0;
  for (int i = 0; i < 150; ++i) {
    const AnonymityProblem problem = few_people(random);
    if (const LatticeSearch found = search_lattice(problem); found.best) {
      ++optima;
      const Recoding before = recoding_of(problem, *found.best), after = recode_locally(problem, *found.best);
      suppressed += before.suppressed() > 0 ? 1 : 0;
      expect_presence_in_all_worlds(problem, before);
      expect_presence_in_all_worlds(problem, after);
      const Losses least = losses_of(problem, before), now = losses_of(problem, after);
      EXPECT_LE(now.ncp, least.ncp + 1e-12);
      EXPECT_LE(now.entropy, least.entropy + 1e-12);
      EXPECT_LE(now.discernibility, least.discernibility);
      refined += now.ncp < least.ncp ? 1 : 0;
    }
    const MondrianAttribute ordered = OrderedAttribute{{0, 1, 2, 3}}, categorical = CategoricalAttribute{};
    const std::vector<MondrianAttribute> attributes = {i % 2 == 0 ? ordered : categorical, categorical};
    if (auto made = partition_mondrian(problem, attributes, MondrianCuts::strict)) {
      const Recoding recoding = recoding_of(std::move(*made));
      for (std::size_t number = 0; number < recoding.classes.count(); ++number) {
        EXPECT_GE(recoding.classes.sizes[number], problem.k);
      }
      cut += expect_presence_in_all_worlds(problem, recoding) > 1 ? 1 : 0;
    }
  }
  // Each of them did something.
  EXPECT_GT(optima, 50);
  EXPECT_GT(refined, 5);
  EXPECT_GT(cut, 20);
  EXPECT_GT(suppressed, 3);
}

// The example of mondrian.h: both classes have two rows and cover five people, and yet everybody is in the table with
// probability 4/6.
TEST(Presence, RelaxedCutsHaveNoShares) {
  AnonymityProblem problem;
  std::vector<std::vector<std::string>> lines;
  for (const char* value : {"3", "5", "7"}) lines.push_back({value});
  problem.hierarchies = {std::make_shared<const Hierarchy>("a", lines)};
  problem.quasi = {CodedColumn{{0, 1, 1, 2}, 3}};
  problem.population = std::make_shared<const PopulationTable>(PopulationTable{{CodedColumn{{0, 1, 1, 1, 1, 2}, 3}}});
  problem.k = 2;
  const std::vector<MondrianAttribute> attributes = {OrderedAttribute{{3, 5, 7}}};
  const Recoding recoding = recoding_of(*partition_mondrian(problem, attributes, MondrianCuts::relaxed));
  EXPECT_EQ(recoding.classes.sizes, (std::vector<std::uint32_t>{2, 2}));
  const PopulationMatch match = match_population(problem, recoding);
  EXPECT_EQ(match.people, (std::vector<std::uint64_t>{5, 5}));
  EXPECT_EQ(match.ambiguous, 4U);
  problem.presence = PresenceModel{0, 0.7};
  EXPECT_EQ(testing::error_code([&] { partition_mondrian(problem, attributes, MondrianCuts::relaxed); }),
            ErrorCode::bad_input);
  EXPECT_TRUE(partition_mondrian(problem, attributes, MondrianCuts::strict));
}

}  // namespace
}  // namespace sourdine
