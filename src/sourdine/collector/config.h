// collector.toml: where a collector listens, where it keeps things, and what it bears (docs/operate.md has every key).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/collector/http/server.h"
#include "sourdine/collector/log.h"
#include "sourdine/collector/service.h"
#include "sourdine/publish/config_text.h"

namespace sourdine {

struct CollectorConfig {
  HttpServerOptions server = {};
  std::size_t workers = 2;
  std::vector<std::string> allowed_origins = {};  // of pages that may send reports (cross_origin.h)
  std::string store = "sqlite:collector.sqlite";
  std::string ledger = {};  // empty: "collector.ledger.jsonl" beside a store that is a file, else in its database
  std::string budget_file = {};
  std::uint64_t batch_reports = 1'000'000;
  double requests_per_second = 0;
  LogLevel log_level = LogLevel::info;
  std::string log_file = {};  // empty: standard error

  std::string_view dashboard = {};  // the page at /, from whoever has it; no key of the file

  // What the service is made with.
  ServiceOptions service_options() const;
  std::string ledger_name() const;
};

// Throw Error(bad_input) naming file, line and key. Relative paths are relative to the file's folder.
CollectorConfig read_collector_config(const ConfigText& text);
inline CollectorConfig parse_collector_config(const std::string& text, const std::string& path) {
  return read_collector_config({text, path});
}

// A file with every key, its default and a word about it, which parses to the defaults.
std::string collector_config_text();

}  // namespace sourdine
