// A disk that forgets what was not synced: a library for LD_PRELOAD. Everything that changes files in LOSSY_DISK_DIR is
// done, and written down in LOSSY_DISK_LOG in the order in which it was done, syncs included; power_loss.py makes from
// that what a power cut would have left. While the file LOSSY_DISK_FULL exists, no byte is written there: half a write
// succeeds, and the next fails with ENOSPC.
//
// A record: operation (1 byte), length of the name (u32), offset (u64), length of the data (u64), name, data.
//   C created   W written at offset   T cut or extended to offset   S synced   U unlinked   R renamed to <data>
// Shared memory (-shm) is no file to be kept, and is left out.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace {

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

class Disk {
 public:
  static Disk& instance() {
    static Disk* disk = new Disk;  // other libraries' files are closed after ours would be gone
    return *disk;
  }

  bool holds(std::string_view path) const {
    return !folder_.empty() && path.starts_with(folder_) && !path.ends_with("-shm");
  }

  std::string name_of(int descriptor) {
    const std::lock_guard lock(mutex_);
    const auto found = names_.find(descriptor);
    return found == names_.end() ? std::string() : found->second;
  }
  void opened(int descriptor, const std::string& path) {
    const std::lock_guard lock(mutex_);
    names_[descriptor] = path;
  }
  void closed(int descriptor) {
    const std::lock_guard lock(mutex_);
    names_.erase(descriptor);
  }

  // Before it is done: a kill in between leaves a record too many, of something that nobody was told of.
  void note(char operation, std::string_view name, std::uint64_t offset = 0, std::string_view data = {}) {
    std::string record(1, operation);
    const auto number = [&record](std::uint64_t value, int bytes) {
      for (int i = 0; i < bytes; ++i) record.push_back(static_cast<char>(value >> (8 * i) & 0xFF));
    };
    number(name.size(), 4);
    number(offset, 8);
    number(data.size(), 8);
    record.append(name).append(data);
    const std::lock_guard lock(mutex_);
    if (real<ssize_t(int, const void*, std::size_t)>("write")(log_, record.data(), record.size()) !=
        static_cast<ssize_t>(record.size())) {
      std::abort();
    }
  }

  // How many of the bytes can be written: all, some or none (ENOSPC).
  std::size_t room_for(std::size_t bytes) {
    if (full_.empty() || ::access(full_.c_str(), F_OK) != 0) return bytes;
    const std::lock_guard lock(mutex_);
    is_half_ = !is_half_;
    return is_half_ ? bytes / 2 : 0;
  }

 private:
  Disk() : folder_(setting("LOSSY_DISK_DIR")), full_(setting("LOSSY_DISK_FULL")) {
    if (folder_.empty()) return;
    log_ = real<int(const char*, int, ...)>("open")(setting("LOSSY_DISK_LOG").c_str(),
                                                    O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (log_ < 0) std::abort();
  }

  std::string folder_, full_;
  int log_ = -1;
  std::mutex mutex_;
  std::map<int, std::string> names_;
  bool is_half_ = false;
};

std::string absolute(const char* path) {
  if (path[0] == '/') return path;
  std::array<char, PATH_MAX> here{};
  return ::getcwd(here.data(), here.size()) == nullptr ? path : std::string(here.data()) + "/" + path;
}

int open_noted(const char* function, const char* path, int flags, mode_t mode) {
  Disk& disk = Disk::instance();
  const std::string name = absolute(path);
  const bool is_held = disk.holds(name);
  if (is_held && (flags & O_CREAT) != 0 && ::access(path, F_OK) != 0) disk.note('C', name);
  const int descriptor = real<int(const char*, int, ...)>(function)(path, flags, mode);
  if (descriptor >= 0 && is_held) disk.opened(descriptor, name);
  if (descriptor >= 0 && is_held && (flags & O_TRUNC) != 0) disk.note('T', name);
  return descriptor;
}

// `write_some` writes the first bytes of the data as the program asked.
template <class Write>
ssize_t write_noted(const std::string& name, const void* data, std::size_t size, std::uint64_t offset,
                    const Write& write_some) {
  Disk& disk = Disk::instance();
  const std::size_t room = disk.room_for(size);
  if (room == 0 && size > 0) {
    errno = ENOSPC;
    return -1;
  }
  disk.note('W', name, offset, {static_cast<const char*>(data), room});
  return write_some(room);
}

int truncate_noted(const char* function, int descriptor, off_t size) {
  const std::string name = Disk::instance().name_of(descriptor);
  if (!name.empty()) Disk::instance().note('T', name, static_cast<std::uint64_t>(size));
  return real<int(int, off_t)>(function)(descriptor, size);
}

// After it is done: what was not synced when the program died was not.
int sync_noted(const char* function, int descriptor) {
  const int result = real<int(int)>(function)(descriptor);
  const std::string name = Disk::instance().name_of(descriptor);
  if (result == 0 && !name.empty()) Disk::instance().note('S', name);
  return result;
}

ssize_t pwrite_noted(const char* function, int descriptor, const void* data, std::size_t size, off_t offset) {
  const auto pwrite_real = real<ssize_t(int, const void*, std::size_t, off_t)>(function);
  const std::string name = Disk::instance().name_of(descriptor);
  if (name.empty()) return pwrite_real(descriptor, data, size, offset);
  return write_noted(name, data, size, static_cast<std::uint64_t>(offset),
                     [&](std::size_t some) { return pwrite_real(descriptor, data, some, offset); });
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return open_noted("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return open_noted("open64", path, flags, mode);
}

int close(int descriptor) {
  Disk::instance().closed(descriptor);
  return real<int(int)>("close")(descriptor);
}

ssize_t write(int descriptor, const void* data, std::size_t size) {
  const auto write_real = real<ssize_t(int, const void*, std::size_t)>("write");
  const std::string name = Disk::instance().name_of(descriptor);
  if (name.empty()) return write_real(descriptor, data, size);
  return write_noted(name, data, size, static_cast<std::uint64_t>(::lseek(descriptor, 0, SEEK_CUR)),
                     [&](std::size_t some) { return write_real(descriptor, data, some); });
}

ssize_t pwrite(int descriptor, const void* data, std::size_t size, off_t offset) {
  return pwrite_noted("pwrite", descriptor, data, size, offset);
}
ssize_t pwrite64(int descriptor, const void* data, std::size_t size, off_t offset) {
  return pwrite_noted("pwrite64", descriptor, data, size, offset);
}

int ftruncate(int descriptor, off_t size) noexcept { return truncate_noted("ftruncate", descriptor, size); }
int ftruncate64(int descriptor, off_t size) noexcept { return truncate_noted("ftruncate64", descriptor, size); }

int fsync(int descriptor) { return sync_noted("fsync", descriptor); }
int fdatasync(int descriptor) { return sync_noted("fdatasync", descriptor); }

int unlink(const char* path) noexcept {
  const std::string name = absolute(path);
  if (Disk::instance().holds(name)) Disk::instance().note('U', name);
  return real<int(const char*)>("unlink")(path);
}

int rename(const char* from, const char* to) noexcept {
  const std::string name = absolute(from);
  if (Disk::instance().holds(name)) Disk::instance().note('R', name, 0, absolute(to));
  return real<int(const char*, const char*)>("rename")(from, to);
}
}
