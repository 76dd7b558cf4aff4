#include "sourdine/publish/bundle.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace sourdine {
namespace {

// What a browser reads from the page's data element: the text up to the first end tag.
nlohmann::json data_of(const std::string& page) {
  const std::string start = R"(<script type="application/json" id="data">)";
  const std::size_t begin = page.find(start) + start.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

TEST(ReleasePage, CarriesItsDataUnchanged) {
  const nlohmann::json data = {{"schema", 1}, {"title", "Besançon \\ \"Doubs\""}, {"estimate", {1.5, -0.25}}};
  EXPECT_EQ(data_of(page_of_bundle("release", data.dump())), data);
}

TEST(ReleasePage, NamesInTheDataCannotLeaveTheDataElement) {
  const nlohmann::json data = {{"title", "</script><script>alert(1)</script>"}, {"region", "<!--<script>"}};
  const std::string page = page_of_bundle("release", data.dump());
  EXPECT_EQ(data_of(page), data);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<!--<script>"), std::string::npos);
}

TEST(ReleasePage, LoadsNothingFromElsewhere) {
  const std::string page = page_of_bundle("release", "{}");
  EXPECT_EQ(page.find("__DATA__"), std::string::npos);
  EXPECT_EQ(page.find("<script src"), std::string::npos);
  EXPECT_EQ(page.find("<link rel=\"stylesheet\""), std::string::npos);
  EXPECT_EQ(page.find("@import"), std::string::npos);
}

// It is served as it is, so nothing may be left to fill in; it may ask its own server, and the others' pages nobody.
TEST(CollectorPage, IsWholeAndAsksNobodyElse) {
  const std::string_view page = collector_page();
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(page.find("__DATA__"), std::string_view::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string_view::npos);
  EXPECT_EQ(page.find("connect-src 'self' "), std::string_view::npos);
  EXPECT_EQ(page_of_bundle("release", "{}").find("connect-src"), std::string::npos);
}

}  // namespace
}  // namespace sourdine
