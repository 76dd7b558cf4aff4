#include "sourdine/publish/sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/sha256.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t digest_letters = 64;
constexpr std::size_t max_files = 1000;

// In the order of their bytes, so that the same files have the same sums.
std::vector<std::string> files_in(const std::string& directory) {
  std::error_code error;
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with('.') && name != sums_name && entry.is_regular_file()) names.push_back(name);
  }
  if (error) fail_input(fmt::format("cannot read the directory '{}': {}", directory, error.message()));
  std::sort(names.begin(), names.end());
  return names;
}

std::string sum_of_file(const fs::path& path, const StopToken& stop) {
  InputFile input(path.string(), stop);
  return hexadecimal(sha256(input));
}

struct Sum {
  std::string digest;
  std::string name;
};

std::vector<Sum> read_sums(const std::string& path) {
  std::vector<Sum> sums;
  InputFile input(path);
  LineReader lines(input);
  while (lines.next()) {
    const std::string_view line = lines.text();
    const auto fail_line = [&] {
      fail_input(fmt::format("line {} of '{}' is not a checksum and a file's name", sums.size() + 1, path),
                 "The list was changed or damaged on the way; ask for the release again.");
    };
    if (line.size() < digest_letters + 3 || line.substr(digest_letters, 2) != "  ") fail_line();
    const std::string_view name = line.substr(digest_letters + 2);
    const bool leads_elsewhere = name.find('/') != name.npos || name.starts_with('.');
    if (leads_elsewhere || sums.size() == max_files) fail_line();
    sums.push_back({std::string(line.substr(0, digest_letters)), std::string(name)});
  }
  return sums;
}

std::string save_sums(const fs::path& path, const std::vector<Sum>& sums) {
  std::string text;
  for (const Sum& sum : sums) text += fmt::format("{}  {}\n", sum.digest, sum.name);
  AtomicFile file(path.string(), StopToken::never());
  file.append(std::string_view(text));
  file.commit();
  return hexadecimal(sha256(as_bytes(text)));
}

void require_sum(const std::string& directory, const Sum& sum) {
  const fs::path path = fs::path(directory) / sum.name;
  if (!fs::is_regular_file(path)) {
    fail_input(fmt::format("'{}' is missing in '{}'", shown(sum.name), directory), "Ask for the release again.");
  }
  if (sum_of_file(path, {}) != sum.digest) {
    fail_input(fmt::format("'{}' in '{}' is not as it was published", shown(sum.name), directory),
               "It was changed or damaged; ask for the release again.");
  }
}

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string write_sums(const std::string& directory) {
  const fs::path in(directory);
  std::vector<Sum> sums;
  for (const std::string& name : files_in(directory)) {
    sums.push_back({sum_of_file(in / name, StopToken::never()), name});
  }
  return save_sums(in / sums_name, sums);
}

void require_as_published(const std::string& directory, std::span<const std::string_view> renewed) {
  const fs::path list = fs::path(directory) / sums_name;
  if (!fs::exists(list)) return;
  for (const Sum& sum : read_sums(list.string())) {
    if (!is_one_of(sum.name, renewed)) require_sum(directory, sum);
  }
}

std::string renew_sums(const std::string& directory, std::span<const std::string_view> renewed) {
  const fs::path in(directory);
  if (!fs::exists(in / sums_name)) return {};
  std::vector<Sum> sums = read_sums((in / sums_name).string());
  std::erase_if(sums, [&](const Sum& sum) { return is_one_of(sum.name, renewed); });
  for (const std::string_view name : renewed) {
    if (!fs::exists(in / name)) continue;
    sums.push_back({sum_of_file(in / name, StopToken::never()), std::string(name)});
  }
  std::sort(sums.begin(), sums.end(), [](const Sum& a, const Sum& b) { return a.name < b.name; });
  return save_sums(in / sums_name, sums);
}

VerifiedFiles verify_sums(const std::string& directory) {
  const fs::path in(directory);
  const std::string list = (in / sums_name).string();
  if (!fs::is_directory(in)) fail_input(fmt::format("'{}' is not a directory", directory));
  if (!fs::exists(list)) {
    fail_input(fmt::format("'{}' holds no {}", directory, sums_name),
               "It is not a release, or one of a version before there were checksums.");
  }
  VerifiedFiles verified;
  for (const Sum& sum : read_sums(list)) {
    require_sum(directory, sum);
    verified.files.push_back(sum.name);
  }
  if (verified.files.empty()) fail_input(fmt::format("'{}' lists no files", list), "Ask for the release again.");
  const std::vector<std::string> there = files_in(directory);
  std::copy_if(there.begin(), there.end(), std::back_inserter(verified.others), [&](const std::string& name) {
    return std::find(verified.files.begin(), verified.files.end(), name) == verified.files.end();
  });
  InputFile input(list);
  verified.fingerprint = hexadecimal(sha256(input));
  return verified;
}

}  // namespace sourdine
