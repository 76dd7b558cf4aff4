#include "sourdine/anonymize/config.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

std::string refused(const std::string& text) {
  return input_error([&] { parse_anonymize_config(text, "a.toml"); });
}

const std::string age = "[quasi.age]\nkind = \"automatic\"\n";
const std::string privacy = "[privacy]\nk = 5\n";

TEST(AnonymizeConfig, EveryKeyIsRead) {
  const AnonymizeConfig config = parse_anonymize_config(
      R"(title = "T"
dataset = "d"
[table]
source = "t.csv"
query = "SELECT 1"
separator = ";"
skip_lines = 2
on_bad_row = "skip"
missing = ["?", ""]
on_missing = "drop rows"
[columns]
identifiers = ["name"]
keep = ["hour"]
[quasi.zip]
kind = "masked"
[quasi.age]
kind = "intervals"
widths = [5, 10]
origin = -2
ordered = false
[quasi.day]
kind = "dates"
steps = ["week"]
[quasi.pay]
kind = "cuts"
cuts = [[10, 20.5], [20.5]]
[quasi.town]
kind = "places"
file = "towns.csv"
place = "p"
region = "r"
[quasi.job]
kind = "file"
file = "job.csv"
separator = ","
[sensitive.disease]
distinct_l = 3
entropy_l = 2.5
recursive = { c = 3, l = 2 }
t = 0.2
distance = "hierarchy"
hierarchy = "disease.csv"
[sensitive.stage]
t = 0.1
distance = "ordered"
order = ["low", "high"]
[privacy]
k = 5
suppress = 0.05
ledger = "l.jsonl"
[privacy.presence]
least = 0.1
most = 0.5
[population]
source = "sqlite:all.db"
query = "SELECT 2"
[search]
algorithm = "optimal"
measure = "entropy"
)",
      "folder/a.toml");
  EXPECT_EQ(config.head.title, "T");
  EXPECT_EQ(config.head.dataset, "d");
  EXPECT_EQ(config.table.source, "folder/t.csv");
  EXPECT_EQ(config.table.query, "SELECT 1");
  EXPECT_EQ(config.table.rows.separator, ';');
  EXPECT_EQ(config.table.rows.skip_lines, 2U);
  EXPECT_EQ(config.table.rows.on_bad_row, OnBadRow::skip);
  EXPECT_EQ(config.missing, (std::vector<std::string>{"?", ""}));
  EXPECT_EQ(config.on_missing, MissingValues::drop_rows);
  EXPECT_EQ(config.identifiers, std::vector<std::string>{"name"});
  EXPECT_EQ(config.keep, std::vector<std::string>{"hour"});
  ASSERT_EQ(config.quasi.size(), 6U);  // in the order of the file
  EXPECT_EQ(config.quasi[0].column, "zip");
  EXPECT_EQ(config.quasi[1].widths, (std::vector<std::int64_t>{5, 10}));
  EXPECT_EQ(config.quasi[1].origin, -2);
  EXPECT_EQ(config.quasi[1].is_ordered, false);
  EXPECT_EQ(config.quasi[2].steps, std::vector<DateStep>{DateStep::week});
  EXPECT_EQ(config.quasi[3].cuts, (std::vector<std::vector<double>>{{10, 20.5}, {20.5}}));
  EXPECT_EQ(config.quasi[4].file, "folder/towns.csv");
  EXPECT_EQ(config.quasi[4].region, "r");
  EXPECT_EQ(config.quasi[5].separator, ',');
  ASSERT_EQ(config.sensitive.size(), 2U);
  EXPECT_EQ(config.sensitive[0].model.distinct_l, 3U);
  EXPECT_EQ(config.sensitive[0].model.entropy_l, 2.5);
  EXPECT_EQ(config.sensitive[0].model.recursive->c, 3);
  EXPECT_EQ(config.sensitive[0].model.recursive->l, 2U);
  EXPECT_EQ(config.sensitive[0].file, "folder/disease.csv");
  EXPECT_EQ(config.sensitive[1].order, (std::vector<std::string>{"low", "high"}));
  EXPECT_EQ(config.max_suppressed_share, 0.05);
  EXPECT_EQ(config.population->source, "sqlite:folder/all.db");
  EXPECT_EQ(config.population->query, "SELECT 2");
  EXPECT_EQ(config.presence->least, 0.1);
  EXPECT_EQ(config.head.ledger(), "folder/l.jsonl");
  EXPECT_EQ(config.measure, LossMeasure::entropy);
}

TEST(AnonymizeConfig, WhatIsLeftOutHasADefault) {
  const AnonymizeConfig config = parse_anonymize_config(age + privacy, "folder/a.toml");
  EXPECT_EQ(config.head.dataset, "a");
  EXPECT_EQ(config.head.ledger(), "folder/a.ledger.jsonl");
  EXPECT_EQ(config.max_suppressed, 0U);
  EXPECT_TRUE(config.recodes_locally);
  EXPECT_EQ(config.algorithm, Algorithm::optimal);
}

TEST(AnonymizeConfig, WhatCannotBeIsRefusedInOneSentence) {
  EXPECT_EQ(refused(age + privacy + "supress = 3\n"), "line 5 of 'a.toml': there is no key 'supress' in [privacy]");
  EXPECT_EQ(refused("[quasi.age]\nkind = \"automatic\"\nwidths = [5]\n" + privacy),
            "line 3 of 'a.toml': there is no key 'widths' in [quasi.age]");
  EXPECT_EQ(refused("[quasi.age]\nkind = \"intervals\"\n" + privacy),
            "the quasi-identifier 'age' of kind 'intervals' has no 'widths'");
  EXPECT_EQ(refused("[quasi.age]\n" + privacy), "the quasi-identifier 'age' has no 'kind'");
  EXPECT_EQ(
      refused("[quasi.age]\nkind = \"bands\"\n" + privacy),
      "line 2 of 'a.toml': kind: 'bands' is not one of: file, intervals, cuts, automatic, dates, masked, places, flat");
  EXPECT_EQ(refused(privacy), "'a.toml' names no quasi-identifier");
  EXPECT_EQ(refused(age), "'a.toml' has no [privacy] section");
  EXPECT_EQ(refused(age + "[privacy]\n"), "'a.toml': [privacy] has no 'k'");
  EXPECT_EQ(refused(age + "[privacy]\nk = 0\n"), "'a.toml': k is 0, and must be at least 1");
  EXPECT_EQ(refused(age + "[privacy]\nk = -1\n"), "line 4 of 'a.toml': 'k' must be a whole number, like 5");
  EXPECT_EQ(refused(age + privacy + "suppress = 1.5\n"),
            "line 5 of 'a.toml': 'suppress' must be a number of rows, like 20, or a share of them, like 0.05");
  EXPECT_EQ(refused(age + "[sensitive.s]\nt = 2\n" + privacy),
            "'a.toml': [sensitive.s]: t is 2, and must be from 0 to 1");
  EXPECT_EQ(refused(age + "[sensitive.s]\nrecursive = { c = 2 }\n" + privacy),
            "line 4 of 'a.toml': 'recursive' must be like { c = 3, l = 2 }");
  EXPECT_EQ(refused(age + "[sensitive.s]\ndistance = \"hierarchy\"\n" + privacy),
            "the distance of 's' has no 'hierarchy'");
  const std::string presence = privacy + "presence = { most = 0.5 }\n";
  EXPECT_EQ(refused(age + presence), "'a.toml': presence is asked for, and there is no population");
  EXPECT_EQ(refused(age + presence + "[population]\nquery = \"SELECT 1\"\n"), "'a.toml': [population] has no 'source'");
  EXPECT_EQ(refused(age + presence + "[population]\nsource = \"p.csv\"\n[search]\nalgorithm = \"mondrian-relaxed\"\n"),
            "'a.toml': presence is asked for together with relaxed cuts");
  EXPECT_EQ(refused(age + "[columns]\nkeep = [\"age\"]\n" + privacy),
            "'a.toml': column 'age' is a quasi-identifier and kept");
  EXPECT_TRUE(refused("[quasi").starts_with("line 1 of 'a.toml' is not TOML"));
}

}  // namespace
}  // namespace sourdine
