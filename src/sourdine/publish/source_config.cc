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
  section.read({{"query", config.query}});
  section.choice("separator", [&](const std::string& text) {
    if (text != "auto") config.rows.separator = separator_of(text);
  });
  section.whole("skip_lines", config.rows.skip_lines, 0, 1'000'000, "must be a number of lines, like 3");
}

void read_bad_row_key(ConfigSection& section, SourceConfig& config) {
  section.word("on_bad_row", config.rows.on_bad_row, {{"stop", OnBadRow::stop}, {"skip", OnBadRow::skip}});
}

const std::string& chosen_source(const std::string& given, const SourceConfig& config, const Head& head,
                                 const char* section) {
  if (!given.empty()) return given;
  head.require(!config.source.empty(), fmt::format("[{}] has no 'source', and the command line gives none", section),
               fmt::format("Give [{0}] source = \"{0}.csv\", or the file as an argument.", section));
  return config.source;
}

}  // namespace sourdine
