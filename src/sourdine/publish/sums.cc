#include "sourdine/publish/sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/sha256.h"
#include "sourdine/base/stream.h"
#include "sourdine/base/text.h"
#include "sourdine/publish/new_directory.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t digest_letters = 64;
constexpr std::size_t max_files = 1000;
constexpr std::string_view of_start = "# of ";

bool is_digest(std::string_view text) {
  return text.size() == digest_letters && text.find_first_not_of("0123456789abcdef") == text.npos;
}

bool says_of(std::string_view line) { return line.starts_with(of_start) && is_digest(line.substr(of_start.size())); }

// Throws Error(bad_input) for what is no list, names files elsewhere, or is longer than we write them.
SumList read_sum_list(const fs::path& path) {
  SumList list;
  InputFile input(path.string());
  for (LineReader lines(input); lines.next();) {
    const std::string_view line = lines.text();
    if (lines.line() == 1 && says_of(line)) {
      list.of = line.substr(of_start.size());
      continue;
    }
    const bool is_sum = line.size() >= digest_letters + 3 && line.substr(digest_letters, 2) == "  ";
    const std::string_view name = is_sum ? line.substr(digest_letters + 2) : "";
    const bool leads_elsewhere = name.find('/') != name.npos || name.starts_with('.');
    if (!is_sum || leads_elsewhere || list.sums.size() == max_files) {
      fail_input(fmt::format("line {} of '{}' is not a checksum and a file's name", lines.line(), path.string()),
                 "The list was changed or damaged on the way; ask for the release again.");
    }
    list.sums.push_back({std::string(line.substr(0, digest_letters)), std::string(name)});
  }
  return list;
}

// Whether its first line is that of a list of derived files. Reads no more than that line.
bool is_derived_list(const fs::path& path) {
  std::array<std::uint8_t, of_start.size() + digest_letters + 1> start;
  InputFile input(path.string());
  const std::string_view text(reinterpret_cast<const char*>(start.data()), input.read(start));
  return text.ends_with('\n') && says_of(text.substr(0, text.size() - 1));
}

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
    const fs::path path = fs::path(directory) / sum.name;
    if (!fs::is_regular_file(path) || sum_of_file(path) != sum.digest) {
      fail_input(fmt::format("'{}' in '{}' is not as it was derived from the release", shown(sum.name), directory),
                 fmt::format("The release itself is as it was published: make the file again, or remove what '{}' "
                             "names.",
                             shown(name)));
    }
    derived.files.push_back(sum.name);
  }
  return derived;
}

SumList seal_of(const std::string& directory) {
  return has_seal(directory) ? read_sum_list(fs::path(directory) / sums_name) : SumList{};
}

}  // namespace

const Sum* SumList::find(std::string_view name) const {
  const auto found = std::ranges::find(sums, name, &Sum::name);
  return found == sums.end() ? nullptr : &*found;
}

std::string save_sum_list(const fs::path& path, const SumList& list) {
  std::string text = list.of.empty() ? "" : fmt::format("{}{}\n", of_start, list.of);
  for (const Sum& sum : list.sums) text += fmt::format("{}  {}\n", sum.digest, sum.name);
  write_text_file(path.string(), text, StopToken::never());
  return hexadecimal(sha256(as_bytes(text)));
}

std::string sum_of_file(const fs::path& path, const StopToken& stop) {
  InputFile input(path.string(), stop);
  return hexadecimal(sha256(input));
}

std::vector<std::string> names_of_files(const std::string& directory) {
  std::error_code error;
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with('.') && entry.is_regular_file()) names.push_back(name);
  }
  if (error) fail_input(fmt::format("cannot read the directory '{}': {}", directory, error.message()));
  std::ranges::sort(names);
  return names;
}

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
    if (std::ranges::find(except, sum.name) == except.end()) require_sum(directory, sum);
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
  for (const std::string& name : there) {
    // Lists of derived files stand beside the seal, never in it.
    if (!name.ends_with(".sums") || seal.find(name) != nullptr || !is_derived_list(in / name)) continue;
    verified.derived.push_back(verify_derived(directory, name, seal, verified.fingerprint));
    known.push_back(name);
    known.insert(known.end(), verified.derived.back().files.begin(), verified.derived.back().files.end());
  }
  std::ranges::copy_if(there, std::back_inserter(verified.others),
                       [&](const std::string& name) { return std::ranges::find(known, name) == known.end(); });
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
