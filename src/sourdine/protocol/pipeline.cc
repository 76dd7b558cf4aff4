#include "sourdine/protocol/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "sourdine/base/crc32c.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/parallel.h"
#include "sourdine/protocol/accumulator.h"

namespace sourdine {
namespace {

struct Chunk {
  std::vector<Value> room;  // for values that have no place of their own
  std::span<const Value> values;
  std::uint64_t first_report = 0;  // its place in the file
  Reports reports;
  std::uint32_t crc = 0;  // of the reports
};

struct Block {
  Reports reports;
  BlockClaim claim = {};
};

void refuse_repeated(const std::vector<std::string>& paths) {
  std::unordered_set<std::string> seen;
  for (const std::string& path : paths) {
    if (!seen.insert(file_identity(path)).second) {
      fail_input(fmt::format("'{}' is given twice", path), "Its reports would be counted twice.");
    }
  }
}

// The blocks of several files of one collection, file after file.
class BlockSource {
 public:
  BlockSource(const std::vector<std::string>& paths, Torn torn, const ProtocolTable& protocols)
      : paths_(paths), torn_(torn), protocols_(protocols) {
    if (paths.empty()) fail_input("there are no report files to add up");
    refuse_repeated(paths);
    open_next();
  }

  // What is true of all files together.
  const CollectionHeader& header() const { return header_; }
  const std::shared_ptr<const Protocol>& protocol() const { return reader_->protocol(); }
  const std::vector<TornTail>& torn() const { return tails_; }

  bool next(Block& block) {
    while (!reader_->next_unsettled(block.reports, block.claim)) {
      if (reader_->torn()) tails_.push_back(*reader_->torn());
      if (opened_ == paths_.size()) return false;
      open_next();
    }
    return true;
  }

 private:
  void open_next() {
    reader_.emplace(paths_[opened_], torn_, protocols_);
    if (opened_ == 0) {
      header_ = reader_->header();
    } else {
      require_same_collection(header_, reader_->header(), reader_->name());
      header_.is_private = header_.is_private && reader_->header().is_private;
    }
    ++opened_;
  }

  const std::vector<std::string>& paths_;
  Torn torn_;
  const ProtocolTable& protocols_;
  std::size_t opened_ = 0;
  std::optional<ReportReader> reader_;
  CollectionHeader header_;
  std::vector<TornTail> tails_;
};

// Where each thread reads reports to: the same place again and again, which stays in its core's cache.
class ReadBuffers {
 public:
  explicit ReadBuffers(std::size_t report_bytes) : report_bytes_(report_bytes) {}

  Reports& for_this_thread() {
    const std::lock_guard lock(mutex_);
    return buffers_.try_emplace(std::this_thread::get_id(), report_bytes_).first->second;  // others stay where they are
  }

 private:
  std::size_t report_bytes_;
  std::mutex mutex_;
  std::unordered_map<std::thread::id, Reports> buffers_;
};

void tally_block(Block& block, ReadBuffers& buffers, Accumulator& sum) {
  Reports& reports = block.claim.place ? buffers.for_this_thread() : block.reports;
  block.claim.settle(reports);
  try {
    sum.add(reports);
  } catch (const Error& error) {
    throw Error(error.code(),
                fmt::format("{}, block {}: {}", block.claim.input->name(), block.claim.number, error.what()),
                error.hint());
  }
}

}  // namespace

std::uint64_t randomize_values(ValueSource& values, const Protocol& protocol, const RandomSource& random,
                               ReportWriter& writer, std::size_t threads) {
  if (!is_same(writer.header().spec, protocol.spec()) || writer.header().is_private != random.is_private()) {
    throw Error(ErrorCode::internal, "the report file's header does not describe the reports to be written");
  }
  const std::uint64_t before = writer.reports();
  const std::size_t width = protocol.width();
  const std::size_t chunk_values = reports_per_block(protocol.report_bytes()) * width;
  std::uint64_t first_report = before;
  const auto read = [&](Chunk& chunk) {
    chunk.values = values.next(chunk_values, chunk.room);
    if (chunk.values.empty()) return false;
    chunk.first_report = first_report;
    first_report += chunk.values.size() / width;
    return true;
  };
  const auto randomize = [&](Chunk& chunk) {
    const RecordsView records{chunk.values, width};
    random.with_stream(chunk.first_report, [&](Random& stream) {
      protocol.randomize_into(records, stream, chunk.reports.reset(records.size()), chunk.first_report - before);
    });
    chunk.crc = crc32c(chunk.reports.bytes());
  };
  const auto write = [&](Chunk& chunk) { writer.write_block(chunk.reports, chunk.crc); };
  ordered_pipeline<Chunk>(threads, {{}, {}, 0, Reports(protocol.report_bytes())}, read, randomize, write,
                          [&] { return values.help(); });
  return writer.reports() - before;
}

Aggregate aggregate_reports(const std::vector<std::string>& paths, const AggregateOptions& options,
                            const ProtocolTable& protocols) {
  BlockSource source(paths, options.torn, protocols);
  const std::size_t report_bytes = source.protocol()->report_bytes();
  Accumulator sum(source.protocol(), options.threads);
  ReadBuffers buffers(report_bytes);
  const auto read = [&](Block& block) { return source.next(block); };
  const auto add = [&](Block& block) { tally_block(block, buffers, sum); };
  ordered_pipeline<Block>(options.threads, {Reports(report_bytes)}, read, add,
                          [](Block& block) { block.claim = {}; });  // its file may be closed
  return {.protocol = source.protocol(),
          .result = {sum.snapshot(), source.header().collection, source.header().is_private},
          .torn = source.torn()};
}

SortedPaths sort_paths(const std::vector<std::string>& paths) {
  refuse_repeated(paths);
  SortedPaths sorted;
  for (const std::string& path : paths) (is_tally_file(path) ? sorted.tallies : sorted.reports).push_back(path);
  return sorted;
}

Aggregate aggregate_files(const std::vector<std::string>& paths, const AggregateOptions& options,
                          const ProtocolTable& protocols) {
  const SortedPaths sorted = sort_paths(paths);
  std::optional<Aggregate> sum;
  if (!sorted.reports.empty() || sorted.tallies.empty()) sum = aggregate_reports(sorted.reports, options, protocols);
  for (const std::string& path : sorted.tallies) {
    OpenedTally opened = open_tally_file(path, protocols);
    if (sum) {
      require_same_collection(sum->result.header(), opened.file.header(), "'" + path + "'");
      merge(sum->result, opened.file);
    } else {
      sum = Aggregate{.protocol = std::move(opened.protocol), .result = std::move(opened.file), .torn = {}};
    }
  }
  return std::move(*sum);
}

void for_each_block(const std::vector<std::string>& report_paths, Torn torn,
                    const std::function<void(ReportsView)>& visit, const ProtocolTable& protocols) {
  BlockSource source(report_paths, torn, protocols);
  Block block{Reports(source.protocol()->report_bytes())};
  while (source.next(block)) {
    block.claim.settle(block.reports);
    visit(block.reports);
  }
}

}  // namespace sourdine
