#include "sourdine/oracle/pipeline.h"

#include <fmt/format.h>

#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "sourdine/base/crc32c.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/parallel.h"
#include "sourdine/oracle/table.h"

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

// The blocks of several files of one collection, file after file.
class BlockSource {
 public:
  BlockSource(const std::vector<std::string>& paths, Torn torn) : paths_(paths), torn_(torn) {
    if (paths.empty()) fail_input("there are no report files to add up");
    std::unordered_set<std::string> seen;
    for (const std::string& path : paths) {
      if (!seen.insert(file_identity(path)).second) {
        fail_input(fmt::format("'{}' is given twice", path), "Its reports would be counted twice.");
      }
    }
    open_next();
  }

  // What is true of all files together.
  const FileHeader& header() const { return header_; }
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
    reader_.emplace(paths_[opened_], torn_);
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
  std::size_t opened_ = 0;
  std::optional<ReportReader> reader_;
  FileHeader header_;
  std::vector<TornTail> tails_;
};

// What a thread adds up with. Its reports are read to the same place again and again, which stays in its core's cache.
struct Counter {
  Tally tally;
  Reports reports;
};

// One for each thread. Sums are exact, so which reports go into which tally does not matter.
class Counters {
 public:
  explicit Counters(const Oracle& oracle) : oracle_(oracle) {}

  Counter& of_this_thread() {
    const std::lock_guard lock(mutex_);
    const auto thread = std::this_thread::get_id();
    auto found = counters_.find(thread);
    if (found == counters_.end()) {
      Counter counter{oracle_.empty_tally(), Reports(oracle_.report_bytes())};
      found = counters_.emplace(thread, std::move(counter)).first;  // others stay where they are
    }
    return found->second;
  }
  // When all threads have ended.
  Tally sum() && {
    if (counters_.empty()) return oracle_.empty_tally();
    Tally total = std::move(counters_.begin()->second.tally);
    for (auto next = std::next(counters_.begin()); next != counters_.end(); ++next) merge(total, next->second.tally);
    return total;
  }

 private:
  const Oracle& oracle_;
  std::mutex mutex_;
  std::unordered_map<std::thread::id, Counter> counters_;
};

void tally_block(const Oracle& oracle, Block& block, Counter& counter) {
  Reports& reports = block.claim.place ? counter.reports : block.reports;
  block.claim.settle(reports);
  try {
    oracle.tally(reports, counter.tally);
  } catch (const Error& error) {
    throw Error(error.code(),
                fmt::format("{}, block {}: {}", block.claim.input->name(), block.claim.number, error.what()),
                error.hint());
  }
}

}  // namespace

std::uint64_t randomize_values(ValueSource& values, const Oracle& oracle, const RandomSource& random,
                               ReportWriter& writer, std::size_t threads) {
  if (writer.header().spec != oracle.spec() || writer.header().is_private != random.is_private()) {
    throw Error(ErrorCode::internal, "the report file's header does not describe the reports to be written");
  }
  const std::uint64_t before = writer.reports();
  const std::size_t chunk_values = reports_per_block(oracle.report_bytes());
  std::uint64_t first_report = before;
  const auto read = [&](Chunk& chunk) {
    chunk.values = values.next(chunk_values, chunk.room);
    if (chunk.values.empty()) return false;
    chunk.first_report = first_report;
    first_report += chunk.values.size();
    return true;
  };
  const auto randomize = [&](Chunk& chunk) {
    chunk.reports.clear();
    random.with_stream(chunk.first_report, [&](Random& stream) {
      oracle.randomize(chunk.values, stream, chunk.reports, chunk.first_report - before);
    });
    chunk.crc = crc32c(chunk.reports.bytes());
  };
  const auto write = [&](Chunk& chunk) { writer.write_block(chunk.reports, chunk.crc); };
  ordered_pipeline<Chunk>(threads, {{}, {}, 0, Reports(oracle.report_bytes())}, read, randomize, write,
                          [&] { return values.help(); });
  return writer.reports() - before;
}

Aggregate aggregate_reports(const std::vector<std::string>& paths, const AggregateOptions& options) {
  BlockSource source(paths, options.torn);
  const auto oracle = make_oracle(source.header().spec);
  Counters counters(*oracle);
  const auto read = [&](Block& block) { return source.next(block); };
  const auto add = [&](Block& block) { tally_block(*oracle, block, counters.of_this_thread()); };
  ordered_pipeline<Block>(options.threads, {Reports(oracle->report_bytes())}, read, add,
                          [](Block& block) { block.claim = {}; });  // its file may be closed
  return {{std::move(counters).sum(), source.header().collection, source.header().is_private}, source.torn()};
}

}  // namespace sourdine
