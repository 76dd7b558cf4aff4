#include "sourdine/ranges/statement.h"

#include <gtest/gtest.h>

#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/stream_counter.h"

namespace sourdine {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

RangeTerms terms_of_tree(double epsilon, Neighbours neighbours) {
  const CentralTreeSpec spec{4, 2, epsilon, neighbours};
  return {.guarantee = CentralTree::guarantee_of(spec), .caveats = CentralTree::caveats_of(spec)};
}

TEST(RangeStatement, IsAboutTheChangeThatTheGuaranteeCompares) {
  const auto promise = [](const RangeTerms& terms) { return range_promise(terms).english.promise; };
  EXPECT_TRUE(has(promise(terms_of_tree(1, Neighbours::add_remove)), "not been in the data, or one more been"));
  EXPECT_TRUE(has(promise(terms_of_tree(1, Neighbours::replace)), "had another value of the domain"));
  RangeTerms grid{.guarantee = Grid::guarantee_of({.rows = 2, .columns = 2, .epsilon = 1}), .is_grid = true};
  EXPECT_TRUE(has(promise(grid), "not been in the data"));
  grid.guarantee = Grid::guarantee_of({.rows = 2, .columns = 2, .epsilon = 1, .neighbours = Neighbours::replace});
  EXPECT_TRUE(has(promise(grid), "another cell of the grid"));
  EXPECT_TRUE(has(promise(terms_of(StreamCounter({.epsilon = 1}))), "counted in its step"));
  EXPECT_TRUE(has(promise({.guarantee = local_report_guarantee(1, 1)}), "the value in any one report"));
}

TEST(RangeStatement, SaysTheSameInFrench) {
  const Promise promise = range_promise(terms_of_tree(0.5, Neighbours::replace));
  EXPECT_TRUE(has(promise.english.promise, "a factor of 1.65 (ε = 0.5)")) << promise.english.promise;
  EXPECT_TRUE(has(promise.french.promise, "un facteur 1,65 près (ε = 0,5)")) << promise.french.promise;
  ASSERT_EQ(promise.english.not_protected.size(), promise.french.not_protected.size());
  for (std::size_t i = 0; i < promise.english.not_protected.size(); ++i) {
    EXPECT_NE(promise.english.not_protected[i], promise.french.not_protected[i]);
  }
  EXPECT_EQ(promise.stated->caveats.size(), promise.english.not_protected.size());
}

TEST(RangeStatement, SaysWhyNothingIsPromised) {
  RangeTerms terms = terms_of_tree(30, Neighbours::add_remove);
  terms.is_seeded = true;
  terms.leaks = {RangeLeak::places, RangeLeak::first_and_last_value};
  const Promise promise = range_promise(terms);
  EXPECT_FALSE(promise.is_private());
  EXPECT_EQ(promise.english.not_private_because.size(), 4U);
  EXPECT_EQ(promise.french.not_private_because.size(), 4U);
  EXPECT_EQ(promise.stated->not_private_because.size(), 2U);
  EXPECT_TRUE(has(promise.english.not_private_because.at(1), "nothing is protected"));
}

TEST(RangeStatement, SaysWhatTheValuesStandFor) {
  const OrderedDomain halves(OrderedDomain::Numbers{.from = 0, .to = 49, .bin = 5, .decimals = 1}, false);
  EXPECT_EQ(domain_words({halves}, Speaker(Language::en)), "10 bins of 0.5 from 0.0 to 4.9");
  EXPECT_EQ(domain_words({halves}, Speaker(Language::fr)), "10 classes de 0,5 de 0,0 à 4,9");
  const OrderedDomain days(Timeline(Period::day, parse_label("2026-03-01")->second, parse_label("2026-03-31")->second),
                           false);
  EXPECT_EQ(domain_words({days, PlaceList({"Dole", "Ornans"}, false)}, Speaker(Language::fr)),
            "2 lieux × 31 jours de 01/03/2026 à 31/03/2026");
}

}  // namespace
}  // namespace sourdine
