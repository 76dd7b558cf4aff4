// PeekedRows: rows of another source, the first of which can be looked at before they are read. Internal to events/.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/events/row_source.h"

namespace sourdine {

class PeekedRows final : public RowSource {
 public:
  static constexpr std::size_t max_rows = std::size_t{1} << 16;
  static constexpr std::size_t max_bytes = std::size_t{1} << 24;

  explicit PeekedRows(std::unique_ptr<RowSource> source) : source_(std::move(source)) {}

  // Shows the rows from the first one on, with where they are, before any next(), until `is_enough` says so, the rows
  // end, or max_rows or max_bytes are reached.
  void peek(const std::function<bool(std::span<const std::string_view>, const std::string& where)>& is_enough);

  const std::vector<std::string>& columns() const override { return source_->columns(); }
  bool next() override;
  std::span<const std::string_view> row() const override { return is_replaying() ? fields_ : source_->row(); }
  const std::string& name() const override { return source_->name(); }
  std::string where() const override { return is_replaying() ? kept_[at_].where : source_->where(); }
  std::uint64_t skipped() const override { return source_->skipped(); }
  bool next_block(TextBlock& block) override { return kept_.empty() && source_->next_block(block); }
  std::unique_ptr<BlockRows> block_rows() const override { return source_->block_rows(); }

 private:
  struct Kept {
    std::string text;  // the fields, one behind the other
    std::vector<std::size_t> ends;
    std::string where;
  };
  bool is_replaying() const { return at_ < kept_.size(); }

  std::unique_ptr<RowSource> source_;
  std::vector<Kept> kept_;
  std::size_t at_ = static_cast<std::size_t>(-1);  // the row shown; before the first one, one less than 0
  std::vector<std::string_view> fields_;
};

}  // namespace sourdine
