// The store in one SQLite file. Internal: programs call open_store().
#pragma once

#include <memory>
#include <string>

#include "sourdine/collector/store/store.h"

namespace sourdine {

// `is_durable` false: a planted mistake, for the test that shows that lost writes are seen.
std::unique_ptr<Store> open_sqlite_store(const std::string& path, bool is_durable = true);

// Of a file that is there, as it is: nothing is brought up to date.
void copy_sqlite_store(const std::string& path, const std::string& target);

}  // namespace sourdine
