// ValueSource: where a collection's values come from, some at a time. ValueReader: values from text.
//
// One value per line, or one column of a CSV file by name. A value is a label of the domain, byte for byte (nothing is
// trimmed), or a whole number 0 … k−1 when the domain has no labels. Lines end in LF or CRLF; a UTF-8 byte order mark
// is skipped. An empty line between values is a bad row, as any other text that is no value: a value got lost there,
// and whether that matters is the caller's to say (OnBadRow). In CSV, empty lines are ignored and empty fields are bad
// rows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sourdine/base/csv.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/stream.h"
#include "sourdine/oracle/spec.h"

namespace sourdine {

class ValueSource {
 public:
  virtual ~ValueSource() = default;
  ValueSource() = default;
  ValueSource(const ValueSource&) = delete;
  ValueSource& operator=(const ValueSource&) = delete;

  // Replaces `values` by the next `count` ones, fewer only at the end; false when there are none left.
  // Throws Error(bad_input) naming the place of what is not a value of the domain.
  virtual bool next(std::size_t count, std::vector<Value>& values) = 0;
};

// Text → value of a domain that outlives it.
class DomainIndex {
 public:
  explicit DomainIndex(const Domain& domain);

  // The value, or nothing when the text is not in the domain.
  std::optional<Value> find(std::string_view text) const;
  // For errors: what is wrong with a text that is no value, and what would be right.
  std::string why_not(std::string_view text) const;
  std::string hint(std::string_view text) const;

 private:
  const Domain& domain_;
  std::unordered_map<std::string_view, Value> values_;
};

struct ValueReaderOptions {
  std::string column = {};  // empty: one value per line
  OnBadRow on_bad_row = OnBadRow::stop;
};

class ValueReader final : public ValueSource {
 public:
  // The domain must outlive the reader. Throws Error(bad_input) when the column does not exist.
  ValueReader(std::unique_ptr<Input> input, const Domain& domain, ValueReaderOptions options = {});

  bool next(std::size_t count, std::vector<Value>& values) override;
  // Bad rows passed over so far.
  std::uint64_t skipped() const;

 private:
  bool next_line(Value& value);
  bool next_row(Value& value);

  std::unique_ptr<Input> input_;
  DomainIndex index_;
  OnBadRow on_bad_row_;
  std::optional<CsvReader> csv_;  // this one when a column is asked for,
  std::size_t column_ = 0;
  std::optional<LineReader> lines_;  // this one otherwise
  std::uint64_t skipped_lines_ = 0;
};

// Values that are numbers already, of a domain of k; they outlive the source.
class ValueSpan final : public ValueSource {
 public:
  ValueSpan(std::span<const Value> values, Value k) : values_(values), k_(k) {}
  bool next(std::size_t count, std::vector<Value>& values) override;

 private:
  std::span<const Value> values_;
  Value k_;
  std::size_t taken_ = 0;
};

}  // namespace sourdine
