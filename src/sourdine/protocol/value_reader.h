// ValueSource: where a collection's values come from, some at a time. ValueReader: values from text.
//
// One value per line, or one column of a CSV file by name. A value is a label of the domain, byte for byte (nothing is
// trimmed), or a whole number 0 … k−1 when the domain has no labels. Lines end in LF or CRLF; a UTF-8 byte order mark
// is skipped. An empty line between values is a bad row, as any other text that is no value: a value got lost there,
// and whether that matters is the caller's to say (OnBadRow). In CSV, empty lines are ignored and empty fields are bad
// rows.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sourdine/base/csv.h"
#include "sourdine/base/domain.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/stream.h"
#include "sourdine/protocol/domain_index.h"

namespace sourdine {

class ValueSource {
 public:
  virtual ~ValueSource() = default;
  ValueSource() = default;
  ValueSource(const ValueSource&) = delete;
  ValueSource& operator=(const ValueSource&) = delete;

  // The next `count` values, fewer only at the end, none when there are none left: in `room`, or where they are anyway
  // as long as the source is. Throws Error(bad_input) naming the place of what is no value. Values need not have been
  // compared with the domain: Protocol::randomize_into does that.
  virtual std::span<const Value> next(std::size_t count, std::vector<Value>& room) = 0;
  // For threads that have nothing else to do, while another one may be in next(): does some of what next() will need.
  // False when there is nothing to do now. Values and errors of next() are the same whether anyone helps or not.
  virtual bool help() { return false; }
};

struct ValueReaderOptions {
  std::string column = {};  // empty: one value per line
  OnBadRow on_bad_row = OnBadRow::stop;
  std::size_t block_bytes = std::size_t{1} << 18;  // of the text that one thread parses at a time
};

// The text is cut into blocks one after the other; blocks are parsed by whoever calls help() or waits in next().
class ValueReader final : public ValueSource {
 public:
  // The domain must outlive the reader. Throws Error(bad_input) when the column does not exist.
  ValueReader(std::unique_ptr<Input> input, const Domain& domain, const ValueReaderOptions& options = {});

  std::span<const Value> next(std::size_t count, std::vector<Value>& room) override;
  bool help() override;
  // Bad rows passed over before the end of the block of the last value.
  std::uint64_t skipped() const { return skipped_; }

 private:
  struct Part {
    TextBlock block;                // empty: its values were read where it was cut off
    std::optional<CsvReader> rows;  // reads blocks of a CSV file
    std::vector<Value> values;
    std::uint64_t skipped = 0;
    std::exception_ptr error;  // behind the values
    bool is_parsed = false;
  };
  bool cut(Part& part);
  void parse(Part& part) const;
  void parse_lines(Part& part) const;
  bool read_rows(CsvReader& reader, std::size_t max_values, Part& part) const;
  Part* oldest_part();
  void drop_oldest_part();

  std::unique_ptr<Input> input_;
  DomainIndex index_;
  OnBadRow on_bad_row_;
  std::optional<CsvReader> csv_;  // this one when a column is asked for,
  std::size_t column_ = 0;
  std::optional<LineReader> lines_;  // this one otherwise

  std::mutex mutex_;  // guards the readers above, and what follows; a part belongs to the thread that parses it
  std::condition_variable parsed_;
  std::vector<Part> parts_;  // part n has place n mod size
  std::uint64_t cut_ = 0;    // parts so far: dropped ≤ cut ≤ dropped + places
  std::uint64_t dropped_ = 0;
  bool has_ended_ = false;
  // Of next() alone.
  std::size_t taken_ = 0;  // values of the oldest part
  std::uint64_t skipped_ = 0;
};

// Values that are numbers already; they outlive the source. Whether they are of the domain is for
// Protocol::randomize_into to say: it runs on all cores, and here the values would pass through the cache of another
// core first.
class ValueSpan final : public ValueSource {
 public:
  explicit ValueSpan(std::span<const Value> values) : values_(values) {}
  std::span<const Value> next(std::size_t count, std::vector<Value>& room) override;

 private:
  std::span<const Value> values_;
  std::size_t taken_ = 0;
};

}  // namespace sourdine
