#include "sourdine/report/page_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/report/page.h"

namespace sourdine {

namespace fs = std::filesystem;

std::string read_page_data(const std::string& directory) {
  std::string text = read_page_text(directory);
  try {
    require_page_data(text);
  } catch (const Error& error) {
    fail_input(fmt::format("'{}': {}", (fs::path(directory) / page_data_name).string(), error.what()), error.hint());
  }
  return text;
}

void write_page_files(const std::string& directory, const std::string& data) {
  const std::string kind = page_kind(data);
  const std::string html = kind == "tables"           ? page_of_bundle("anonymity", data)
                           : kind == survey_page_kind ? survey_page(data)
                                                      : release_page(data);
  write_text_file((fs::path(directory) / page_data_name).string(), data, StopToken::never());
  write_text_file((fs::path(directory) / index_name).string(), html, StopToken::never());
}

}  // namespace sourdine
