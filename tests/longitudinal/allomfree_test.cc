#include "sourdine/longitudinal/allomfree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_row_secret.h"
#include "support/errors.h"

namespace sourdine {
namespace {

TEST(Allomfree, TakesTheSmallerErrorExactly) {
  for (const double epsilon1 : {0.5, 1.0, 2.0}) {
    const auto border = static_cast<Value>(3 * std::exp(epsilon1) + 2);
    for (const Value k : {Value{2}, border, border + 1, Value{200}}) {
      const OracleSpec spec = allomfree_spec(Domain(k), 2 * epsilon1, epsilon1);
      EXPECT_EQ(spec.oracle, k <= border ? "l-grr" : "l-osue");
      const auto variance = [&](const char* name) {
        OracleSpec other = spec;
        other.oracle = name;
        return make_oracle(other)->approximate_variance();
      };
      EXPECT_LE(make_oracle(spec)->approximate_variance(),
                std::min(variance("l-grr"), variance("l-osue")) * (1 + 1e-9));
    }
  }
  EXPECT_NE(testing::input_error([] { allomfree_spec(Domain(4), 1, 2); }), "no error");
}

TEST(Allomfree, DrawsOneAttributeForLife) {
  const std::vector<std::uint8_t> bytes(32, 7);
  const std::span<const std::uint8_t, 32> secret(bytes.data(), 32);
  const std::size_t own = own_attribute(secret, "survey", 5);
  EXPECT_LT(own, 5U);
  EXPECT_EQ(own, own_attribute(secret, "survey", 5));
  std::vector<std::uint64_t> ids(5000);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = i * i;
  const auto all = own_attributes(seeded_row_secret(1), "survey", 5, ids);
  std::vector<std::size_t> counts(5);
  for (const std::size_t attribute : all) ++counts.at(attribute);
  for (const std::size_t count : counts) EXPECT_NEAR(static_cast<double>(count), 1000, 150);  // 5.3 standard deviations
  EXPECT_EQ(own_attributes(seeded_row_secret(1), "survey", 5, std::span(ids).subspan(300, 1)).front(), all[300]);
  EXPECT_EQ(testing::input_error([&] { own_attribute(secret, "survey", 0); }),
            "a collection needs an attribute at least");
}

}  // namespace
}  // namespace sourdine
