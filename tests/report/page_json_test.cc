// A page is a file like others: what stands in it is bounded, and bad input when it is wrong.
#include <gtest/gtest.h>

#include "sourdine/report/bundle.h"
#include "sourdine/report/page.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

TEST(PageJson, DeepNestingIsBadInput) {
  const std::string deep = R"({"x":)" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_NE(testing::input_error([&] { with_error_rates(deep, {}); }).find("nested"), std::string::npos);
  EXPECT_NE(testing::input_error([&] { with_forecast(deep, {}, 0); }).find("nested"), std::string::npos);
}

TEST(PageJson, APageWithoutJsonIsBadInput) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("index.html");
  testing::write_all(path, R"(<script type="application/json" id="data">{"half":</script>)");
  EXPECT_NE(testing::input_error([&] { add_forecast_to_page(path, {}, 0); }), "no error");
}

TEST(PageJson, APageOfOursIsTaken) {
  const std::string page = release_page(R"({"periods":[{"estimate":[[1,2],[3,4]]}]})");
  EXPECT_NE(with_forecast(data_of_page(page), {}, 0).find("forecast"), std::string::npos);
}

}  // namespace
}  // namespace sourdine
