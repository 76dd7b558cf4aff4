#include "sourdine/publish/source_config.h"

#include <fmt/format.h>

#include "sourdine/base/text.h"
#include "sourdine/publish/config_section.h"

namespace sourdine {

char separator_of(const std::string& text) {
  if (text.size() != 1) fail_input(fmt::format("'{}' is not one character", shown(text)));
  return text.front();
}

void read_source_keys(ConfigSection& section, SourceConfig& config) {
  section.source("source", config.source);
  section.text("query", config.query);
  section.choice("separator", [&](const std::string& text) {
    if (text != "auto") config.rows.separator = separator_of(text);
  });
  section.lines("skip_lines", config.rows.skip_lines);
}

const std::string& chosen_source(const std::string& given, const SourceConfig& config, const Head& head,
                                 const char* section) {
  if (!given.empty()) return given;
  if (config.source.empty()) {
    fail_input(fmt::format("'{}': [{}] has no 'source', and the command line gives none", head.path, section),
               fmt::format("Give [{}] source = \"{}.csv\", or the file as an argument.", section, section));
  }
  return config.source;
}

}  // namespace sourdine
