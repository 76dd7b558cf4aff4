#include "sourdine/publish/sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/base/sha256.h"
#include "sourdine/base/stream.h"
#include "sourdine/base/text.h"
#include "sourdine/publish/sum_list.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

void require_sum(const std::string& directory, const Sum& sum) {
  const fs::path path = fs::path(directory) / sum.name;
  if (!fs::is_regular_file(path)) {
    fail_input(fmt::format("'{}' is missing in '{}'", shown(sum.name), directory), "Ask for the release again.");
  }
  if (sum_of_file(path) != sum.digest) {
    fail_input(fmt::format("'{}' in '{}' is not as it was published", shown(sum.name), directory),
               "It was changed or damaged; ask for the release again.");
  }
}

void require_derived_sum(const std::string& directory, const std::string& list, const Sum& sum) {
  const fs::path path = fs::path(directory) / sum.name;
  if (fs::is_regular_file(path) && sum_of_file(path) == sum.digest) return;
  fail_input(fmt::format("'{}' in '{}' is not as it was derived from the release", shown(sum.name), directory),
             fmt::format("The release itself is as it was published: make the file again, or remove what '{}' names.",
                         shown(list)));
}

// Lists of derived files stand beside the seal, never in it.
std::vector<std::string> derived_lists(const std::string& directory, const std::vector<std::string>& names,
                                       const SumList& seal) {
  std::vector<std::string> lists;
  for (const std::string& name : names) {
    if (name.ends_with(".sums") && !seal.find(name) && is_derived_list(fs::path(directory) / name)) {
      lists.push_back(name);
    }
  }
  return lists;
}

DerivedFiles verify_derived(const std::string& directory, const std::string& name, const SumList& seal,
                            const std::string& fingerprint) {
  const SumList list = read_sum_list(fs::path(directory) / name);
  if (list.of != fingerprint) {
    fail_input(
        fmt::format("what '{}' names in '{}' was derived from another release, {}", shown(name), directory, list.of),
        "The release itself is as it was published: remove these files, or put them where they belong.");
  }
  DerivedFiles derived{.sums = name, .files = {}};
  for (const Sum& sum : list.sums) {
    if (seal.find(sum.name)) {
      fail_input(fmt::format("'{}' in '{}' names '{}', which was published and not derived", shown(name), directory,
                             shown(sum.name)));
    }
    require_derived_sum(directory, name, sum);
    derived.files.push_back(sum.name);
  }
  return derived;
}

template <class Names>
bool is_one_of(std::string_view name, const Names& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

SumList seal_of(const std::string& directory) {
  return has_seal(directory) ? read_sum_list(fs::path(directory) / sums_name) : SumList{};
}

}  // namespace

std::string write_sums(const std::string& directory) {
  const fs::path in(directory);
  SumList list;
  for (const std::string& name : names_of_files(directory)) {
    if (name != sums_name) list.sums.push_back({sum_of_file(in / name, StopToken::never()), name});
  }
  return save_sum_list(in / sums_name, list);
}

void require_as_published(const std::string& directory, std::span<const std::string_view> except) {
  for (const Sum& sum : seal_of(directory).sums) {
    if (!is_one_of(sum.name, except)) require_sum(directory, sum);
  }
}

VerifiedFiles verify_sums(const std::string& directory) {
  const fs::path in(directory);
  if (!fs::is_directory(in)) fail_input(fmt::format("'{}' is not a directory", directory));
  if (!has_seal(directory)) {
    fail_input(fmt::format("'{}' holds no {}", directory, sums_name),
               "It is not a release, or one of a version before there were checksums.");
  }
  const SumList seal = seal_of(directory);
  VerifiedFiles verified{.files = {}, .derived = {}, .others = {}, .fingerprint = fingerprint_of(directory)};
  for (const Sum& sum : seal.sums) {
    require_sum(directory, sum);
    verified.files.push_back(sum.name);
  }
  if (verified.files.empty()) {
    fail_input(fmt::format("'{}' lists no files", (in / sums_name).string()), "Ask for the release again.");
  }
  const std::vector<std::string> there = names_of_files(directory);
  std::vector<std::string> known = verified.files;
  known.emplace_back(sums_name);
  for (const std::string& name : derived_lists(directory, there, seal)) {
    verified.derived.push_back(verify_derived(directory, name, seal, verified.fingerprint));
    known.push_back(name);
    known.insert(known.end(), verified.derived.back().files.begin(), verified.derived.back().files.end());
  }
  std::copy_if(there.begin(), there.end(), std::back_inserter(verified.others),
               [&](const std::string& name) { return !is_one_of(name, known); });
  return verified;
}

bool has_seal(const std::string& directory) {
  std::error_code ignored;
  return fs::exists(fs::path(directory) / sums_name, ignored);
}

std::string fingerprint_of(const std::string& directory) {
  return has_seal(directory) ? sum_of_file(fs::path(directory) / sums_name) : "";
}

bool is_sealed(const std::string& directory, std::string_view name) { return seal_of(directory).find(name) != nullptr; }

bool is_as_sealed(const std::string& directory, std::string_view name) {
  const SumList seal = seal_of(directory);
  const Sum* const sum = seal.find(name);
  const fs::path path = fs::path(directory) / name;
  return sum != nullptr && fs::is_regular_file(path) && sum_of_file(path) == sum->digest;
}

bool would_be_as_sealed(const std::string& directory, std::string_view name, const std::string& text) {
  const SumList seal = seal_of(directory);
  const Sum* const sum = seal.find(name);
  return sum != nullptr && hexadecimal(sha256(as_bytes(text))) == sum->digest;
}

}  // namespace sourdine
