#include "sourdine/protocol/report_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/checked_input.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/protocol/report_records.h"

namespace sourdine {
namespace {

constexpr std::size_t max_block_reports = std::size_t{1} << 16;
constexpr std::size_t block_bytes = std::size_t{1} << 18;
constexpr std::size_t max_block_bytes = std::size_t{1} << 24;
constexpr std::string_view damaged_hint =
    "Restore the file from a copy: it cannot be known which of its reports are wrong.";

[[noreturn]] void fail_damaged_block(const std::string& file, std::uint64_t number, std::uint64_t offset,
                                     std::string_view why) {
  fail_input(fmt::format("{} is damaged in block {}, which begins at byte {}: {}", file, number, offset, why),
             std::string(damaged_hint));
}

}  // namespace

void BlockClaim::settle(Reports& block) const {
  if (place) input->read_at(*place, block.reset(reports));
  if (crc32c(block.bytes(), crc_before) == crc) return;
  fail_damaged_block(input->name(), number, offset, "its reports do not match their checksum");
}

std::size_t reports_per_block(std::size_t report_bytes) {
  return std::clamp(block_bytes / std::max<std::size_t>(report_bytes, 1), std::size_t{1}, max_block_reports);
}

std::size_t max_reports_per_block(std::size_t report_bytes) {
  return std::clamp(max_block_bytes / std::max<std::size_t>(report_bytes, 1), std::size_t{1}, max_block_reports);
}

ReportReader::ReportReader(const std::string& path, Torn torn, const ProtocolTable& protocols)
    : ReportReader(std::make_unique<InputFile>(path), torn, protocols) {}

ReportReader::ReportReader(std::unique_ptr<Input> input, Torn torn, const ProtocolTable& protocols)
    : input_(std::move(input)),
      checked_(std::make_unique<CheckedInput>(*input_)),
      torn_policy_(torn),
      opened_(read_collection_header(report_format, *checked_, protocols)) {
  if (opened_.size != protocol()->report_bytes()) {
    fail_input(fmt::format("{} says that its reports have {} bytes, but those of its spec have {}", name(),
                           opened_.size, protocol()->report_bytes()),
               "It was made by a program that encodes these reports in another way.");
  }
  whole_bytes_ = checked_->offset();
  whole_crc_ = checked_->crc();
}

ReportReader::~ReportReader() = default;
ReportReader::ReportReader(ReportReader&&) noexcept = default;

const std::string& ReportReader::name() const { return input_->name(); }

bool ReportReader::next(Reports& block) {
  BlockClaim claim;
  if (!next_record(block, claim, false)) return false;
  claim.settle(block);
  return true;
}

bool ReportReader::next_unsettled(Reports& block, BlockClaim& claim) { return next_record(block, claim, true); }

bool ReportReader::next_record(Reports& block, BlockClaim& claim, bool may_skip) {
  while (!has_ended_) {
    const auto tag = checked_->number<std::uint8_t>();
    if (!tag) {
      has_ended_ = true;
      return is_sealed_ ? false : end_torn();
    }
    if (*tag == block_tag) return read_block(block, claim, may_skip);
    // A file that was growing when the power went may end in zeros where its data never reached the disk.
    if (*tag == 0 && checked_->is_zero_to_end()) {
      has_ended_ = true;
      return end_torn();
    }
    if (*tag != seal_tag) fail_damaged("there is no such record");
    if (!read_seal()) return false;
  }
  return false;
}

bool ReportReader::read_block(Reports& block, BlockClaim& claim, bool may_skip) {
  using Check = CheckedInput::Check;
  const auto count = checked_->number<std::uint32_t>();
  const Check head = count ? checked_->check() : Check::missing;
  if (head == Check::missing) return end_torn();
  // The count has its own checksum so that it can be trusted before memory is set aside for it.
  if (head == Check::bad) fail_damaged("its size does not match its checksum");
  if (*count == 0 || *count > max_reports_per_block(protocol()->report_bytes())) fail_damaged("its size is impossible");
  const auto place = may_skip ? checked_->skip(*count * protocol()->report_bytes()) : std::nullopt;
  const bool is_there = place || checked_->read_unchecked(block.reset(*count));
  const auto payload = is_there ? checked_->claim() : std::nullopt;
  if (!payload) {
    block.clear();
    return end_torn();
  }
  reports_ += *count;
  ++blocks_;
  claim = {input_, place, *count, blocks_, whole_bytes_, payload->before, payload->after};
  is_sealed_ = false;
  finish_record();
  return true;
}

// True when reading goes on.
bool ReportReader::read_seal() {
  const auto total = checked_->number<std::uint64_t>();
  const auto check = total ? checked_->check() : CheckedInput::Check::missing;
  if (check == CheckedInput::Check::missing) return end_torn();
  if (check == CheckedInput::Check::bad) fail_damaged("a seal does not match its checksum");
  if (*total != reports_) fail_damaged(fmt::format("a seal counts {} reports, but there are {}", *total, reports_));
  is_sealed_ = true;
  finish_record();
  sealed_ = {whole_bytes_, whole_crc_, reports_};
  return true;
}

void ReportReader::finish_record() {
  whole_bytes_ = checked_->offset();
  whole_crc_ = checked_->crc();
}

// The input ended where a whole file cannot end; always returns false.
bool ReportReader::end_torn() {
  has_ended_ = true;
  const std::uint64_t dropped = checked_->offset() - whole_bytes_;
  if (torn_policy_ == Torn::stop) {
    fail_input(
        fmt::format("{} is cut short after {} ({}): its last seal is missing", name(), counted(blocks_, "whole block"),
                    counted(reports_, "report")),
        fmt::format(
            "Its writer was interrupted or the file was truncated. Ask for the whole blocks to be kept (--keep-torn) "
            "to read the {}; {} would be dropped.",
            counted(reports_, "report"), counted(dropped, "byte")));
  }
  tail_ = TornTail{name(), reports_, dropped};
  return false;
}

void ReportReader::fail_damaged(std::string_view why) const {
  fail_damaged_block(name(), blocks_ + 1, whole_bytes_, why);
}

}  // namespace sourdine
