#include "sourdine/reproduce/background2022.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sourdine {
namespace {

TEST(Background2022, EverythingHoldsButThePersonOfTheText) {
  const Background2022 result = reproduce_background2022();
  ASSERT_FALSE(result.rows.empty());
  for (const BackgroundRow& row : result.rows) {
    const bool is_person = row.quantity == "age and ZIP code of the person of the first record";
    EXPECT_EQ(row.holds, !is_person) << row.part << ", " << row.quantity << ": " << row.ours;
  }
  EXPECT_EQ(result.holding() + 1, result.rows.size());
}

TEST(Background2022, TheNumbersOfTheTableAreThere) {
  const Background2022 result = reproduce_background2022();
  std::vector<std::string> entropy, closeness;
  for (const BackgroundRow& row : result.rows) {
    if (row.quantity.starts_with("entropy l")) entropy.push_back(row.ours);
    if (row.quantity.starts_with("t, equal")) closeness.push_back(row.ours);
  }
  EXPECT_EQ(entropy, (std::vector<std::string>{"2.828427", "2.828427", "1.000000"}));
  EXPECT_EQ(closeness, (std::vector<std::string>{"0.4166667", "0.2500000", "0.5833333"}));
}

TEST(Background2022, TheJsonHasEveryRowWithItsVerdict) {
  const Background2022 result = reproduce_background2022();
  const auto json = nlohmann::json::parse(to_json(result));
  ASSERT_EQ(json["rows"].size(), result.rows.size());
  const auto refused = std::count_if(json["rows"].begin(), json["rows"].end(),
                                     [](const auto& row) { return row["verdict"] == "does not hold"; });
  EXPECT_EQ(refused, 1);
}

}  // namespace
}  // namespace sourdine
