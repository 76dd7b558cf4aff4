#include "sourdine/report/page_file.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/utf8.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/sums.h"
#include "sourdine/report/page.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

// Of generalised tables (anonymize/publication.h); their pages worded their promises themselves once.
constexpr std::string_view tables_page_kind = "tables";
constexpr std::string_view old_tables_page_kind = "anonymity";

void write_page_file(const fs::path& path, std::string_view text) {
  AtomicFile file(path.string(), StopToken::never());  // a stop in between would leave sums that do not fit
  file.append(text);
  file.commit();
}

}  // namespace

std::string read_page_data(const std::string& directory) {
  const fs::path path = fs::path(directory) / page_data_name;
  if (!fs::is_directory(directory)) {
    fail_input(fmt::format("'{}' is no directory", directory), "Give the directory of a release.");
  }
  if (!fs::exists(path)) {
    fail_input(fmt::format("there is no page.json in '{}'", directory),
               "Give the directory of a release that has one: those of earlier versions have not.");
  }
  InputFile file(path.string());
  std::string text;
  std::vector<std::uint8_t> buffer(std::size_t{1} << 16);
  while (const std::size_t got = file.read(buffer)) text.append(reinterpret_cast<const char*>(buffer.data()), got);
  try {
    require_page_data(text);
  } catch (const Error& error) {
    fail_input(fmt::format("'{}': {}", path.string(), error.what()), error.hint());
  }
  return text;
}

void write_page_files(const std::string& directory, const std::string& data) {
  const std::string kind = page_kind(data);
  if (kind == old_tables_page_kind) {
    fail_input(fmt::format("the page in '{}' is of a version before this one", directory),
               "Publish the table again: the page of this version says more than is kept of that one.");
  }
  const std::string html = kind == tables_page_kind   ? page_of_bundle("anonymity", data)
                           : kind == survey_page_kind ? survey_page(data)
                                                      : release_page(data);
  write_page_file(fs::path(directory) / page_data_name, data);
  write_page_file(fs::path(directory) / index_name, html);
}

RemadePage remake_page(const std::string& directory, const PageChanges& changes) {
  if (changes.title && changes.title->empty()) fail_input("the title is empty", "Give the page a title in words.");
  if (changes.title && !is_utf8(*changes.title)) fail_input("the title is not UTF-8");
  require_as_published(directory, std::array{index_name});
  std::string data = read_page_data(directory);
  if (changes.language) data = with_language(data, *changes.language);
  if (changes.title) data = with_title(data, *changes.title);
  write_page_files(directory, data);
  RemadePage remade{.path = (fs::path(directory) / index_name).string()};
  remade.fingerprint = renew_sums(directory, std::array{page_data_name, index_name});
  return remade;
}

}  // namespace sourdine
