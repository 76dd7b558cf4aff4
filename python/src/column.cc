#include "column.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/base/text.h"

namespace sourdine::python {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 48;  // sums of three are far from overflow

std::string_view format_of(const ArrowSchema& schema) { return schema.format != nullptr ? schema.format : ""; }

bool is_size(std::int64_t number) { return number >= 0 && number <= most_elements; }

// The place of the first 0 among `count` bits from number `first` on.
std::optional<std::int64_t> first_zero(const std::uint8_t* bits, std::int64_t first, std::int64_t count) {
  for (std::int64_t i = 0; i < count;) {
    const std::int64_t at = first + i;
    const bool is_whole_byte = at % 8 == 0 && count - i >= 8;
    if (is_whole_byte && bits[at / 8] == 0xFF) {
      i += 8;
    } else {
      if (((bits[at / 8] >> (at % 8)) & 1) == 0) return i;
      ++i;
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> first_null(const ArrowArray& array, std::int64_t first, std::int64_t rows) {
  const bool has_bits = array.null_count != 0 && array.n_buffers > 0 && array.buffers[0] != nullptr;
  if (!has_bits) return std::nullopt;
  return first_zero(static_cast<const std::uint8_t*>(array.buffers[0]), first, rows);
}

}  // namespace

Column::Column(nb::handle object, const std::optional<std::string>& name) {
  // What has both is an array in one piece.
  if (has_array(object)) {
    SchemaAndArray both = array_of(object);
    schema_ = std::move(both.schema);
    ahead_ = std::move(both.array);
    has_ended_ = is_ahead_ = true;
  } else {
    stream_ = stream_of(object);
    require_success(stream_->get_schema(&*stream_, schema_.put()));
  }
  choose(name);
}

void Column::choose(const std::optional<std::string>& name) {
  if (format_of(*schema_) != "+s") {
    if (name) fail_input("a column is named, and the values are no table", "Leave 'column' out.");
    column_ = &*schema_;
    where_ = "the column";
    return;
  }
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < schema_->n_children; ++i) {
    const char* const child = schema_->children[i]->name;
    names.emplace_back(child != nullptr ? child : "");
  }
  const auto known = [&names] { return fmt::format("Columns: {}.", shown(fmt::format("{}", fmt::join(names, ", ")))); };
  if (!name && names.size() != 1) {
    fail_input(fmt::format("the table has {} columns, and none is named", names.size()), known());
  }
  const auto found = name ? std::find(names.begin(), names.end(), *name) : names.begin();
  if (found == names.end()) fail_input(fmt::format("the table has no column '{}'", shown(*name)), known());
  child_ = found - names.begin();
  column_ = schema_->children[*child_];
  where_ = fmt::format("the column '{}'", shown(*found));
}

std::string_view Column::format() const { return format_of(*column_); }

void Column::require_success(int result) {
  if (result == 0) return;
  const char* const why = stream_->get_last_error != nullptr ? stream_->get_last_error(&*stream_) : nullptr;
  StopToken().check();
  fail_input(fmt::format("the table cannot be read: {}",
                         why != nullptr && *why != '\0' ? escaped(why) : fmt::format("error {}", result)));
}

Array Column::fetch() {
  Array array;
  if (has_ended_) return array;
  has_ended_ = true;  // unless there is another array; a stream that failed is not asked again
  StopToken().check();
  require_success(stream_->get_next(&*stream_, array.put()));
  has_ended_ = !array;
  return array;
}

bool Column::next() {
  if (array_) before_ += static_cast<std::uint64_t>(array_->length);
  array_ = is_ahead_ ? std::move(ahead_) : fetch();
  is_ahead_ = false;
  return static_cast<bool>(array_);
}

std::optional<Piece> Column::only_piece() {
  if (!next()) return std::nullopt;
  is_current_ = true;
  ahead_ = has_ended_ ? Array() : fetch();
  is_ahead_ = static_cast<bool>(ahead_);
  if (is_ahead_) return std::nullopt;
  return piece();
}

void Column::for_each_piece(const std::function<void(const Piece& piece)>& use) {
  if (!is_current_ && !next()) return;
  is_current_ = false;
  do {
    use(piece());
  } while (next());
}

Piece Column::piece() const {
  const ArrowArray& whole = *array_;
  const bool is_table = child_.has_value();
  const bool is_sound = is_size(whole.length) && is_size(whole.offset) &&
                        (!is_table || (whole.n_children == schema_->n_children && whole.children != nullptr));
  if (!is_sound) fail_input(fmt::format("{} was handed over with sizes that cannot be", where_));
  const ArrowArray& array = is_table ? *whole.children[*child_] : whole;
  const std::int64_t begin = is_table ? whole.offset : 0;
  if (!is_size(array.length) || !is_size(array.offset) || begin + whole.length > array.length ||
      (array.n_buffers > 0 && array.buffers == nullptr)) {
    fail_input(fmt::format("{} was handed over with fewer rows than its table", where_));
  }
  Piece made{.array = array, .begin = begin, .rows = whole.length, .before = before_, .first_null = std::nullopt};
  if (format() == "n") {
    if (made.rows > 0) made.first_null = 0;
    return made;
  }
  made.first_null = first_null(array, made.first(), made.rows);
  if (is_table) {
    // A row that is null as a whole has no values, whatever its columns hold.
    const auto null_row = first_null(whole, whole.offset, made.sound_rows());
    if (null_row) made.first_null = null_row;
  }
  return made;
}

const void* Column::buffer(const Piece& piece, std::size_t alignment) const {
  static constexpr std::uint64_t nothing = 0;
  if (piece.rows == 0) return &nothing;
  const void* const start = piece.array.n_buffers >= 2 ? piece.array.buffers[1] : nullptr;
  if (start == nullptr) fail_input(fmt::format("{} was handed over without its elements", where_));
  if (reinterpret_cast<std::uintptr_t>(start) % alignment != 0) {
    fail_input(fmt::format("the elements of {} begin at an odd place in memory", where_));
  }
  return start;
}

void Column::fail_null(const Piece& piece) const {
  fail_input(fmt::format("{}, row {}: there is no value", where_,
                         piece.before + static_cast<std::uint64_t>(*piece.first_null) + 1),
             "Every row needs a value: drop the others, or give 'no answer' a value of its own.");
}

void Column::fail_type(const char* wanted) const {
  const std::string_view values = column_->dictionary != nullptr ? format_of(*column_->dictionary) : format();
  static constexpr std::pair<std::string_view, const char*> names[] = {
      {"e", "float16"}, {"f", "float32"}, {"g", "float64"}, {"d:", "decimals"}, {"b", "truth values"},
      {"u", "text"},    {"U", "text"},    {"vu", "text"},   {"z", "bytes"},     {"Z", "bytes"},
      {"vz", "bytes"},  {"w:", "bytes"},  {"td", "dates"},  {"ts", "times"},    {"+s", "structures"},
      {"+l", "lists"},  {"+L", "lists"}};
  std::string found = fmt::format("the Arrow type '{}'", shown(values));
  for (const auto& [prefix, name] : names) {
    if (values == prefix || (prefix.size() == 2 && values.starts_with(prefix))) found = name;
  }
  throw nb::type_error(fmt::format("{} has {}, not {}", where_, found, wanted).c_str());
}

}  // namespace sourdine::python
