#include "sourdine/base/error.h"
#include "sourdine/collector/store/postgresql_store.h"
#include "sourdine/collector/store/sqlite_store.h"

namespace sourdine {

std::unique_ptr<Store> open_store(const std::string& url) {
  constexpr std::string_view sqlite_scheme = "sqlite:";
  if (url.starts_with("postgresql://") || url.starts_with("postgres://")) return open_postgresql_store(url);
  if (url.starts_with(sqlite_scheme) && url.size() > sqlite_scheme.size()) {
    return open_sqlite_store(url.substr(sqlite_scheme.size()));
  }
  fail_input("the store is neither sqlite:PATH nor postgresql://…", "Write, for instance, sqlite:collector.sqlite.");
}

}  // namespace sourdine
