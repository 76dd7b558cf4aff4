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

constexpr std::uint64_t nano = 1'000'000'000;

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

std::uint64_t parse_nano(const std::string& text) {
  const std::size_t point = text.find('.');
  if (point == std::string::npos || text.size() - point != 10 || point > 10) throw std::invalid_argument("epsilon");
  for (const char c : text) {
    if (c != '.' && (c < '0' || c > '9')) throw std::invalid_argument("epsilon");
  }
  return std::stoull(text.substr(0, point)) * nano + std::stoull(text.substr(point + 1));
}

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
                        .nano_epsilon = parse_nano(json.at("epsilon").get<std::string>()),
                        .unit = json.at("unit"),
                        .is_private = json.at("private")};
      if (json.contains("budget")) entry.budget = parse_nano(json.at("budget").get<std::string>());
      entries.push_back(std::move(entry));
    } catch (const std::exception&) {
      fail_input(fmt::format("line {} of the ledger '{}' is damaged", entries.size() + 1, path),
                 "What was spent is not known any more; restore the file from a copy.");
    }
    position = end + 1;
  }
  return entries;
}

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

void refuse_overspending(const std::vector<LedgerEntry>& entries, const LedgerEntry& entry, const std::string& path) {
  const LedgerTotal spent = total_of(entries, entry.dataset);
  const auto budget = entry.budget ? entry.budget : spent.budget;
  if (!budget || Wide{spent.nano_epsilon} + entry.nano_epsilon <= *budget) return;
  const std::uint64_t left = *budget - std::min(*budget, spent.nano_epsilon);
  throw Error(
      ErrorCode::budget_refused,
      fmt::format("the budget of data set '{}' is epsilon {}; {} is spent and this would cost {}", entry.dataset,
                  nano_text(*budget), nano_text(spent.nano_epsilon), nano_text(entry.nano_epsilon)),
      fmt::format("{} is left; the ledger is '{}', and who may raise the budget gives a new one.",
                  left == 0 ? "Nothing" : "At most " + nano_text(left), path));
}

std::string ledger_line(const LedgerEntry& entry) {
  nlohmann::ordered_json json = {{"date", entry.date},       {"dataset", entry.dataset},
                                 {"purpose", entry.purpose}, {"epsilon", nano_text(entry.nano_epsilon)},
                                 {"unit", entry.unit},       {"private", entry.is_private}};
  if (entry.budget) json["budget"] = nano_text(*entry.budget);
  const std::string line = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (line.size() > max_line_bytes) {
    fail_input(fmt::format("the ledger's entry for '{}' would take more than {} bytes", entry.dataset, max_line_bytes),
               "Give the data set and the output shorter names.");
  }
  return line + "\n";
}

}  // namespace

std::uint64_t nano_epsilon(double epsilon) {
  if (!(epsilon >= 0 && epsilon <= 1e9)) {
    fail_input(fmt::format("a ledger cannot hold epsilon {}", epsilon), "It must lie between 0 and 10^9.");
  }
  // 1.1 · 10^9 is 1100000000.0000002 in doubles: what their own rounding adds is not rounded up.
  const double scaled = epsilon * static_cast<double>(nano);
  const double near = std::round(scaled);
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * scaled;
  return static_cast<std::uint64_t>(std::abs(scaled - near) <= rounding ? near : std::ceil(scaled));
}

std::string nano_text(std::uint64_t nano_epsilon) {
  return fmt::format("{}.{:09}", nano_epsilon / nano, nano_epsilon % nano);
}

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
    total.nano_epsilon = saturating_sum(total.nano_epsilon, entry.nano_epsilon);
    if (!entry.is_private) ++total.not_private;
  }
  return total;
}

std::vector<LedgerEntry> read_ledger(const std::string& path, const StopToken& stop) {
  const auto file = LockedFile::open(path, Access::reading, false, stop);
  return file ? parse(file->text(), path) : std::vector<LedgerEntry>();
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
