#include "sourdine/collector/config.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/text.h"
#include "sourdine/collector/cross_origin.h"
#include "sourdine/publish/config_section.h"

namespace sourdine {
namespace {

const std::string collector_keys_page = "docs/operate.md";

// A whole number within bounds.
template <class Number>
void read_count(ConfigSection& section, const char* key, std::uint64_t least, std::uint64_t most, Number& into) {
  std::uint64_t value = static_cast<std::uint64_t>(into);
  section.read({{key, value}});
  section.require(key, value >= least && value <= most, fmt::format("must be from {} to {}", least, most));
  into = static_cast<Number>(value);
}

void read_seconds(ConfigSection& section, const char* key, std::chrono::milliseconds& into) {
  double seconds = std::chrono::duration<double>(into).count();
  section.read({{key, seconds}});
  section.require(key, seconds >= 0.001 && seconds <= 86'400, "must be a time in seconds, up to a day");
  into = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

void read_server(ConfigSection& section, CollectorConfig& config) {
  section.read({{"address", config.server.address},
                {"allow_plain", config.server.allow_plain},
                {"allowed_origins", config.allowed_origins}});
  read_count(section, "port", 0, 65'535, config.server.port);
  read_count(section, "threads", 0, 1024, config.server.threads);
  read_count(section, "workers", 1, 1024, config.workers);
  section.file("certificate", config.server.certificate);
  section.file("key", config.server.key);
  for (const std::string& origin : config.allowed_origins) {
    if (is_origin(origin)) continue;
    fail_input(
        fmt::format("{}: '{}' is no origin of pages", section.place("allowed_origins"), shown(origin)),
        "Write them as browsers do, in small letters and without a path: \"https://app.example\"; \"*\" is any.");
  }
  read_count(section, "max_connections", 1, 1'000'000, config.server.max_connections);
}

void read_limits(ConfigSection& section, CollectorConfig& config) {
  read_count(section, "body_bytes", 1024, std::uint64_t{1} << 30, config.server.body_bytes);
  read_count(section, "bodies_bytes", 1024, std::uint64_t{1} << 40, config.server.bodies_bytes);
  read_count(section, "batch_reports", 1, 1'000'000'000, config.batch_reports);
  read_seconds(section, "header_seconds", config.server.header_time);
  read_seconds(section, "body_seconds", config.server.body_time);
  read_seconds(section, "idle_seconds", config.server.idle_time);
  section.read({{"requests_per_second", config.requests_per_second}});
  section.require("requests_per_second", config.requests_per_second >= 0 && config.requests_per_second <= 1e9,
                  "must be at least 0");
  read_count(section, "connections_per_address", 0, 1'000'000, config.server.connections_per_address);
}

}  // namespace

std::string CollectorConfig::ledger_name() const {
  if (!ledger.empty()) return ledger;
  const std::filesystem::path name = "collector.ledger.jsonl";
  if (!store.starts_with("sqlite:")) return store;  // collectors that share a store share what may be spent
  return std::filesystem::path(store.substr(7)).parent_path() / name;
}

ServiceOptions CollectorConfig::service_options() const {
  ServiceOptions options;
  options.body = {server.body_bytes, batch_reports};
  options.requests_per_second = requests_per_second;
  options.allowed_origins = allowed_origins;
  options.workers = workers;
  options.dashboard = dashboard;
  options.ledger = ledger_name();
  options.budget_file = budget_file;
  return options;
}

CollectorConfig read_collector_config(const ConfigText& text) {
  CollectorConfig config;
  read_toml(text, collector_keys_page, [&](ConfigSection& top) {
    top.section("server", [&](ConfigSection& section) { read_server(section, config); });
    top.section("store", [&](ConfigSection& section) { section.source("url", config.store); });
    top.section("ledger", [&](ConfigSection& section) {
      section.source("path", config.ledger);
      section.file("budget_file", config.budget_file);
    });
    top.section("limits", [&](ConfigSection& section) { read_limits(section, config); });
    top.section("log", [&](ConfigSection& section) {
      section.choice("level", [&](const std::string& word) { config.log_level = find_log_level(word); });
      section.file("file", config.log_file);
    });
  });
  return config;
}

std::string collector_config_text() {
  return R"(# A collector of private reports: sourdine serve --config collector.toml
# Every key is optional; the values here are the defaults. Relative paths are relative to this file.

[server]
address = "127.0.0.1"        # others can reach any other address: that needs a certificate
port = 8470
threads = 0                  # for connections; 0: as many as there are cores
workers = 2                  # for estimates and other answers that take longer
# certificate = "fullchain.pem"
# key = "key.pem"
allow_plain = false          # true: without TLS at a public address, behind a proxy that encrypts
max_connections = 4096
allowed_origins = []         # of pages elsewhere that may send reports: "https://app.example"; "*" is any

[store]
url = "sqlite:collector.sqlite"   # or "postgresql://user@host/database", which several collectors may share

[ledger]
# path = "collector.ledger.jsonl" # beside the store where that is a file, otherwise in the same database
# budget_file = "budget.toml"     # what may be spent (docs/ledger.md)

[limits]
body_bytes = 16777216        # of a request, before and after it is decompressed
bodies_bytes = 268435456     # of all large requests under way: about what these take of the memory
batch_reports = 1000000
header_seconds = 10.0        # for a request's header to arrive
body_seconds = 60.0          # for its body, and for the answer to be taken
idle_seconds = 120.0         # between two requests of a connection
requests_per_second = 0.0    # of one token; 0: no limit
connections_per_address = 0  # 0: no limit

[log]
level = "info"               # error, warning, info or debug
# file = "collector.log"     # empty: the standard error; lines of JSON, never a report, a token or a query
)";
}

}  // namespace sourdine
