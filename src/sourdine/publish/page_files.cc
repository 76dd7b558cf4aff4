#include "sourdine/publish/page_files.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"

namespace sourdine {

std::string read_page_text(const std::string& directory) {
  constexpr std::size_t most_bytes = std::size_t{1} << 28;
  const std::filesystem::path path = std::filesystem::path(directory) / page_data_name;
  if (!std::filesystem::is_directory(directory)) {
    fail_input(fmt::format("'{}' is no directory", directory), "Give the directory of a release.");
  }
  if (!std::filesystem::exists(path)) {
    fail_input(fmt::format("there is no page.json in '{}'", directory),
               "Give the directory of a release that has one: those of earlier versions have not.");
  }
  InputFile file(path.string());
  std::string text;
  std::vector<std::uint8_t> buffer(std::size_t{1} << 16);
  while (const std::size_t got = file.read(buffer)) {
    text.append(reinterpret_cast<const char*>(buffer.data()), got);
    if (text.size() > most_bytes) fail_input(fmt::format("'{}' is too long for a page", path.string()));
  }
  return text;
}

}  // namespace sourdine
