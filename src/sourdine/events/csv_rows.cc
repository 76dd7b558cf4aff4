#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/events/compressed_input.h"
#include "sourdine/events/foreign_input.h"
#include "sourdine/events/peeked_input.h"
#include "sourdine/events/row_source.h"

namespace sourdine {
namespace {

// What is left of a text without its first lines.
std::string_view without_lines(std::string_view text, std::size_t lines) {
  for (; lines > 0 && !text.empty(); --lines) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text;
}

// The separator that the header has most of, outside of quotes; a comma when it has none.
char find_separator(std::string_view text) {
  constexpr std::string_view candidates = ",;\t";
  std::array<std::size_t, candidates.size()> counts{};
  bool is_quoted = false;
  for (const char c : text) {
    if (c == '"') is_quoted = !is_quoted;
    if (c == '\n' && !is_quoted) break;
    const std::size_t found = candidates.find(c);
    if (!is_quoted && found != std::string_view::npos) ++counts[found];
  }
  return candidates[static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin())];
}

CsvOptions csv_options(const PeekedInput& input, const RowOptions& options) {
  refuse_foreign(input.head(), input.name());
  const std::string_view head = without_lines(input.head(), options.skip_lines);
  return {.separator = options.separator.value_or(find_separator(head)),
          .on_bad_row = options.on_bad_row,
          .max_row_bytes = options.max_row_bytes,
          .block_bytes = options.block_bytes,
          .skip_lines = options.skip_lines};
}

class CsvBlockRows final : public BlockRows {
 public:
  CsvBlockRows(std::string name, CsvReader reader) : name_(std::move(name)), reader_(std::move(reader)) {}

  void open(const TextBlock& block) override { reader_.open(block); }
  const std::vector<std::string>& columns() const override { return reader_.header(); }
  bool next() override { return reader_.next(); }
  std::span<const std::string_view> row() const override { return reader_.row(); }
  const std::string& name() const override { return name_; }
  std::string where() const override { return fmt::format("{}, line {}", name_, reader_.line()); }
  std::uint64_t skipped() const override { return reader_.skipped(); }

 private:
  std::string name_;
  CsvReader reader_;
};

class CsvRows final : public RowSource {
 public:
  CsvRows(std::unique_ptr<Input> input, const RowOptions& options)
      : input_(decompressed(std::move(input))), reader_(input_, csv_options(input_, options)) {}

  const std::vector<std::string>& columns() const override { return reader_.header(); }
  bool next() override { return reader_.next(); }
  std::span<const std::string_view> row() const override { return reader_.row(); }
  const std::string& name() const override { return input_.name(); }
  std::string where() const override { return fmt::format("{}, line {}", input_.name(), reader_.line()); }
  std::uint64_t skipped() const override { return reader_.skipped(); }
  bool next_block(TextBlock& block) override { return reader_.next_block(block); }
  std::unique_ptr<BlockRows> block_rows() const override {
    return std::make_unique<CsvBlockRows>(input_.name(), reader_.block_reader());
  }

 private:
  PeekedInput input_;
  CsvReader reader_;
};

}  // namespace

std::unique_ptr<RowSource> csv_rows(std::unique_ptr<Input> input, RowOptions options) {
  return std::make_unique<CsvRows>(std::move(input), options);
}

}  // namespace sourdine
