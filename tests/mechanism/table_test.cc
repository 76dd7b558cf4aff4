#include "sourdine/mechanism/table.h"

#include <gtest/gtest.h>

#include <set>

#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

TEST(MechanismTable, EveryRowIsCompleteAuditedAndMeasured) {
  std::set<std::string_view> names;
  for (const MechanismRow& row : mechanism_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    for (const std::string_view text :
         {row.title, row.output, row.loss, row.sensitivity, row.choose, row.cost, row.reference, row.header}) {
      EXPECT_FALSE(text.empty()) << row.name;
    }
    EXPECT_FALSE(row.audit_cases().empty()) << row.name;
    for (const MechanismCase& one : row.audit_cases()) {
      EXPECT_GT(one.epsilon, 0);
      for (const auto& [a, b] : one.neighbours) EXPECT_TRUE(a < one.inputs && b < one.inputs && a != b) << one.title;
    }
    EXPECT_FALSE(row.bench_cases().empty()) << row.name;
    SeededBits random(96);
    for (const MechanismBench& bench : row.bench_cases()) {
      EXPECT_TRUE(bench.name.starts_with(row.name)) << bench.name;
      bench.run(random);
    }
    EXPECT_EQ(find_mechanism(row.name).name, row.name);
  }
}

TEST(MechanismTable, NamesTheNearestWhenThereIsNone) {
  EXPECT_EQ(testing::input_error([] { find_mechanism("sparse-vectr"); }).substr(0, 71),
            "unknown mechanism 'sparse-vectr'; did you mean 'sparse-vector'? known: ");
}

}  // namespace
}  // namespace sourdine
