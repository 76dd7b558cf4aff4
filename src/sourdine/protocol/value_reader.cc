#include "sourdine/protocol/value_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"

namespace sourdine {

ValueReader::ValueReader(std::unique_ptr<Input> input, const Domain& domain, const ValueReaderOptions& options)
    : input_(std::move(input)), index_(domain), on_bad_row_(options.on_bad_row), parts_(pipeline_items(0)) {
  if (options.column.empty()) {
    lines_.emplace(*input_, options.block_bytes);
  } else {
    csv_.emplace(*input_, CsvOptions{.on_bad_row = options.on_bad_row, .block_bytes = options.block_bytes});
    column_ = csv_->column(options.column);
  }
}

std::span<const Value> ValueReader::next(std::size_t count, std::vector<Value>& room) {
  room.clear();
  while (room.size() < count) {
    const Part* part = oldest_part();
    if (part == nullptr) break;
    const auto first = part->values.begin() + static_cast<std::ptrdiff_t>(taken_);
    const std::size_t taken = std::min(count - room.size(), part->values.size() - taken_);
    room.insert(room.end(), first, first + static_cast<std::ptrdiff_t>(taken));
    taken_ += taken;
    if (taken_ < part->values.size()) continue;
    if (part->error && room.size() < count) std::rethrow_exception(part->error);
    if (!part->error) drop_oldest_part();
  }
  return room;
}

// Parsed; null at the end.
ValueReader::Part* ValueReader::oldest_part() {
  for (;;) {
    std::unique_lock lock(mutex_);
    Part& oldest = parts_[dropped_ % parts_.size()];
    if (dropped_ == cut_ && has_ended_) return nullptr;
    if (dropped_ < cut_ && oldest.is_parsed) return &oldest;
    lock.unlock();
    if (help()) continue;
    lock.lock();
    parsed_.wait(lock, [&] { return oldest.is_parsed; });
  }
}

void ValueReader::drop_oldest_part() {
  const std::lock_guard lock(mutex_);
  Part& oldest = parts_[dropped_++ % parts_.size()];
  skipped_ += oldest.skipped;
  oldest.is_parsed = false;
  taken_ = 0;
}

bool ValueReader::help() {
  std::unique_lock lock(mutex_);
  if (has_ended_ || cut_ - dropped_ == parts_.size()) return false;
  Part& part = parts_[cut_++ % parts_.size()];
  part.block.text.clear();
  part.values.clear();
  part.skipped = 0;
  try {
    has_ended_ = !cut(part);
    lock.unlock();
    parse(part);
  } catch (...) {
    part.error = std::current_exception();
  }
  if (!lock.owns_lock()) lock.lock();
  if (part.error) has_ended_ = true;
  part.is_parsed = true;
  parsed_.notify_one();
  return true;
}

// False when nothing comes behind the part.
bool ValueReader::cut(Part& part) {
  if (lines_) return lines_->next_block(part.block);
  constexpr std::size_t values_at_once = 4096;
  if (!csv_->next_block(part.block)) return read_rows(*csv_, values_at_once, part);
  if (!part.rows) part.rows.emplace(csv_->block_reader());
  return true;
}

void ValueReader::parse(Part& part) const {
  if (part.block.text.empty()) return;
  if (lines_) return parse_lines(part);
  part.rows->open(part.block);
  read_rows(*part.rows, SIZE_MAX, part);
}

void ValueReader::parse_lines(Part& part) const {
  std::string_view rest = part.block.view();
  for (;;) {
    index_.take_lines(rest, part.values);
    if (rest.empty()) return;
    const std::uint64_t line = part.block.first_line + part.values.size() + part.skipped;
    const std::string_view text = take_line(rest);
    if (const auto found = index_.find(text)) {
      part.values.push_back(*found);
      continue;
    }
    if (on_bad_row_ == OnBadRow::stop) {
      fail_input(fmt::format("{}, line {}: {}", input_->name(), line, index_.why_not(text)), index_.hint(text));
    }
    ++part.skipped;
  }
}

// False when the rows end before the part has so many values.
bool ValueReader::read_rows(CsvReader& reader, std::size_t max_values, Part& part) const {
  const std::uint64_t before = reader.skipped();
  bool is_there = true;
  while (part.values.size() < max_values && (is_there = reader.next())) {
    const std::string_view text = reader.row()[column_];
    if (const auto found = index_.find(text)) {
      part.values.push_back(*found);
    } else {
      reader.reject(column_, index_.why_not(text), index_.hint(text));
    }
  }
  part.skipped = reader.skipped() - before;
  return is_there;
}

std::span<const Value> ValueSpan::next(std::size_t count, std::vector<Value>&) {
  const auto chunk = values_.subspan(taken_, std::min(count, values_.size() - taken_));
  taken_ += chunk.size();
  return chunk;
}

}  // namespace sourdine
