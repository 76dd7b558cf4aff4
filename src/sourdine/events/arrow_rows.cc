#include "sourdine/events/arrow_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/events/arrow_column.h"

namespace sourdine {
namespace {

// What the interface hands over and wants released once: a stream, a schema, an array.
template <class Handed>
class ArrowHeld {
 public:
  ArrowHeld() = default;
  ~ArrowHeld() { clear(); }
  ArrowHeld(const ArrowHeld&) = delete;
  ArrowHeld& operator=(const ArrowHeld&) = delete;

  // Moves it here, in the interface's way.
  void take(Handed& from) {
    clear();
    held_ = std::exchange(from, Handed{});
  }
  void clear() {
    if (held_.release != nullptr) held_.release(&held_);
    held_ = Handed{};
  }
  bool is_there() const { return held_.release != nullptr; }
  Handed& operator*() { return held_; }
  Handed* operator->() { return &held_; }

 private:
  Handed held_ = {};
};

class ArrowRows final : public RowSource {
 public:
  ArrowRows(ArrowArrayStream& stream, std::string name, StopToken stop)
      : name_(std::move(name)), stop_(std::move(stop)) {
    stream_.take(stream);
    if (!stream_.is_there()) fail_input(fmt::format("{} was read or released before", name_));
    ArrowHeld<ArrowSchema> schema;
    require_success(stream_->get_schema(&*stream_, &*schema));
    make_columns(*schema);
  }

  const std::vector<std::string>& columns() const override { return names_; }
  std::span<const std::string_view> row() const override { return fields_; }
  const std::string& name() const override { return name_; }
  std::string where() const override { return fmt::format("{}, row {}", name_, rows_before_ + at_); }

  bool next() override {
    constexpr std::int64_t rows_unchecked = 1024;
    while (at_ == rows_) {
      if (!next_batch()) return false;
    }
    if (at_ % rows_unchecked == 0) stop_.check();
    if (is_null_row()) {
      std::fill(fields_.begin(), fields_.end(), std::string_view());
    } else {
      for (std::size_t i = 0; i < columns_.size(); ++i) fields_[i] = columns_[i]->field(at_);
    }
    ++at_;
    return true;
  }

 private:
  void make_columns(const ArrowSchema& schema) {
    const std::string_view format = schema.format != nullptr ? schema.format : "";
    if (format != "+s") {
      fail_input(fmt::format("{} is a single column, not a table", name_), "Give a table whose columns have names.");
    }
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
      const ArrowSchema& child = *schema.children[i];
      const std::string& name = names_.emplace_back(child.name != nullptr ? child.name : "");
      columns_.push_back(ArrowColumn::make(child, fmt::format("{}, column '{}'", name_, shown(name))));
    }
    fields_.resize(columns_.size());
  }

  bool is_null_row() {
    if (validity_ == nullptr) return false;
    const std::int64_t place = batch_->offset + at_;
    return ((validity_[place / 8] >> (place % 8)) & 1) == 0;
  }

  bool next_batch() {
    if (is_at_end_) return false;
    stop_.check();
    rows_before_ += rows_;
    at_ = rows_ = 0;
    ArrowArray array = {};
    batch_.clear();     // one at a time: a stream may reuse its memory
    is_at_end_ = true;  // unless there is another batch; a stream that failed is not asked again
    require_success(stream_->get_next(&*stream_, &array));
    if (array.release == nullptr) return false;
    batch_.take(array);
    is_at_end_ = false;
    open_batch(*batch_);
    return true;
  }

  void open_batch(const ArrowArray& batch) {
    const bool is_sound = batch.length >= 0 && batch.offset >= 0 && std::cmp_equal(batch.n_children, columns_.size());
    if (!is_sound) {
      fail_input(fmt::format("{} has {} columns, and handed over {} rows of {}", name_, columns_.size(), batch.length,
                             batch.n_children));
    }
    // A row that is null as a whole has null fields, whatever its columns hold.
    validity_ = batch.null_count != 0 && batch.n_buffers > 0 && batch.buffers != nullptr
                    ? static_cast<const std::uint8_t*>(batch.buffers[0])
                    : nullptr;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      columns_[i]->open(*batch.children[i], batch.offset, batch.length);
    }
    rows_ = batch.length;
  }

  void require_success(int result) {
    if (result == 0) return;
    const char* const why = stream_->get_last_error != nullptr ? stream_->get_last_error(&*stream_) : nullptr;
    fail_input(fmt::format("{} cannot be read{}: {}", name_,
                           rows_before_ > 0 ? fmt::format(" beyond row {}", rows_before_) : "",
                           why != nullptr && *why != '\0' ? escaped(why) : fmt::format("error {}", result)));
  }

  std::string name_;
  StopToken stop_;
  ArrowHeld<ArrowArrayStream> stream_;  // outlives its batches
  ArrowHeld<ArrowArray> batch_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<ArrowColumn>> columns_;
  std::vector<std::string_view> fields_;
  const std::uint8_t* validity_ = nullptr;
  std::int64_t rows_before_ = 0;  // this batch
  std::int64_t rows_ = 0;         // of this batch
  std::int64_t at_ = 0;           // the row after the one shown
  bool is_at_end_ = false;
};

}  // namespace

std::unique_ptr<RowSource> arrow_rows(ArrowArrayStream& stream, std::string name, StopToken stop) {
  return std::make_unique<ArrowRows>(stream, std::move(name), std::move(stop));
}

}  // namespace sourdine
