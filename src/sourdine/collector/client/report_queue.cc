#include "sourdine/collector/client/report_queue.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/descriptor.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/stream.h"

namespace sourdine {
namespace {

constexpr std::string_view reports_ending = ".reports";
constexpr std::string_view batch_ending = ".batch";

void sync_folder(const std::string& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.is_open() || ::fsync(descriptor.number()) != 0) fail_write("'" + folder + "'", errno);
}

void make_folder(const std::string& folder) {
  if (::mkdir(folder.c_str(), S_IRWXU) == 0) {
    const auto above = std::filesystem::path(folder).parent_path().string();
    sync_folder(above.empty() ? "." : above);
    return;
  }
  if (errno != EEXIST) fail_system(fmt::format("cannot make the folder '{}'", folder), errno);
}

void move_file(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) fail_write("'" + to + "'", errno);
  sync_folder(std::filesystem::path(to).parent_path().string());
  sync_folder(std::filesystem::path(from).parent_path().string());
}

void remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail_write("'" + path + "'", errno);
  sync_folder(std::filesystem::path(path).parent_path().string());
}

std::string whole_file(const std::string& path) {
  InputFile input(path, StopToken::never());
  std::string bytes;
  for (;;) {
    const std::size_t from = bytes.size();
    bytes.resize(from + (std::size_t{1} << 16));
    const std::size_t got = input.read({reinterpret_cast<std::uint8_t*>(bytes.data() + from), bytes.size() - from});
    bytes.resize(from + got);
    if (got < std::size_t{1} << 16) return bytes;
  }
}

// "12.reports" → 12; nothing for files that are not ours.
std::optional<std::uint64_t> number_of(std::string_view name, std::string_view ending) {
  if (!name.ends_with(ending)) return std::nullopt;
  name.remove_suffix(ending.size());
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool is_number = failed == std::errc() && end == name.data() + name.size() && number != 0;
  return is_number && number < UINT64_MAX ? std::optional(number) : std::nullopt;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::uint64_t count_endings(const std::string& folder, std::string_view ending) {
  const auto names = names_in(folder);
  return static_cast<std::uint64_t>(
      std::count_if(names.begin(), names.end(), [ending](const std::string& name) { return name.ends_with(ending); }));
}

bool may_join(const WaitingHeader& file, const WaitingHeader& reports) {
  WaitingHeader same = file;
  same.due = reports.due;
  return same == reports;
}

std::string_view name_of(SetAside why) { return why == SetAside::refused ? "refused" : "uncertain"; }

}  // namespace

struct ReportQueue::OpenFile {
  WaitingHeader header;
  std::uint64_t count = 0;
  Descriptor descriptor = {};  // closed: nothing is added any more
  std::uint64_t bytes = 0;
  std::uint32_t crc = 0;
  bool is_taken_back = false;
};

ReportQueue::ReportQueue(std::string folder, bool is_durable) : folder_(std::move(folder)), is_durable_(is_durable) {
  if (folder_.empty()) fail_input("a queue needs a folder");
  while (folder_.size() > 1 && folder_.ends_with('/')) folder_.pop_back();
  make_folder(folder_);
  lock();
  try {
    for (const char* const place : {"waiting", "sending", "refused", "uncertain", "damaged"}) {
      make_folder(path_of(place, ""));
    }
    recover();
  } catch (const std::filesystem::filesystem_error& error) {
    ::close(lock_);
    fail_system(fmt::format("cannot read the queue '{}'", folder_), error.code().value());
  } catch (...) {
    ::close(lock_);
    throw;
  }
}

ReportQueue::~ReportQueue() { ::close(lock_); }

std::string ReportQueue::path_of(std::string_view place, const std::string& name) const {
  return name.empty() ? fmt::format("{}/{}", folder_, place) : fmt::format("{}/{}/{}", folder_, place, name);
}

void ReportQueue::lock() {
  const std::string path = folder_ + "/lock";
  lock_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (lock_ < 0) fail_system(fmt::format("cannot use the queue '{}'", folder_), errno);
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  const int why = errno;
  ::close(lock_);
  if (why != EWOULDBLOCK) fail_system(fmt::format("cannot lock the queue '{}'", folder_), why);
  fail_input(fmt::format("another process uses the queue '{}'", folder_),
             "One process reports at a time; give each its own folder.");
}

void ReportQueue::recover() {
  // What an AtomicFile leaves whose process died between its two names.
  for (const char* const place : {"sending", "refused", "uncertain", "damaged"}) {
    for (const std::string& name : names_in(path_of(place, ""))) {
      if (name.ends_with(".tmp")) remove_file(path_of(place, name));
    }
  }
  for (const std::string& name : names_in(path_of("sending", ""))) recover_sending(name);
  for (const std::string& name : names_in(path_of("waiting", ""))) recover_waiting(name);
}

void ReportQueue::move_damaged(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  std::string target = path_of("damaged", name);
  for (int copy = 2; std::filesystem::exists(target); ++copy) {
    target = path_of("damaged", fmt::format("{}-{}", copy, name));
  }
  move_file(path, target);
}

void ReportQueue::recover_sending(const std::string& name) {
  const auto number = number_of(name, batch_ending);
  if (!number) return;
  next_number_ = std::max(next_number_, *number + 1);
  const std::string path = path_of("sending", name);
  try {
    sending_[*number] = {read_batch_file("'" + path + "'", whole_file(path)).reports};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_input) throw;
    move_damaged(path);
  }
}

void ReportQueue::recover_taken_back(std::uint64_t number, const std::string& path) {
  try {
    const BatchFile batch = read_batch_file("'" + path + "'", whole_file(path));
    OpenFile& file = waiting_[number];
    file.header = {.collection = batch.collection, .fingerprint = {}, .period = batch.period, .due = {}};
    file.count = batch.reports;
    file.is_taken_back = true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_input) throw;
    move_damaged(path);
  }
}

void ReportQueue::recover_waiting(const std::string& name) {
  const auto refused = number_of(name, batch_ending);
  const auto number = refused ? refused : number_of(name, reports_ending);
  if (!number) return;
  next_number_ = std::max(next_number_, *number + 1);
  const std::string path = path_of("waiting", name);
  // A batch was made of it, and may have been sent.
  if (sending_.contains(*number)) return remove_file(path);
  if (refused) return recover_taken_back(*number, path);
  std::optional<WaitingFile> file;
  try {
    file = read_waiting_file("'" + path + "'", whole_file(path));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_input) throw;
    return move_damaged(path);
  }
  // Cut inside its header: made by a process that died at once. Or damaged so that it looks like that; who knows.
  if (!file && std::filesystem::file_size(path) != 0) return move_damaged(path);
  if (!file || (file->count == 0 && !file->is_damaged)) return remove_file(path);
  if (file->is_damaged) {
    const std::string copy = path_of("damaged", fmt::format("{}-behind-{}", name, file->whole_bytes));
    AtomicFile kept(copy, StopToken::never());
    kept.append(whole_file(path));
    kept.commit();
  }
  if (file->count == 0) return remove_file(path);
  Descriptor descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  const auto end = static_cast<off_t>(file->whole_bytes);
  if (!descriptor.is_open() || ::ftruncate(descriptor.number(), end) != 0 ||
      ::lseek(descriptor.number(), end, SEEK_SET) != end || ::fsync(descriptor.number()) != 0) {
    fail_write("'" + path + "'", errno);
  }
  waiting_[*number] = {std::move(file->header), file->count, std::move(descriptor), file->whole_bytes, file->crc};
}

QueueCounts ReportQueue::counts() const {
  QueueCounts counts;
  for (const auto& [number, file] : waiting_) counts.waiting += file.count;
  for (const auto& [number, batch] : sending_) counts.sending += batch.reports;
  counts.refused = count_endings(path_of("refused", ""), batch_ending);
  counts.uncertain = count_endings(path_of("uncertain", ""), batch_ending);
  counts.damaged = names_in(path_of("damaged", "")).size();
  return counts;
}

ReportQueue::OpenFile& ReportQueue::file_for(const WaitingHeader& header, const Room& room) {
  for (auto at = waiting_.rbegin(); at != waiting_.rend(); ++at) {
    OpenFile& file = at->second;
    if (!file.descriptor.is_open() || file.count >= room.max_reports || !may_join(file.header, header)) continue;
    if (room.joins_due || room.now < file.header.due) return file;
  }
  const std::uint64_t number = next_number_++;
  const std::string path = path_of("waiting", fmt::format("{}{}", number, reports_ending));
  Descriptor descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!descriptor.is_open()) fail_write("'" + path + "'", errno);
  const std::string bytes = encode_waiting_header(header);
  if (!descriptor.write_all(as_bytes(bytes))) {
    const int why = errno;
    ::unlink(path.c_str());
    fail_write("'" + path + "'", why);
  }
  if (is_durable_) sync_folder(path_of("waiting", ""));
  // Checksums leave out other checksums, that of the header included.
  const std::uint32_t crc = crc_of_header(bytes);
  return waiting_[number] = {header, 0, std::move(descriptor), bytes.size(), crc};
}

void ReportQueue::add(const WaitingHeader& header, std::span<const std::uint8_t> reports, std::uint64_t count,
                      const Room& room) {
  const std::size_t each = header.report_bytes;
  if (reports.size() != each * count || room.max_reports == 0) fail_internal("reports that are none are queued");
  const std::string_view bytes(reinterpret_cast<const char*>(reports.data()), reports.size());
  for (std::uint64_t done = 0; done < count;) {
    OpenFile& file = file_for(header, room);
    const std::uint64_t some = std::min(count - done, room.max_reports - file.count);
    std::uint32_t crc = file.crc;
    std::string written;
    for (std::uint64_t i = done; i < done + some; ++i)
      written += encode_waiting_report(bytes.substr(i * each, each), crc);
    if (!file.descriptor.write_all(as_bytes(written)) || (is_durable_ && ::fdatasync(file.descriptor.number()) != 0)) {
      const int why = errno;
      // What the disk has of it is not known: nothing more goes into this file.
      const bool is_cut = ::ftruncate(file.descriptor.number(), static_cast<off_t>(file.bytes)) == 0;
      if (is_cut) ::fsync(file.descriptor.number());
      file.descriptor.close();
      const auto same = [&](const auto& one) { return &one.second == &file; };
      const auto found = std::find_if(waiting_.begin(), waiting_.end(), same);
      const std::uint64_t number = found->first;
      if (file.count == 0) drop_waiting(number);
      fail_write(fmt::format("the queue '{}'", folder_), why);
    }
    file.bytes += written.size();
    file.crc = crc;
    file.count += some;
    done += some;
  }
}

std::optional<ReportQueue::Waiting> ReportQueue::first_waiting() const {
  std::optional<Waiting> first;
  for (const auto& [number, file] : waiting_) {
    if (!first || file.header.due < first->header.due) {
      first = Waiting{number, file.header, file.count, file.is_taken_back};
    }
  }
  return first;
}

std::string ReportQueue::close_waiting(std::uint64_t number) {
  OpenFile& file = waiting_.at(number);
  file.descriptor.close();
  const std::string path = waiting_path(number);
  auto read = read_waiting_file("'" + path + "'", whole_file(path));
  if (!read || read->header != file.header || read->count != file.count) {
    fail_input(fmt::format("'{}' is not as it was when it was written", path),
               "Something else changed it; the queue's next opening keeps what can be read.");
  }
  return std::move(read->reports);
}

void ReportQueue::begin(std::uint64_t number, const BatchFile& batch) {
  AtomicFile file(path_of("sending", fmt::format("{}{}", number, batch_ending)), StopToken::never());
  file.append(encode_batch_file(batch));
  file.commit();
  sending_[number] = {batch.reports};
  drop_waiting(number);
}

std::string ReportQueue::waiting_path(std::uint64_t number) const {
  const bool is_batch = waiting_.at(number).is_taken_back;
  return path_of("waiting", fmt::format("{}{}", number, is_batch ? batch_ending : reports_ending));
}

void ReportQueue::drop_waiting(std::uint64_t number) {
  const std::string path = waiting_path(number);
  waiting_.erase(number);
  remove_file(path);
}

BatchFile ReportQueue::read_taken_back(std::uint64_t number) const {
  const std::string path = waiting_path(number);
  return read_batch_file("'" + path + "'", whole_file(path));
}

std::optional<std::uint64_t> ReportQueue::first_sending() const {
  return sending_.empty() ? std::nullopt : std::optional(sending_.begin()->first);
}

BatchFile ReportQueue::read_sending(std::uint64_t number) const {
  const std::string path = path_of("sending", fmt::format("{}{}", number, batch_ending));
  return read_batch_file("'" + path + "'", whole_file(path));
}

void ReportQueue::acknowledge(std::uint64_t number) {
  sending_.erase(number);
  remove_file(path_of("sending", fmt::format("{}{}", number, batch_ending)));
}

std::string ReportQueue::set_aside(std::uint64_t number, SetAside why, const std::string& text) {
  const std::string key = read_sending(number).key;
  AtomicFile reason(path_of(name_of(why), key + ".txt"), StopToken::never());
  reason.append(text);
  reason.commit();
  std::string path = path_of(name_of(why), key + std::string(batch_ending));
  move_file(path_of("sending", fmt::format("{}{}", number, batch_ending)), path);
  sending_.erase(number);
  return path;
}

std::uint64_t ReportQueue::take_back_refused() {
  std::uint64_t taken = 0;
  for (const std::string& name : names_in(path_of("refused", ""))) {
    if (!name.ends_with(batch_ending)) continue;
    const std::string path = path_of("refused", name);
    const std::uint64_t number = next_number_++;
    const std::string target = path_of("waiting", fmt::format("{}{}", number, batch_ending));
    move_file(path, target);
    remove_file(path_of("refused", name.substr(0, name.size() - batch_ending.size()) + ".txt"));
    recover_taken_back(number, target);
    ++taken;
  }
  return taken;
}

}  // namespace sourdine
