// Adult and Nursery, the tables that the literature on generalisation uses: whatever is published of them is read back
// and counted by a check of its own. Skipped where the data are not beside the checkout.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "anonymize/naive_check.h"
#include "sourdine/anonymize/anonymize.h"
#include "sourdine/anonymize/publication.h"
#include "support/real_data.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::naive_facts;
using testing::NaiveFacts;

const std::string data = SOURDINE_SOURCE_DIR "/../shared/data/";
const std::string examples = SOURDINE_SOURCE_DIR "/examples/anonymize/adult/";

const std::string adult_header =
    "age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex,capital-gain,"
    "capital-loss,hours-per-week,native-country,salary\n";
const std::vector<std::string> adult_quasi = {
    "sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"};

std::string table_text(const TextTable& table) {
  std::string bytes;
  OutputBytes output(bytes);
  published_table(table).write(output, {});
  return bytes;
}

// Every published value is one of the labels of the row's own value, or a range that holds it; what is sensitive is
// what it was.
void expect_truthful(const Anonymized& anonymized) {
  for (std::size_t row = 0; row < anonymized.published.rows(); ++row) {
    const std::uint32_t source = anonymized.published_rows[row];
    for (std::size_t a = 0; a < anonymized.config.quasi.size(); ++a) {
      const std::string& column = anonymized.config.quasi[a].column;
      const std::string& value = anonymized.source.find(column)->text(source);
      const std::string& text = anonymized.published.find(column)->text(row);
      const Hierarchy& hierarchy = *anonymized.problem.hierarchies[a];
      const Value code = anonymized.problem.quasi[a].codes[source];
      bool is_true = text == value;
      for (std::size_t level = 0; level < hierarchy.levels(); ++level) {
        is_true = is_true || text == hierarchy.label(level, hierarchy.group(level, code));
      }
      if (!is_true && text.starts_with('[') && text.ends_with(']')) {
        const std::size_t middle = text.find(';');
        const auto place = [&](const std::string& label) {
          return std::find(hierarchy.values().begin(), hierarchy.values().end(), label) - hierarchy.values().begin();
        };
        is_true = place(text.substr(1, middle - 1)) <= code &&
                  code <= place(text.substr(middle + 1, text.size() - middle - 2));
      }
      ASSERT_TRUE(is_true) << column << ": " << value << " as " << text;
    }
    for (const SensitiveConfig& sensitive : anonymized.config.sensitive) {
      ASSERT_EQ(anonymized.published.find(sensitive.column)->text(row),
                anonymized.source.find(sensitive.column)->text(source));
    }
  }
}

class Adult : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string rows = testing::zstd_text(data + "adult.data.zst");  // without a header
    if (rows.empty()) GTEST_SKIP() << "no data beside the checkout";
    testing::write_all(folder_.file("adult.csv"), adult_header + rows);
  }

  Anonymized run(const AnonymizeConfig& config) const {
    return anonymize(config, {.source = folder_.file("adult.csv")});
  }

  testing::TemporaryDirectory folder_;
};

TEST_F(Adult, HasTheRowsOfTheLiterature) {
  AnonymizeConfig config = read_anonymize_config(examples + "adult.toml");
  const Anonymized anonymized = run(config);
  EXPECT_EQ(anonymized.source.rows(), 30162U);
  EXPECT_EQ(anonymized.rows_dropped, 2399U);
  EXPECT_EQ(anonymized.search->combinations, 12960U);
}

TEST_F(Adult, WhatIsPublishedHoldsForEveryAlgorithmAndK) {
  for (const Algorithm algorithm : {Algorithm::optimal, Algorithm::mondrian, Algorithm::mondrian_relaxed}) {
    for (const std::uint64_t k : {2U, 5U, 10U, 50U, 100U}) {
      AnonymizeConfig config = read_anonymize_config(examples + "salary.toml");
      config.algorithm = algorithm;
      config.k = k;
      const Anonymized anonymized = run(config);
      const NaiveFacts facts = naive_facts(table_text(anonymized.published), adult_quasi, "salary");
      EXPECT_GE(facts.k, k);
      EXPECT_GE(facts.distinct, 2U);
      EXPECT_LE(facts.t, 0.5 + 1e-9);
      EXPECT_EQ(facts.rows + anonymized.suppressed(), 30162U);
      EXPECT_LE(anonymized.suppressed(), 30162U * 4 / 100);
      EXPECT_EQ(facts.k, anonymized.reached.k);
      EXPECT_EQ(facts.classes, anonymized.reached.class_sizes.size());
      EXPECT_EQ(facts.distinct, anonymized.reached.sensitive[0].distinct_l);
      EXPECT_NEAR(facts.entropy, anonymized.reached.sensitive[0].entropy_l, 1e-9);
      EXPECT_NEAR(facts.t, anonymized.reached.sensitive[0].t, 1e-9);
      expect_truthful(anonymized);
    }
  }
}

TEST_F(Adult, TheOptimumIsMonotoneInKAndInSuppression) {
  AnonymizeConfig config = read_anonymize_config(examples + "adult.toml");
  config.max_suppressed_share.reset();
  for (const LossMeasure measure : {LossMeasure::ncp, LossMeasure::entropy}) {
    config.measure = measure;
    double before = 0;
    for (const std::uint64_t k : {2U, 5U, 10U, 50U, 100U}) {
      config.k = k;
      config.max_suppressed = 0;
      const double strict = run(config).search->best->loss;
      EXPECT_GE(strict, before);
      before = strict;
      config.max_suppressed = 300;
      const double loose = run(config).search->best->loss;
      EXPECT_LE(loose, strict);
    }
  }
}

TEST_F(Adult, LocalRecodingLosesLess) {
  for (const std::uint64_t k : {2U, 10U, 100U}) {
    AnonymizeConfig config = read_anonymize_config(examples + "adult.toml");
    config.k = k;
    config.recodes_locally = true;
    const Anonymized anonymized = run(config);
    EXPECT_LT(anonymized.losses.ncp, anonymized.optimum_losses->ncp);
    EXPECT_LE(anonymized.losses.entropy, anonymized.optimum_losses->entropy);
    EXPECT_LE(anonymized.losses.discernibility, anonymized.optimum_losses->discernibility);
    EXPECT_LE(anonymized.losses.class_size, anonymized.optimum_losses->class_size);
    std::vector<std::string> quasi = adult_quasi;
    quasi.emplace_back("salary");
    EXPECT_GE(naive_facts(table_text(anonymized.published), quasi).k, k);
    expect_truthful(anonymized);
  }
}

TEST(Nursery, WhatIsPublishedHoldsForEveryModel) {
  if (!std::filesystem::exists(data + "db_nursery.csv.zst")) GTEST_SKIP() << "no data beside the checkout";
  const std::vector<std::string> quasi = {"parents", "has_nurs", "form", "children", "housing", "finance", "social"};
  std::string roles;
  for (const std::string& column : quasi) roles += "[quasi." + column + "]\nkind = \"flat\"\n";
  const char* models[] = {"distinct_l = 2", "entropy_l = 1.6", "recursive = { c = 3, l = 2 }", "t = 0.3"};
  for (const char* model : models) {
    for (const std::uint64_t k : {2U, 5U, 10U, 50U, 100U}) {
      AnonymizeConfig config = parse_anonymize_config(
          roles + "[columns]\nkeep = [\"health\"]\n[sensitive.NURSERY]\n" + model + "\n[privacy]\nk = 2\n",
          "nursery.toml");
      config.k = k;
      const Anonymized anonymized = anonymize(config, {.source = data + "db_nursery.csv.zst"});
      const NaiveFacts facts = naive_facts(table_text(anonymized.published), quasi, "NURSERY", 2);
      EXPECT_GE(facts.k, k);
      EXPECT_EQ(facts.k, anonymized.reached.k);
      const SensitiveModel& asked = config.sensitive[0].model;
      EXPECT_GE(facts.distinct, asked.distinct_l);
      EXPECT_GE(facts.entropy, asked.entropy_l - 1e-9);
      if (asked.recursive) {
        EXPECT_LT(facts.recursive, asked.recursive->c);
      }
      if (asked.t) {
        EXPECT_LE(facts.t, *asked.t + 1e-9);
      }
      EXPECT_NEAR(facts.t, anonymized.reached.sensitive[0].t, 1e-9);
      expect_truthful(anonymized);
    }
  }
}

}  // namespace
}  // namespace sourdine
