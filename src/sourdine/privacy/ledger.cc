#include "sourdine/privacy/ledger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/descriptor.h"
#include "sourdine/base/error.h"
#include "sourdine/base/stream.h"
#include "sourdine/base/wide.h"

namespace sourdine {
namespace {

// Bounds on what a file that nobody vouches for can make us hold.
constexpr std::size_t max_line_bytes = std::size_t{1} << 16;
constexpr off_t max_ledger_bytes = off_t{1} << 28;

[[noreturn]] void fail_ledger(const std::string& what, const std::string& path, int error_number) {
  fail_system(fmt::format("cannot {} the ledger '{}'", what, path), error_number);
}

enum class Access { reading, charging };

// The open, locked file; closing it gives the lock back.
class LockedFile {
 public:
  // Nothing when the file is not there and `may_create` is false.
  static std::optional<LockedFile> open(const std::string& path, Access access, bool may_create,
                                        const StopToken& stop) {
    const int mode = access == Access::reading ? O_RDONLY | O_NONBLOCK : O_RDWR | O_APPEND | O_NONBLOCK;
    Descriptor descriptor(::open(path.c_str(), mode | O_CLOEXEC | (may_create ? O_CREAT : 0), 0644));
    if (!descriptor.is_open() && errno == ENOENT && !may_create) return std::nullopt;
    if (!descriptor.is_open()) fail_ledger("open", path, errno);
    // Who holds the lock gives it back in an instant; a wait inside flock() could not be stopped.
    while (::flock(descriptor.number(), (access == Access::reading ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
      if (errno != EINTR && errno != EWOULDBLOCK) fail_ledger("lock", path, errno);
      stop.check();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return LockedFile(path, std::move(descriptor));
  }

  std::string text() const {
    struct stat about = {};
    if (::fstat(descriptor_.number(), &about) != 0) fail_ledger("read", path_, errno);
    if (!S_ISREG(about.st_mode)) fail_input(fmt::format("the ledger '{}' is not a file", path_));
    if (about.st_size > max_ledger_bytes) {
      fail_input(fmt::format("the ledger '{}' is longer than {} bytes", path_, max_ledger_bytes));
    }
    std::string text(static_cast<std::size_t>(about.st_size), '\0');
    std::size_t have = 0;
    while (have < text.size()) {
      const ssize_t got =
          ::pread(descriptor_.number(), text.data() + have, text.size() - have, static_cast<off_t>(have));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail_ledger("read", path_, errno);
      if (got == 0) fail_input(fmt::format("the ledger '{}' became shorter while it was read", path_));
      have += static_cast<std::size_t>(got);
    }
    return text;
  }

  // All of the line or nothing.
  void append(const std::string& line) {
    const off_t before = ::lseek(descriptor_.number(), 0, SEEK_END);
    if (descriptor_.write_all(as_bytes(line)) && ::fsync(descriptor_.number()) == 0) return;
    const int reason = errno;
    if (::ftruncate(descriptor_.number(), before) != 0) {
      // The half line stays; read_ledger() will name it.
    }
    fail_ledger("write", path_, reason);
  }

 private:
  LockedFile(std::string path, Descriptor descriptor) : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

  std::string path_;
  Descriptor descriptor_;
};

std::vector<LedgerEntry> parse(const std::string& text, const std::string& path) {
  std::vector<LedgerEntry> entries;
  std::size_t position = 0;
  while (position < text.size()) {
    const std::size_t end = text.find('\n', position);
    const std::string_view line =
        std::string_view(text).substr(position, end == std::string::npos ? end : end - position);
    try {
      if (end == std::string::npos) throw std::invalid_argument("torn");
      if (line.size() > max_line_bytes) throw std::invalid_argument("too long");
      const auto json = parse_bounded_json(line);
      LedgerEntry entry{.date = json.at("date"),
                        .dataset = json.at("dataset"),
                        .purpose = json.at("purpose"),
                        .epsilon = ExactEpsilon::parse(json.at("epsilon").get<std::string>()),
                        .unit = json.at("unit"),
                        .is_private = json.at("private")};
      if (json.contains("budget")) entry.budget = ExactEpsilon::parse(json.at("budget").get<std::string>());
      entries.push_back(std::move(entry));
    } catch (const std::exception&) {
      fail_input(fmt::format("line {} of the ledger '{}' is damaged", entries.size() + 1, path),
                 "What was spent is not known any more; restore the file from a copy.");
    }
    position = end + 1;
  }
  return entries;
}

void refuse_overspending(const std::vector<LedgerEntry>& entries, const LedgerEntry& entry, const std::string& path) {
  const LedgerTotal spent = total_of(entries, entry.dataset);
  const auto budget = entry.budget ? entry.budget : spent.budget;
  if (!budget || spent.epsilon + entry.epsilon <= *budget) return;
  const ExactEpsilon left{budget->nano - std::min(*budget, spent.epsilon).nano};
  throw Error(ErrorCode::budget_refused,
              fmt::format("the budget of data set '{}' is epsilon {}; {} is spent and this would cost {}",
                          entry.dataset, budget->text(), spent.epsilon.text(), entry.epsilon.text()),
              fmt::format("{} is left; the ledger is '{}', and who may raise the budget gives a new one.",
                          left.nano == 0 ? "Nothing" : "At most " + left.text(), path));
}

std::string ledger_line(const LedgerEntry& entry) {
  nlohmann::ordered_json json = {{"date", entry.date},       {"dataset", entry.dataset},
                                 {"purpose", entry.purpose}, {"epsilon", entry.epsilon.text()},
                                 {"unit", entry.unit},       {"private", entry.is_private}};
  if (entry.budget) json["budget"] = entry.budget->text();
  const std::string line = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (line.size() > max_line_bytes) {
    fail_input(fmt::format("the ledger's entry for '{}' would take more than {} bytes", entry.dataset, max_line_bytes),
               "Give the data set and the output shorter names.");
  }
  return line + "\n";
}

}  // namespace

std::string dataset_of_ledger(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  if (name.size() > ledger_ending.size() && name.ends_with(ledger_ending)) {
    return name.substr(0, name.size() - ledger_ending.size());
  }
  return std::filesystem::path(name).stem().string();
}

LedgerTotal total_of(const std::vector<LedgerEntry>& entries, const std::string& dataset) {
  LedgerTotal total;
  for (const LedgerEntry& entry : entries) {
    if (entry.dataset != dataset) continue;
    total.units.insert(entry.unit);
    if (entry.budget) total.budget = entry.budget;
    ++total.entries;
    total.epsilon = total.epsilon + entry.epsilon;
    if (!entry.is_private) ++total.not_private;
  }
  return total;
}

std::vector<LedgerEntry> read_ledger(const std::string& path, const StopToken& stop) {
  const auto file = LockedFile::open(path, Access::reading, false, stop);
  return file ? parse(file->text(), path) : std::vector<LedgerEntry>();
}

void require_budget(const std::string& path, const LedgerEntry& entry, const StopToken& stop) {
  refuse_overspending(read_ledger(path, stop), entry, path);
}

LedgerTotal charge(const std::string& path, const LedgerEntry& entry, const StopToken& stop) {
  const std::string line = ledger_line(entry);
  // A ledger that is not there yet is made when the first charge is known to be allowed: a refusal leaves no file.
  auto file = LockedFile::open(path, Access::charging, false, stop);
  if (!file) {
    refuse_overspending({}, entry, path);
    file = LockedFile::open(path, Access::charging, true, stop);
  }
  std::vector<LedgerEntry> entries = parse(file->text(), path);
  refuse_overspending(entries, entry, path);
  file->append(line);
  entries.push_back(entry);
  return total_of(entries, entry.dataset);
}

}  // namespace sourdine
