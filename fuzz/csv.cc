// CSV: any bytes are read without harm; what is read, written and read again is the same; with bad rows skipped,
// reading never fails after the header, and gives at least the rows that reading strictly gave.
#include "sourdine/base/csv.h"

#include "check.h"
#include "sourdine/base/error.h"

namespace {

using sourdine::CsvOptions;
using sourdine::OnBadRow;
using sourdine::fuzz::check;
using Rows = std::vector<std::vector<std::string>>;

// The header and the rows read before an error, if there is one.
Rows read(std::string_view text, CsvOptions options, bool& is_whole) {
  Rows rows;
  is_whole = false;
  try {
    sourdine::InputBytes input("fuzz", text);
    sourdine::CsvReader reader(input, options);
    rows.push_back(reader.header());
    while (reader.next()) {
      check(reader.row().size() == reader.header().size(), "rows have as many fields as the header");
      rows.emplace_back(reader.row().begin(), reader.row().end());
    }
    check(reader.skipped() == 0 || options.on_bad_row == OnBadRow::skip, "rows are skipped only when asked");
    is_whole = true;
  } catch (const sourdine::Error&) {
  }
  return rows;
}

std::string written(const Rows& rows) {
  std::string text;
  sourdine::OutputBytes output(text);
  for (const auto& row : rows) append_csv_row(output, std::vector<std::string_view>(row.begin(), row.end()));
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  bool is_whole = false;
  const Rows strict = read(text, {.max_row_bytes = 256}, is_whole);
  bool is_skipping_whole = false;
  const Rows skipping = read(text, {.on_bad_row = OnBadRow::skip, .max_row_bytes = 256}, is_skipping_whole);
  check(is_skipping_whole || strict.empty(), "with bad rows skipped, only the header can fail");
  check(std::equal(strict.begin(), strict.end(), skipping.begin(),
                   skipping.begin() + static_cast<std::ptrdiff_t>(std::min(strict.size(), skipping.size()))),
        "skipping gives the rows that come before the first bad one");
  if (!strict.empty()) {
    bool is_read_back = false;
    check(read(written(strict), {.max_row_bytes = 1024}, is_read_back) == strict && is_read_back,
          "what is written is read back");
  }
  return 0;
}
