// Rows of a database query. Internal to events/; open_rows() decides which. Both only read, and hold some rows at a
// time, however many there are. Throw Error(bad_input), one sentence, when the database or the query is wrong.
#pragma once

#include <memory>
#include <string>

#include "sourdine/events/row_source.h"

namespace sourdine {

std::unique_ptr<RowSource> sqlite_rows(const std::string& path, const std::string& query);

// The password of the URL appears in no message. Times come in ISO form, text in UTF-8.
std::unique_ptr<RowSource> postgresql_rows(const std::string& url, const std::string& query);

}  // namespace sourdine
