#include "sourdine/range/stream_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/base/file_lock.h"
#include "sourdine/range/range_file.h"

namespace sourdine {

std::unique_ptr<StreamCounter> load_stream(const std::string& path) {
  std::unique_ptr<RangeStructure> structure = load_range(path);
  auto* const stream = dynamic_cast<StreamCounter*>(structure.get());
  if (stream == nullptr) {
    fail_input(fmt::format("'{}' is no stream: it holds a structure of kind '{}'", path, structure->kind()),
               "'sourdine range query' asks it.");
  }
  static_cast<void>(structure.release());  // the stream takes it over
  return std::unique_ptr<StreamCounter>(stream);
}

void create_stream_file(const std::string& path, const std::function<void()>& write) {
  const FileLock lock(path, FileLock::Absent::created);
  if (!lock.is_empty()) {
    fail_input(fmt::format("'{}' is there already, and a stream is not begun twice", path),
               "Append to it, or choose another file.");
  }
  lock.keep_for_owner();
  try {
    write();
  } catch (...) {
    std::error_code ignored;
    if (std::filesystem::is_empty(path, ignored)) std::filesystem::remove(path, ignored);
    throw;
  }
}

std::unique_ptr<StreamCounter> append_to_stream(const std::string& path, const NextCounts& next,
                                                const RandomSource& random) {
  const FileLock lock(path);
  std::unique_ptr<StreamCounter> stream = load_stream(path);
  if (stream->is_private() && !random.is_private()) {
    fail_input(fmt::format("'{}' is private, and seeded randomness would end that", path),
               "Leave the seed out, or try on a stream that was made with one.");
  }
  const std::vector<std::uint64_t> counts = next(*stream);
  random.with_stream(stream->size(), [&](Random& bits) { stream->push_all(counts, bits); });
  save_range(path, *stream);
  return stream;
}

}  // namespace sourdine
