// One or more of every kind, as earlier versions made them (tests/publish/old), and the command line run on copies.
#pragma once

#include <filesystem>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "app.h"
#include "support/temporary_directory.h"

namespace sourdine::testing {

// By archive and kind. What is "kept" are ledgers, keys and states: no kind.
using NamesOfKinds = std::map<std::string, std::vector<std::string>>;
inline const std::map<std::string, NamesOfKinds> fixtures_by_archive = {
    {"2026-11-19-fbc13b3",
     {{"counts", {"release", "central", "reported", "forecast"}},
      {"blur", {"blur"}},
      {"survey", {"survey-once", "survey-panel"}},
      {"tables", {"tables"}},
      {"reports", {"oue.srep", "once.srep", "panel"}},
      {"tally", {"oue.stly", "survey.stly"}},
      {"ranges", {"tree.srng", "haar.srng"}},
      {"grids", {"grid.srng"}},
      {"stream", {"stream.srng"}}}},
    {"2026-11-19-ranges", {{"ranges", {"ages"}}, {"grids", {"calls"}}, {"answers", {"asked", "totals"}}}}};

struct Fixture {
  std::string archive, kind, name;

  std::filesystem::path path() const { return std::filesystem::path(SOURDINE_OLD_PUBLICATIONS) / archive / name; }
  friend void PrintTo(const Fixture& fixture, std::ostream* out) { *out << fixture.name; }
};

inline std::vector<Fixture> all_fixtures() {
  std::vector<Fixture> fixtures;
  for (const auto& [archive, kinds_of_archive] : fixtures_by_archive) {
    for (const auto& [kind, names] : kinds_of_archive) {
      for (const std::string& name : names) fixtures.push_back({archive, kind, name});
    }
  }
  return fixtures;
}

// A copy that may be changed.
class FixtureCopy {
 public:
  explicit FixtureCopy(const Fixture& fixture) : path_(folder_.file(fixture.name)) {
    const auto options = std::filesystem::copy_options::recursive;
    std::filesystem::copy(fixture.path(), path_, options);
  }
  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return (std::filesystem::path(path_) / name).string(); }

 private:
  TemporaryDirectory folder_;
  std::string path_;
};

struct Said {
  int code = 0;
  std::string out, err;
};

inline Said sourdine_says(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  const int code = cli::run(arguments, out, err);
  return {code, out.str(), err.str()};
}

}  // namespace sourdine::testing
