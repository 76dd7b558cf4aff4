#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/checked_input.h"
#include "sourdine/base/crc32c.h"
#include "sourdine/base/descriptor.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/protocol/report_records.h"
#include "sourdine/random/random_source.h"

namespace sourdine {
namespace {

// Writes behind what a file holds already; what was not committed is cut off again.
class AppendedFile final : public Output {
 public:
  explicit AppendedFile(const std::string& path)
      : path_(path), name_("'" + path + "'"), descriptor_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
    if (!descriptor_.is_open()) fail_write(name_, errno);
    if (::flock(descriptor_.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) fail_write(name_, errno);
      fail_input(fmt::format("cannot append to {}: another program is appending to it", name_));
    }
    require_in_place();
  }
  ~AppendedFile() override {
    if (has_begun_ && !is_committed_) cut();
  }

  void begin_at(std::uint64_t offset) {
    begin_ = static_cast<off_t>(offset);
    if (!cut() || ::lseek(descriptor_.number(), begin_, SEEK_SET) != begin_) fail_write(name_, errno);
    has_begun_ = true;
    is_committed_ = false;
  }
  std::uint64_t size() const {
    struct stat status {};
    if (::fstat(descriptor_.number(), &status) != 0) fail_write(name_, errno);
    return static_cast<std::uint64_t>(status.st_size);
  }
  // False when the file ends before.
  bool read_at(std::uint64_t offset, std::span<std::uint8_t> into) const {
    return ::pread(descriptor_.number(), into.data(), into.size(), static_cast<off_t>(offset)) ==
           static_cast<ssize_t>(into.size());
  }
  using Output::append;
  void append(std::span<const std::uint8_t> bytes) override {
    if (!descriptor_.write_all(bytes)) fail();
  }
  void commit() override {
    sync();
    require_in_place();
    is_committed_ = true;
  }
  // What was appended is on the disk before what is appended next.
  void sync() {
    if (::fsync(descriptor_.number()) != 0) fail();
  }

 private:
  // Whoever replaced the file would never see what goes into the old one.
  void require_in_place() const {
    struct stat opened {
    }, found{};
    if (::fstat(descriptor_.number(), &opened) == 0 && ::stat(path_.c_str(), &found) == 0 &&
        opened.st_dev == found.st_dev && opened.st_ino == found.st_ino) {
      return;
    }
    fail_input(fmt::format("cannot append to {}: it was replaced by another file meanwhile", name_), "Append again.");
  }
  bool cut() const { return ::ftruncate(descriptor_.number(), begin_) == 0; }
  [[noreturn]] void fail() {
    const int reason = errno;
    cut();
    fail_write(name_, reason);
  }

  std::string path_;
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

// Where an appending writer goes on: what the last seal says.
struct LastSeal {
  std::uint64_t bytes = 0;  // of the file up to its end
  std::uint64_t reports = 0;
  std::uint32_t crc = 0;
};

// The seal at the end of the file; nothing when the file does not end in one. A seal's checksum continues the checksum
// before it, so both of them and the number between vouch for each other.
std::optional<LastSeal> seal_at_end(const AppendedFile& file, std::uint64_t header_bytes, std::size_t report_bytes) {
  constexpr std::size_t crc_bytes = 4;
  constexpr std::size_t number_bytes = 8;
  constexpr std::size_t tail_bytes = crc_bytes + 1 + number_bytes + crc_bytes;
  const std::uint64_t size = file.size();
  std::array<std::uint8_t, tail_bytes> tail{};
  if (size < header_bytes + tail_bytes - crc_bytes || !file.read_at(size - tail_bytes, tail)) return std::nullopt;
  const auto before = load_little_endian<std::uint32_t>(std::span(tail).first(crc_bytes));
  const auto sealed = std::span<const std::uint8_t>(tail).subspan(crc_bytes, 1 + number_bytes);
  const auto crc = load_little_endian<std::uint32_t>(std::span(tail).last(crc_bytes));
  if (sealed[0] != seal_tag || crc32c(sealed, before) != crc) return std::nullopt;
  const auto reports = load_little_endian<std::uint64_t>(sealed.subspan(1));
  if (report_bytes != 0 && reports > (size - header_bytes) / report_bytes) return std::nullopt;
  return LastSeal{size, reports, crc};
}

}  // namespace

ReportWriter ReportWriter::create(const std::string& path, const Protocol& protocol, const std::string& collection,
                                  bool is_private) {
  if (is_regular_file(path)) AppendedFile probe(path);  // throws while somebody appends to it
  return begin(std::make_unique<AtomicFile>(path), path, protocol, collection, is_private);
}

ReportWriter ReportWriter::begin(std::unique_ptr<Output> output, const std::string& path, const Protocol& protocol,
                                 const std::string& collection, bool is_private) {
  const bool is_file = path != "-" && (is_regular_file(path) || !std::filesystem::exists(path));
  ReportWriter writer(std::move(output), is_file ? path : std::string(), {protocol.spec(), collection, is_private},
                      protocol.report_bytes());
  writer.put_header();
  return writer;
}

ReportWriter ReportWriter::append(const std::string& path, const Protocol& protocol, const std::string& collection,
                                  bool is_private, const ProtocolTable& protocols) {
  if (path == "-" || !is_regular_file(path)) {
    // Two that begin the same file at once must not both believe that theirs is there.
    auto created = std::make_unique<AtomicFile>(path, StopToken(), AtomicFile::Existing::refused);
    return begin(std::move(created), path, protocol, collection, is_private);
  }
  auto output = std::make_unique<AppendedFile>(path);
  CollectionHeader header{protocol.spec(), collection, is_private};
  ReportReader reader(path, Torn::keep_whole_blocks, protocols);
  require_same_collection(reader.header(), header, "what is to be appended");
  if (reader.header().is_private != header.is_private) {
    fail_input(fmt::format("cannot append to {}: its randomness is '{}', that of the new reports '{}'", reader.name(),
                           randomness_name(reader.header().is_private), randomness_name(header.is_private)));
  }
  AppendedFile& file = *output;
  ReportWriter writer(std::move(output), path, std::move(header), protocol.report_bytes());
  std::optional<LastSeal> seal = seal_at_end(file, reader.whole_bytes(), protocol.report_bytes());
  if (!seal) {
    Reports block(protocol.report_bytes());
    while (reader.next(block)) {
    }
    seal = LastSeal{reader.sealed().bytes, reader.sealed().reports, reader.sealed().crc};
    if (seal->bytes == 0) {
      fail_input(
          fmt::format("cannot append to {}: it was cut short before its first seal", reader.name()),
          fmt::format("Its {} whole reports can be read with --keep-torn; append to another file.", reader.reports()));
    }
    writer.repaired_ = TornTail{reader.name(), seal->reports, file.size() - seal->bytes};
  }
  writer.bytes_ = seal->bytes;
  writer.reports_ = seal->reports;
  writer.crc_ = seal->crc;
  file.begin_at(seal->bytes);
  return writer;
}

ReportWriter::ReportWriter(std::unique_ptr<Output> output, const Protocol& protocol, const std::string& collection,
                           bool is_private)
    : ReportWriter(std::move(output), {}, {protocol.spec(), collection, is_private}, protocol.report_bytes()) {
  put_header();
}

ReportWriter::ReportWriter(std::unique_ptr<Output> output, std::string path, CollectionHeader header,
                           std::size_t report_bytes)
    : output_(std::move(output)), path_(std::move(path)), header_(std::move(header)), report_bytes_(report_bytes) {}

void ReportWriter::put_header() {
  put(as_bytes(encode_collection_header(report_format, header_, report_bytes_)));
  put_crc();
}

// A writer that failed half-way does not know any more what is in its file: it writes nothing after that.
class ReportWriter::Step {
 public:
  explicit Step(ReportWriter& writer) : writer_(writer) {
    if (writer_.has_ended_)
      throw Error(ErrorCode::internal, "a report file that has failed or was closed is written to");
    writer_.has_ended_ = true;
  }
  void done() { writer_.has_ended_ = false; }

 private:
  ReportWriter& writer_;
};

void ReportWriter::write(ReportsView reports) {
  Step step(*this);
  require_report_bytes(reports);
  const std::size_t block_size = reports_per_block(report_bytes_);
  for (std::size_t from = 0; from < reports.size(); from += block_size) {
    const ReportsView block = reports.subview(from, std::min(block_size, reports.size() - from));
    put_block(block, crc32c(block.bytes));
  }
  step.done();
}

void ReportWriter::write_block(ReportsView reports, std::uint32_t crc) {
  Step step(*this);
  require_report_bytes(reports);
  if (reports.size() == 0 || reports.size() > reports_per_block(report_bytes_)) {
    throw Error(ErrorCode::internal, fmt::format("{} reports are not a block", reports.size()));
  }
  put_block(reports, crc);
  step.done();
}

void ReportWriter::require_report_bytes(ReportsView reports) const {
  if (reports.is_whole(report_bytes_)) return;
  throw Error(ErrorCode::internal, fmt::format("reports of {} bytes cannot go into a file of reports of {} bytes",
                                               reports.report_bytes, report_bytes_));
}

void ReportWriter::checkpoint() {
  if (path_.empty()) throw Error(ErrorCode::internal, "only a file can be sealed and written on");
  Step step(*this);
  put_seal();
  output_->commit();
  // A new file was renamed to its place: go on there. One that was appended to keeps its lock.
  if (auto* const appended = dynamic_cast<AppendedFile*>(output_.get())) {
    appended->begin_at(bytes_);
  } else {
    auto reopened = std::make_unique<AppendedFile>(path_);
    if (reopened->size() != bytes_) {
      fail_input(fmt::format("cannot append to '{}': another program has appended to it meanwhile", path_));
    }
    reopened->begin_at(bytes_);
    output_ = std::move(reopened);
  }
  step.done();
}

void ReportWriter::close() {
  Step step(*this);  // which stays the last one
  put_seal();
  output_->commit();
}

// A seal vouches for all before it, so that must be on the disk first.
void ReportWriter::put_seal() {
  if (auto* const appended = dynamic_cast<AppendedFile*>(output_.get())) appended->sync();
  std::string seal(1, static_cast<char>(seal_tag));
  append_little_endian(seal, reports_);
  put(as_bytes(seal));
  put_crc();
}

void ReportWriter::put_block(ReportsView reports, std::uint32_t crc) {
  std::string head(1, static_cast<char>(block_tag));
  append_little_endian(head, static_cast<std::uint32_t>(reports.size()));
  put(as_bytes(head));
  put_crc();
  output_->append(reports.bytes);
  bytes_ += reports.bytes.size();
  crc_ = crc32c_joined(crc_, crc, reports.bytes.size());
  put_crc();
  reports_ += reports.size();
}

void ReportWriter::put(std::span<const std::uint8_t> bytes) {
  crc_ = crc32c(bytes, crc_);
  output_->append(bytes);
  bytes_ += bytes.size();
}

void ReportWriter::put_crc() {
  std::string bytes;
  append_little_endian(bytes, crc_);
  output_->append(bytes);
  bytes_ += bytes.size();
}

}  // namespace sourdine
