#include "sourdine/publish/derive.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/publish/sums.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

constexpr const char* list_ending = ".sums";

}  // namespace

std::string derived_stem(const std::string& directory, const std::string& stem,
                         const std::vector<std::string>& endings) {
  std::string free = stem;
  const auto is_published = [&](const std::string& ending) { return is_sealed(directory, free + ending); };
  for (int number = 2; std::ranges::any_of(endings, is_published); ++number) {
    free = fmt::format("{}-{}", stem, number);
  }
  return free;
}

Derived derive(const std::string& directory, const std::string& stem, const std::vector<DerivedFile>& files) {
  const fs::path in(directory);
  const fs::path list_path = in / (stem + list_ending);
  std::error_code ignored;
  Derived derived{.paths = {}, .sums = {}, .fingerprint = fingerprint_of(directory)};
  SumList list{.of = derived.fingerprint, .sums = {}};
  for (const DerivedFile& file : files) {
    if (is_sealed(directory, stem + file.ending)) {
      fail_input(fmt::format("'{}' in '{}' was published, and is not written over", stem + file.ending, directory));
    }
  }
  fs::remove(list_path, ignored);
  for (const DerivedFile& file : files) {
    const fs::path path = in / (stem + file.ending);
    file.write(path.string());
    list.sums.push_back({sum_of_file(path, StopToken::never()), stem + file.ending});
    derived.paths.push_back(path.string());
  }
  if (list.of.empty()) return derived;
  save_sum_list(list_path, list);
  derived.sums = list_path.string();
  return derived;
}

DerivedFile derived_text(std::string ending, std::string text) {
  return {std::move(ending),
          [text = std::move(text)](const std::string& path) { write_text_file(path, text, StopToken::never()); }};
}

}  // namespace sourdine
