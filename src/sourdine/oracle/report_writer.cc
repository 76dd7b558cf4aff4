#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/crc32c.h"
#include "sourdine/base/descriptor.h"
#include "sourdine/base/error.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/oracle/report_file.h"
#include "sourdine/oracle/report_records.h"
#include "sourdine/oracle/table.h"

namespace sourdine {
namespace {

// Writes behind what a file holds already; what was not committed is cut off again.
class AppendedFile final : public Output {
 public:
  explicit AppendedFile(const std::string& path)
      : name_("'" + path + "'"), descriptor_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
    if (!descriptor_.is_open()) fail_write(name_, errno);
    if (::flock(descriptor_.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) fail_write(name_, errno);
      fail_input(fmt::format("cannot append to {}: another program is appending to it", name_));
    }
  }
  ~AppendedFile() override {
    if (has_begun_ && !is_committed_) cut();
  }

  void begin_at(std::uint64_t offset) {
    begin_ = static_cast<off_t>(offset);
    if (!cut() || ::lseek(descriptor_.number(), begin_, SEEK_SET) != begin_) fail_write(name_, errno);
    has_begun_ = true;
  }
  using Output::append;
  void append(std::span<const std::uint8_t> bytes) override {
    if (!descriptor_.write_all(bytes)) fail();
  }
  void commit() override {
    if (::fsync(descriptor_.number()) != 0) fail();
    is_committed_ = true;
  }

 private:
  bool cut() const { return ::ftruncate(descriptor_.number(), begin_) == 0; }
  [[noreturn]] void fail() {
    const int reason = errno;
    cut();
    fail_write(name_, reason);
  }

  std::string name_;
  Descriptor descriptor_;
  off_t begin_ = 0;
  bool has_begun_ = false;
  bool is_committed_ = false;
};

bool is_regular_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

ReportWriter ReportWriter::create(const std::string& path, FileHeader header) {
  return {std::make_unique<AtomicFile>(path), std::move(header)};
}

ReportWriter ReportWriter::append(const std::string& path, FileHeader header) {
  if (path == "-" || !is_regular_file(path)) return create(path, std::move(header));
  auto output = std::make_unique<AppendedFile>(path);
  ReportReader reader(path, Torn::keep_whole_blocks);
  require_same_collection(reader.header(), header, "what is to be appended");
  if (reader.header().is_private != header.is_private) {
    fail_input(fmt::format("cannot append to {}: its randomness is '{}', that of the new reports '{}'", reader.name(),
                           randomness_name(reader.header().is_private), randomness_name(header.is_private)));
  }
  Reports block(reader.oracle().report_bytes());
  while (reader.next(block)) {
  }
  if (reader.sealed().bytes == 0) {
    fail_input(
        fmt::format("cannot append to {}: it was cut short before its first seal", reader.name()),
        fmt::format("Its {} whole reports can be read with --keep-torn; append to another file.", reader.reports()));
  }
  output->begin_at(reader.sealed().bytes);
  return {std::move(output), std::move(header), reader};
}

ReportWriter::ReportWriter(std::unique_ptr<Output> output, FileHeader header)
    : output_(std::move(output)), header_(std::move(header)), report_bytes_(make_oracle(header_.spec)->report_bytes()) {
  put(as_bytes(encode_header(report_format, header_, report_bytes_)));
  put_crc();
}

ReportWriter::ReportWriter(std::unique_ptr<Output> output, FileHeader header, const ReportReader& read_through)
    : output_(std::move(output)),
      header_(std::move(header)),
      report_bytes_(read_through.oracle().report_bytes()),
      reports_(read_through.sealed().reports),
      crc_(read_through.sealed().crc) {
  if (read_through.torn()) {
    const auto bytes = read_through.whole_bytes() + read_through.torn()->bytes_dropped - read_through.sealed().bytes;
    repaired_ = TornTail{read_through.name(), reports_, bytes};
  }
}

void ReportWriter::write(const Reports& reports) {
  require_report_bytes(reports);
  const std::size_t step = reports_per_block(report_bytes_);
  for (std::size_t from = 0; from < reports.size(); from += step) {
    const std::size_t count = std::min(step, reports.size() - from);
    const auto bytes = reports.bytes().subspan(from * report_bytes_, count * report_bytes_);
    put_block(bytes, count, crc32c(bytes));
  }
}

void ReportWriter::write_block(const Reports& reports, std::uint32_t crc) {
  require_report_bytes(reports);
  if (reports.size() == 0 || reports.size() > reports_per_block(report_bytes_)) {
    throw Error(ErrorCode::internal, fmt::format("{} reports are not a block", reports.size()));
  }
  put_block(reports.bytes(), reports.size(), crc);
}

void ReportWriter::require_report_bytes(const Reports& reports) const {
  if (reports.report_bytes() == report_bytes_) return;
  throw Error(ErrorCode::internal, fmt::format("reports of {} bytes cannot go into a file of reports of {} bytes",
                                               reports.report_bytes(), report_bytes_));
}

void ReportWriter::close() {
  std::string seal(1, static_cast<char>(seal_tag));
  append_little_endian(seal, reports_);
  put(as_bytes(seal));
  put_crc();
  output_->commit();
}

void ReportWriter::put_block(std::span<const std::uint8_t> bytes, std::size_t count, std::uint32_t crc) {
  std::string head(1, static_cast<char>(block_tag));
  append_little_endian(head, static_cast<std::uint32_t>(count));
  put(as_bytes(head));
  put_crc();
  output_->append(bytes);
  crc_ = crc32c_joined(crc_, crc, bytes.size());
  put_crc();
  reports_ += count;
}

void ReportWriter::put(std::span<const std::uint8_t> bytes) {
  crc_ = crc32c(bytes, crc_);
  output_->append(bytes);
}

void ReportWriter::put_crc() {
  std::string bytes;
  append_little_endian(bytes, crc_);
  output_->append(bytes);
}

}  // namespace sourdine
