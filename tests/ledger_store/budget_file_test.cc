#include "sourdine/ledger_store/budget_file.h"

#include <gtest/gtest.h>

#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

std::string wrong(const std::string& text) {
  return testing::input_error([&] { parse_budget(text, "budget.toml"); });
}

TEST(BudgetFile, SaysEverythingThatLimits) {
  const BudgetPolicy policy = parse_budget(
      "dataset = \"doubs\"\nunit = \"report value\"\nneighbours = \"add/remove\"\n"
      "[total]\nepsilon = 3\ndelta = 1e-6\n[month]\nepsilon = 0.1\n[person]\nepsilon = 10\ndelta = 1e-7\nmax_events = "
      "12\n",
      "folder/budget.toml");
  EXPECT_EQ(policy.source, "folder/budget.toml");
  EXPECT_EQ(policy.dataset, "doubs");
  EXPECT_EQ(policy.unit, Unit::report_value);
  EXPECT_EQ(policy.neighbours, Neighbours::add_remove);
  EXPECT_EQ(policy.total->epsilon.text(), "3.000000000");
  EXPECT_EQ(policy.total->delta.text(), "1e-6");
  EXPECT_EQ(policy.month->epsilon.text(), "0.100000000");
  EXPECT_EQ(policy.month->delta.text(), "0");
  EXPECT_EQ(policy.person->delta.text(), "1e-7");
  EXPECT_EQ(policy.max_units, 12U);
}

TEST(BudgetFile, IsAboutReplacingAnEventUnlessItSaysOtherwise) {
  const BudgetPolicy policy = parse_budget("[total]\nepsilon = 1\n", "b");
  EXPECT_EQ(policy.unit, Unit::event);
  EXPECT_EQ(policy.neighbours, Neighbours::replace);
  EXPECT_TRUE(policy.dataset.empty());
  EXPECT_FALSE(policy.month || policy.person || policy.max_units);
}

// For a person the bound on events is how to count, and needs no limit of its own.
TEST(BudgetFile, APersonIsCountedByItsEvents) {
  const BudgetPolicy policy = parse_budget("unit = \"person\"\n[total]\nepsilon = 1\n[person]\nmax_events = 3\n", "b");
  EXPECT_EQ(policy.max_units, 3U);
  EXPECT_FALSE(policy.person);
}

TEST(BudgetFile, NamesWhatIsWrongAndWhere) {
  EXPECT_EQ(wrong("[total]\nepsilon = 3\ndelta = 1\n"),
            "line 3 of 'budget.toml': 'delta' must be a number of at least 0 and below 1, like 1e-6");
  EXPECT_NE(wrong("[total]\nepsilon = 3\ndelta = -1e-9\n").find("line 3"), std::string::npos);
  EXPECT_NE(wrong("\n[total]\nepsilon = nan\n").find("line 3"), std::string::npos);
  EXPECT_NE(wrong("[total]\nepsilon = 0\n").find("'epsilon' must be"), std::string::npos);
  EXPECT_NE(wrong("[total]\nepsilon = \"1\"\n").find("must be a number"), std::string::npos);
  EXPECT_NE(wrong("[total]\n").find("'epsilon' is missing"), std::string::npos);
  EXPECT_NE(wrong("total = 3\n").find("must be a table"), std::string::npos);
  EXPECT_NE(wrong("unit = 3\n[total]\nepsilon = 1\n").find("must be a text"), std::string::npos);
  EXPECT_NE(wrong("neighbours = \"add\"\n[total]\nepsilon = 1\n").find("is no neighbour relation"), std::string::npos);
  EXPECT_NE(wrong("").find("has no limit"), std::string::npos);
  EXPECT_NE(wrong("[person]\nmax_events = 3\n").find("'epsilon' is missing"), std::string::npos);
  EXPECT_NE(wrong("[yearly]\nepsilon = 3\n").find("is no key of a budget"), std::string::npos);
}

TEST(BudgetFile, LiesBesideItsLedger) {
  const testing::TemporaryDirectory folder;
  EXPECT_FALSE(budget_beside(folder.file("d.ledger.jsonl")));
  testing::write_all(folder.file("budget.toml"), "[total]\nepsilon = 1\n");
  EXPECT_EQ(budget_beside(folder.file("d.ledger.jsonl")), folder.file("budget.toml"));
  EXPECT_EQ(budget_beside("sqlite:" + folder.file("d.db")), folder.file("budget.toml"));
  EXPECT_FALSE(budget_beside("postgresql://localhost/d"));
}

}  // namespace
}  // namespace sourdine
