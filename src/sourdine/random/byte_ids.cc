#include "sourdine/random/byte_ids.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"

namespace sourdine {

void require_row_ids(std::size_t ids, std::size_t rows) {
  if (ids == rows) return;
  fail_input(fmt::format("there are {} row ids for {} records", ids, rows), "Every record needs the id of its row.");
}

template <class Offset>
void require_row_ids(ByteIds<Offset> ids, std::size_t rows) {
  if (ids.offsets.empty())
    fail_input("the offsets of the row ids are missing", "There is one more than there are ids.");
  require_row_ids(ids.offsets.size() - 1, rows);
  Offset before = 0;
  for (std::size_t i = 0; i < ids.offsets.size(); ++i) {
    const Offset offset = ids.offsets[i];
    if (offset < before || static_cast<std::uint64_t>(offset) > ids.bytes.size()) {
      fail_input(fmt::format("offset {} of the row ids ({}) is not between {} and {}", i + 1, offset, before,
                             ids.bytes.size()));
    }
    before = offset;
  }
}

template void require_row_ids(ByteIds<std::int32_t> ids, std::size_t rows);
template void require_row_ids(ByteIds<std::int64_t> ids, std::size_t rows);

}  // namespace sourdine
