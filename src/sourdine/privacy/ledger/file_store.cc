#include "sourdine/privacy/ledger/file_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "sourdine/base/descriptor.h"
#include "sourdine/base/error.h"
#include "sourdine/base/stream.h"

namespace sourdine {
namespace {

// A bound on what a file that nobody vouches for can make us hold.
constexpr off_t max_ledger_bytes = off_t{1} << 28;
constexpr off_t max_head_bytes = 4096;
constexpr mode_t ledger_mode = 0644;

[[noreturn]] void fail_ledger(const std::string& what, const std::string& path, int error_number) {
  fail_system(fmt::format("cannot {} the ledger '{}'", what, path), error_number);
}

enum class LedgerAccess { reading, appending };

std::string text_of(const Descriptor& descriptor, const std::string& path, off_t largest) {
  struct stat about = {};
  if (::fstat(descriptor.number(), &about) != 0) fail_ledger("read", path, errno);
  if (!S_ISREG(about.st_mode)) fail_input(fmt::format("the ledger '{}' is not a file", path));
  if (about.st_size > largest) fail_input(fmt::format("the ledger '{}' is longer than {} bytes", path, largest));
  std::string text(static_cast<std::size_t>(about.st_size), '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t got = ::pread(descriptor.number(), text.data() + have, text.size() - have, static_cast<off_t>(have));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_ledger("read", path, errno);
    if (got == 0) fail_input(fmt::format("the ledger '{}' became shorter while it was read", path));
    have += static_cast<std::size_t>(got);
  }
  return text;
}

std::optional<LedgerHead> read_head(const std::string& ledger) {
  const std::string path = head_path(ledger);
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open() && errno == ENOENT) return std::nullopt;
  if (!file.is_open()) fail_ledger("open the head of", ledger, errno);
  try {
    return parse_head(text_of(file, path, max_head_bytes));
  } catch (const Error& error) {
    fail_input(fmt::format("'{}' is not the head of a ledger: {}", path, error.what()),
               "Restore it from a copy, or make it again: 'sourdine ledger verify --restore-head'.");
  }
}

// Without it no ledger could be begun either: whoever asks is told so, and not only whoever pays.
bool has_folder(const std::string& path) {
  const int error_number = errno;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const bool has = folder.empty() || ::access(folder.c_str(), F_OK) == 0;
  errno = error_number;
  return has;
}

// The open, locked file; closing it gives the lock back.
class LockedLedger {
 public:
  // Nothing when the file is not there and `may_create` is false.
  static std::optional<LockedLedger> open(const std::string& path, LedgerAccess access, bool may_create,
                                          const StopToken& stop) {
    const bool is_read = access == LedgerAccess::reading;
    const int mode = (is_read ? O_RDONLY : O_RDWR | O_APPEND) | O_NONBLOCK | O_CLOEXEC;
    Descriptor descriptor(::open(path.c_str(), mode | (may_create ? O_CREAT : 0), ledger_mode));
    if (!descriptor.is_open() && errno == ENOENT && !may_create && has_folder(path)) return std::nullopt;
    if (!descriptor.is_open()) fail_ledger("open", path, errno);
    // Who holds the lock gives it back in an instant; a wait inside flock() could not be stopped.
    while (::flock(descriptor.number(), (is_read ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
      if (errno != EINTR && errno != EWOULDBLOCK) fail_ledger("lock", path, errno);
      stop.check();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return LockedLedger(path, std::move(descriptor));
  }

  StoredLines read() {
    StoredLines stored;
    const std::string text = text_of(descriptor_, path_, max_ledger_bytes);
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
      stored.lines.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    stored.has_torn_end = begin < text.size();
    torn_at_ = stored.has_torn_end ? std::optional(static_cast<off_t>(begin)) : std::nullopt;
    stored.head = read_head(path_);
    return stored;
  }

  // All of the lines, on the disk, or nothing. What a crash left unfinished at the end goes.
  void append(const std::string& lines) const {
    if (torn_at_ && ::ftruncate(descriptor_.number(), *torn_at_) != 0) fail_ledger("write", path_, errno);
    const off_t before = ::lseek(descriptor_.number(), 0, SEEK_END);
    if (descriptor_.write_all(as_bytes(lines)) && ::fsync(descriptor_.number()) == 0) return;
    const int reason = errno;
    if (::ftruncate(descriptor_.number(), before) != 0) {
      // The half line stays; whoever reads it next knows that the head does not count it.
    }
    fail_ledger("write", path_, reason);
  }

  void write_head(const LedgerHead& head) const {
    const std::string target = head_path(path_);
    const std::string fresh = target + ".new";  // one name, since the ledger is locked: a crash leaves one such file
    {
      const Descriptor file(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, ledger_mode));
      if (!file.is_open() || !file.write_all(as_bytes(head_text(head))) || ::fsync(file.number()) != 0) {
        fail_ledger("write the head of", path_, errno);
      }
    }
    if (std::rename(fresh.c_str(), target.c_str()) != 0) fail_ledger("write the head of", path_, errno);
    flush_folder(target);
  }

 private:
  LockedLedger(std::string path, Descriptor descriptor) : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

  // A rename, and a file that was made, are on the disk only when their folder is.
  void flush_folder(const std::string& target) const {
    const auto parent = std::filesystem::path(target).parent_path();
    const Descriptor folder(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // Some file systems have nothing to flush for a directory and say so with EINVAL.
    if (!folder.is_open() || (::fsync(folder.number()) != 0 && errno != EINVAL)) {
      fail_ledger("write the head of", path_, errno);
    }
  }

  std::string path_;
  Descriptor descriptor_;
  std::optional<off_t> torn_at_;  // where the unfinished line begins that was read
};

class FileLedgerStore final : public LedgerStore {
 public:
  explicit FileLedgerStore(const std::string& path) : path_(path), name_("'" + path + "'") {}

  const std::string& name() const override { return name_; }

  StoredLines read(const StopToken& stop) override {
    auto file = LockedLedger::open(path_, LedgerAccess::reading, false, stop);
    return file ? file->read() : without_file();
  }

  void append(const std::function<NewLines(const StoredLines&)>& next, const StopToken& stop) override {
    auto file = LockedLedger::open(path_, LedgerAccess::appending, false, stop);
    if (!file) {
      next(without_file());  // a refusal leaves no file
      file = LockedLedger::open(path_, LedgerAccess::appending, true, stop);
    }
    const StoredLines stored = file->read();
    const NewLines lines = next(stored);
    // The head is there before the first line that is chained: lines without one have lost it.
    if (!stored.head) file->write_head(lines.before);
    std::string text;
    for (const std::string& line : lines.texts) text += line + "\n";
    file->append(text);
    file->write_head(lines.after);
  }

  void restore_head(const std::function<LedgerHead(const StoredLines&)>& next, const StopToken& stop) override {
    auto file = LockedLedger::open(path_, LedgerAccess::appending, false, stop);
    if (!file) fail_input(fmt::format("there is no ledger {}", name_));
    file->write_head(next(file->read()));
  }

 private:
  // A head without a ledger tells that there was one.
  StoredLines without_file() const { return {.head = read_head(path_), .is_there = false}; }

  std::string path_;
  std::string name_;
};

}  // namespace

std::string head_path(const std::string& path) {
  std::error_code ignored;
  const auto followed = std::filesystem::canonical(path, ignored);
  return (ignored ? path : followed.string()) + ".head";
}

std::unique_ptr<LedgerStore> file_ledger_store(const std::string& path) {
  return std::make_unique<FileLedgerStore>(path);
}

}  // namespace sourdine
