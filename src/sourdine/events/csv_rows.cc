#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/base/error.h"
#include "sourdine/events/row_source.h"

namespace sourdine {
namespace {

constexpr std::size_t peeked_bytes = std::size_t{1} << 16;

// An input whose first bytes have been looked at.
class PeekedInput final : public Input {
 public:
  explicit PeekedInput(std::unique_ptr<Input> input)
      : Input(input->name()), input_(std::move(input)), head_(peeked_bytes) {
    head_.resize(input_->read(head_));
  }

  std::string_view head() const { return {reinterpret_cast<const char*>(head_.data()), head_.size()}; }

  std::size_t read(std::span<std::uint8_t> into) override {
    const std::size_t count = std::min(into.size(), head_.size() - taken_);
    std::copy_n(head_.data() + taken_, count, into.data());
    taken_ += count;
    return count == into.size() ? count : count + input_->read(into.subspan(count));
  }

 private:
  std::unique_ptr<Input> input_;
  std::vector<std::uint8_t> head_;
  std::size_t taken_ = 0;
};

// What is not CSV, by its first bytes; {} in a hint is the file's name.
struct Foreign {
  std::string_view magic;
  const char* what;
  const char* hint;
};

using namespace std::string_view_literals;
constexpr std::array foreign{
    Foreign{"\x28\xB5\x2F\xFD"sv, "compressed by zstd", "Decompress it first: zstd -dc {} | sourdine … -"},
    Foreign{"\x1F\x8B"sv, "compressed by gzip", "Decompress it first: gzip -dc {} | sourdine … -"},
    Foreign{"\xFD\x37\x7A\x58\x5A\x00"sv, "compressed by xz", "Decompress it first: xz -dc {} | sourdine … -"},
    Foreign{"BZh"sv, "compressed by bzip2", "Decompress it first: bzip2 -dc {} | sourdine … -"},
    Foreign{"PK\x03\x04"sv, "a zip archive or a spreadsheet", "Save the spreadsheet as CSV (UTF-8), or unzip {}."},
    Foreign{"\xFF\xFE"sv, "text in UTF-16", "Convert it first: iconv -f UTF-16 -t UTF-8 {} | sourdine … -"},
    Foreign{"\xFE\xFF"sv, "text in UTF-16", "Convert it first: iconv -f UTF-16 -t UTF-8 {} | sourdine … -"},
    Foreign{"SQLite format 3\0"sv, "an SQLite database", "Name it sqlite:PATH and give a query."},
};

void refuse_foreign(const PeekedInput& input) {
  for (const Foreign& kind : foreign) {
    if (!input.head().starts_with(kind.magic)) continue;
    const bool is_named = input.name().starts_with('\'');
    fail_input(fmt::format("{} is {}, not CSV", input.name(), kind.what),
               fmt::format(fmt::runtime(kind.hint), is_named ? input.name() : "FILE"));
  }
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
  refuse_foreign(input);
  return {.separator = options.separator.value_or(find_separator(input.head())),
          .on_bad_row = options.on_bad_row,
          .max_row_bytes = options.max_row_bytes,
          .block_bytes = options.block_bytes};
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
      : input_(std::move(input)), reader_(input_, csv_options(input_, options)) {}

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
