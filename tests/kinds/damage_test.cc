// Nothing that is received is trusted: whatever stands in a manifest or in page.json, verbs do their work or refuse it.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "fixtures.h"
#include "sourdine/kinds/table.h"

namespace sourdine {
namespace {

using testing::Fixture;
using testing::FixtureCopy;
using testing::read_all;
using testing::Said;
using testing::sourdine_says;
using testing::write_all;

// Calls visit() with every member changed, one at a time; of lists the first and the last.
void visit_damages(nlohmann::json& part, const std::function<void()>& visit) {
  if (!part.is_structured()) return;
  using Pointer = nlohmann::json::json_pointer;
  std::vector<Pointer> keys;
  if (part.is_object()) {
    for (const auto& item : part.items()) keys.push_back(Pointer() / item.key());
  } else if (!part.empty()) {
    keys = {Pointer() / std::size_t{0}, Pointer() / (part.size() - 1)};
  }
  for (const auto& key : keys) {
    const nlohmann::json before = part.at(key);
    for (const nlohmann::json& other : {nlohmann::json(), nlohmann::json(-1), nlohmann::json(1e300),
                                        nlohmann::json("x"), nlohmann::json::array(), nlohmann::json::object()}) {
      part.at(key) = other;
      visit();
    }
    part.at(key) = before;
    visit_damages(part.at(key), visit);
  }
}

class Damaged : public ::testing::TestWithParam<Fixture> {};

void expect_answer(const std::vector<std::string>& arguments, const std::string& text) {
  const Said said = sourdine_says(arguments);
  EXPECT_TRUE(said.code == 0 || said.code == 2) << arguments.front() << ": " << said.err << text.substr(0, 2000);
  EXPECT_EQ(said.err.find("json.exception"), std::string::npos) << said.err;
}

TEST_P(Damaged, ManifestsAreReadOrRefused) {
  const FixtureCopy copy(GetParam());
  std::filesystem::remove(copy.file("SHA256SUMS"));  // what has a seal is compared with it before it is read
  auto manifest = nlohmann::json::parse(read_all(copy.file("manifest.json")));
  visit_damages(manifest, [&] {
    const std::string text = manifest.dump();
    write_all(copy.file("manifest.json"), text);
    expect_answer({"inspect", copy.path(), "--json"}, text);
  });
  for (const char* text : {"", "{", "[]", "7", R"({"schema":1})", R"({"schema":9,"software":"x"})"}) {
    write_all(copy.file("manifest.json"), text);
    for (const char* verb : {"inspect", "verify", "page"}) {
      EXPECT_EQ(sourdine_says({verb, copy.path()}).code, 2) << verb << ' ' << text;
    }
  }
}

TEST_P(Damaged, DataOfPagesAreShownOrRefused) {
  const FixtureCopy copy(GetParam());
  std::filesystem::remove(copy.file("SHA256SUMS"));
  const auto published = nlohmann::json::parse(read_all(copy.file("page.json")));
  nlohmann::json data;  // what verbs read of it
  for (const char* key : {"kind", "schema", "language", "title", "guarantee"}) {
    if (published.contains(key)) data[key] = published.at(key);
  }
  visit_damages(data, [&] {
    const std::string text = data.dump();
    write_all(copy.file("page.json"), text);
    expect_answer({"page", copy.path(), "--language", "fr", "--json"}, text);
  });
}

std::vector<Fixture> one_of_each_directory() {
  std::vector<Fixture> fixtures;
  for (const KindRow& row : kinds()) {
    if (row.kind.form != Form::directory) continue;
    for (const Fixture& fixture : testing::all_fixtures()) {
      if (fixture.kind != row.kind.name || !std::filesystem::is_directory(fixture.path())) continue;
      fixtures.push_back(fixture);
      break;
    }
  }
  return fixtures;
}

INSTANTIATE_TEST_SUITE_P(Each, Damaged, ::testing::ValuesIn(one_of_each_directory()),
                         [](const auto& tested) { return tested.param.kind; });

}  // namespace
}  // namespace sourdine
