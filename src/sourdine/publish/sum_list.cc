#include "sourdine/publish/sum_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/sha256.h"

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

}  // namespace

const Sum* SumList::find(std::string_view name) const {
  const auto found = std::find_if(sums.begin(), sums.end(), [&](const Sum& sum) { return sum.name == name; });
  return found == sums.end() ? nullptr : &*found;
}

SumList read_sum_list(const fs::path& path) {
  SumList list;
  InputFile input(path.string());
  LineReader lines(input);
  std::size_t number = 0;
  while (lines.next()) {
    const std::string_view line = lines.text();
    const auto fail_line = [&] {
      fail_input(fmt::format("line {} of '{}' is not a checksum and a file's name", number, path.string()),
                 "The list was changed or damaged on the way; ask for the release again.");
    };
    if (++number == 1 && says_of(line)) {
      list.of = line.substr(of_start.size());
      continue;
    }
    if (line.size() < digest_letters + 3 || line.substr(digest_letters, 2) != "  ") fail_line();
    const std::string_view name = line.substr(digest_letters + 2);
    const bool leads_elsewhere = name.find('/') != name.npos || name.starts_with('.');
    if (leads_elsewhere || list.sums.size() == max_files) fail_line();
    list.sums.push_back({std::string(line.substr(0, digest_letters)), std::string(name)});
  }
  return list;
}

bool is_derived_list(const fs::path& path) {
  std::array<std::uint8_t, of_start.size() + digest_letters + 1> start;
  InputFile input(path.string());
  const std::string_view text(reinterpret_cast<const char*>(start.data()), input.read(start));
  return text.ends_with('\n') && says_of(text.substr(0, text.size() - 1));
}

std::string save_sum_list(const fs::path& path, const SumList& list) {
  std::string text = list.of.empty() ? "" : fmt::format("{}{}\n", of_start, list.of);
  for (const Sum& sum : list.sums) text += fmt::format("{}  {}\n", sum.digest, sum.name);
  AtomicFile file(path.string(), StopToken::never());
  file.append(std::string_view(text));
  file.commit();
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
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace sourdine
