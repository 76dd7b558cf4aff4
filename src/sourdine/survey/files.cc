#include "sourdine/survey/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/stream.h"
#include "sourdine/base/text.h"
#include "sourdine/protocol/file_header.h"

namespace sourdine {

namespace fs = std::filesystem;

void require_file_name(const std::string& collection) {
  const bool is_bad = collection.empty() || collection.front() == '.' || collection.size() > 200 ||
                      std::any_of(collection.begin(), collection.end(), [](char letter) {
                        return letter == '/' || static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
                      });
  if (is_bad) {
    fail_input(fmt::format("a collection is called '{}', which cannot be the name of a file", shown(collection)));
  }
}

void refuse_other_files(const std::string& directory, const std::string& what, const std::string& ending) {
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (entry.path().extension() == ending && entry.is_regular_file()) continue;
    fail_input(fmt::format("'{}' holds '{}', which is no {}", directory, shown(entry.path().filename().string()), what),
               fmt::format("--force replaces a directory of {}s, and nothing else: choose another directory.", what));
  }
}

void require_report_file(const std::string& path) {
  std::error_code ignored;
  std::array<std::uint8_t, 8> magic{};
  if (fs::is_regular_file(path, ignored) && InputFile(path).read(magic) == magic.size() &&
      std::equal(magic.begin(), magic.end(), as_bytes(report_format.file.magic).begin())) {
    return;
  }
  fail_input(fmt::format("'{}' is no report file", path),
             "--force replaces reports, and nothing else: choose another name.");
}

void refuse_output_containing_inputs(const std::string& directory, const std::vector<std::string>& files) {
  const fs::path out = fs::weakly_canonical(directory);
  for (const std::string& file : files) {
    const fs::path inside = fs::weakly_canonical(file);
    if (std::mismatch(out.begin(), out.end(), inside.begin(), inside.end()).first != out.end()) continue;
    fail_input(fmt::format("'{}' holds '{}', which is read", directory, shown(file)), "Choose another directory.");
  }
}

}  // namespace sourdine
