// The store in a PostgreSQL database, which several collectors may share. Internal: programs call open_store().
#pragma once

#include <memory>
#include <string>

#include "sourdine/collector/store/store.h"

namespace sourdine {

std::unique_ptr<Store> open_postgresql_store(const std::string& url);

}  // namespace sourdine
