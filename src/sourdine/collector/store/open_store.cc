#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/collector/store/postgresql_store.h"
#include "sourdine/collector/store/sqlite_store.h"
#include "sourdine/database/postgresql_url.h"

namespace sourdine {

namespace {

// Empty: it is PostgreSQL's.
std::string sqlite_path(const std::string& url) {
  constexpr std::string_view scheme = "sqlite:";
  if (url.starts_with("postgresql://") || url.starts_with("postgres://")) return {};
  if (url.starts_with(scheme) && url.size() > scheme.size()) return url.substr(scheme.size());
  fail_input("the store is neither sqlite:PATH nor postgresql://…", "Write, for instance, sqlite:collector.sqlite.");
}

}  // namespace

std::unique_ptr<Store> open_store(const std::string& url) {
  const std::string path = sqlite_path(url);
  return path.empty() ? open_postgresql_store(url) : open_sqlite_store(path);
}

void require_store(const std::string& url) {
  const std::string path = sqlite_path(url);
  if (path.empty() || std::filesystem::exists(path)) return;
  fail_input(fmt::format("there is no store '{}'", url), "Name it by --config or --store.");
}

void copy_store(const std::string& url, const std::string& target) {
  const std::string path = sqlite_path(url);
  if (path.empty()) {
    fail_usage(fmt::format("the store '{}' is PostgreSQL's to copy", PostgresqlUrl(url).shown()), "Use pg_dump.");
  }
  require_store(url);
  copy_sqlite_store(path, target);
}

}  // namespace sourdine
