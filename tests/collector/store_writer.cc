// store_writer URL COLLECTION [--batches N] [--reports N] [--group N] [--planted-no-sync] [--quiet]
//
// Commits batches one group after the other and prints, once each is durable, "counted KEY REPORTS" (a failure is
// "failed KEY", and the group is tried again after a moment). For tests that kill it or take its disk away, and to see
// how fast a store is: at the end, "rate BATCHES_PER_SECOND REPORTS_PER_SECOND PROCESSOR_SHARE".
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <ctime>
#include <iostream>
#include <thread>

#include "collector/store_cases.h"
#include "sourdine/base/error.h"
#include "sourdine/collector/store/sqlite_store.h"

namespace {

using namespace sourdine;  // NOLINT(google-build-using-namespace)

struct WriterOptions {
  std::string url, collection;
  std::uint64_t batches = UINT64_MAX, reports = 3, group = 1;
  bool is_durable = true, is_quiet = false;
};

std::uint64_t parse_count(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) fail_usage(fmt::format("'{}' is no number", text));
  return number;
}

WriterOptions parse_options(const std::vector<std::string>& words) {
  if (words.size() < 2) fail_usage("store_writer URL COLLECTION [options]");
  WriterOptions options{.url = words[0], .collection = words[1]};
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (words[i] == "--planted-no-sync")
      options.is_durable = false;
    else if (words[i] == "--quiet")
      options.is_quiet = true;
    else if (i + 1 == words.size())
      fail_usage(fmt::format("{} needs a number", words[i]));
    else if (words[i] == "--batches")
      options.batches = parse_count(words[++i]);
    else if (words[i] == "--reports")
      options.reports = parse_count(words[++i]);
    else if (words[i] == "--group")
      options.group = parse_count(words[++i]);
    else
      fail_usage(fmt::format("unknown option {}", words[i]));
  }
  return options;
}

std::unique_ptr<Store> open_for(const WriterOptions& options) {
  if (options.is_durable) return open_store(options.url);
  return open_sqlite_store(options.url.substr(std::string_view("sqlite:").size()), /*is_durable=*/false);
}

std::shared_ptr<const Collection> find_or_create(Store& store, const std::string& id) {
  for (int tries = 0; tries < 2; ++tries) {
    for (const auto& collection : store.collections()) {
      if (collection->id == id) return collection;
    }
    try {
      store.create_collection(*testing::some_collection(id));
    } catch (const Error& error) {  // another writer was faster
      if (error.code() != ErrorCode::bad_input) throw;
    }
  }
  fail_internal("no collection");
}

// By one system call, so that a kill leaves whole lines.
void say(const std::string& lines) {
  if (::write(STDOUT_FILENO, lines.data(), lines.size()) != static_cast<ssize_t>(lines.size())) std::exit(1);
}

bool commit_group(Store& store, const std::vector<Batch>& group, bool is_quiet) {
  std::string lines;
  try {
    const std::vector<BatchOutcome> outcomes = store.commit(group);
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (outcomes[i] != BatchOutcome::counted && outcomes[i] != BatchOutcome::repeated) {
        fail_internal("a batch was refused");
      }
      lines += fmt::format("counted {} {}\n", to_text(group[i].key), group[i].reports);
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io) throw;
    say(fmt::format("failed {}\n", to_text(group.front().key)));
    std::cerr << error.what() << '\n';
    return false;
  }
  if (!is_quiet) say(lines);
  return true;
}

void write_batches(const WriterOptions& options) {
  const std::unique_ptr<Store> store = open_for(options);
  const std::shared_ptr<const Collection> collection = find_or_create(*store, options.collection);
  const Batch sample = testing::some_batch(collection, testing::unix_now(), options.reports);
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t processor = std::clock();
  std::uint64_t done = 0;
  while (done < options.batches) {
    std::vector<Batch> group(std::min(options.group, options.batches - done), sample);
    for (Batch& batch : group) {
      batch.received = testing::unix_now();
      batch.key = make_batch_key(batch.received);
    }
    while (!commit_group(*store, group, options.is_quiet)) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    done += group.size();
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double used = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  const double rate = static_cast<double>(done) / seconds;
  say(fmt::format("rate {:.0f} {:.0f} {:.2f}\n", rate, rate * static_cast<double>(options.reports), used / seconds));
}

}  // namespace

int main(int count, char** words) {
  try {
    write_batches(parse_options({words + 1, words + count}));
  } catch (const std::exception& error) {
    std::cerr << "store_writer: " << error.what() << '\n';
    return 1;
  }
}
