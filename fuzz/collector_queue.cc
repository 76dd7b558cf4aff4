// The files of a collector's client: any bytes are read without harm; what is read of reports that wait is what is
// there before the first damage, and what is accepted as a batch, written and read again, is the same batch.
#include <string>

#include "check.h"
#include "reseal.h"
#include "sourdine/base/error.h"
#include "sourdine/collector/client/queue_file.h"

namespace {

using sourdine::fuzz::check;

void read_waiting(std::string_view bytes) {
  const auto file = sourdine::read_waiting_file("fuzz", bytes);
  if (!file) return;
  check(file->whole_bytes + file->behind_bytes == bytes.size(), "every byte is before or behind the last report");
  check(file->reports.size() == file->count * file->header.report_bytes, "reports have one size");
  std::string again = sourdine::encode_waiting_header(file->header);
  std::uint32_t crc = sourdine::crc_of_header(again);
  for (std::uint64_t i = 0; i < file->count; ++i) {
    const std::size_t each = file->header.report_bytes;
    again += sourdine::encode_waiting_report(std::string_view(file->reports).substr(i * each, each), crc);
  }
  const auto read = sourdine::read_waiting_file("again", again);
  check(read && read->header == file->header && read->reports == file->reports && read->count == file->count,
        "what is written is read back");
  check(!read->is_damaged && read->behind_bytes == 0, "what is written is whole");
}

// Whole files to begin with, so that the target needs no seeds of its own.
std::string first_file(unsigned seed) {
  if (seed % 2 == 0) {
    return sourdine::encode_batch_file({.collection = "fires",
                                        .period = "2026-11-17",
                                        .key = "0193382b-e5b0-7c3a-9f1e-2d4c6b8a0f13",
                                        .reports = 2,
                                        .body = "a body"});
  }
  std::string file = sourdine::encode_waiting_header(
      {.collection = "fires", .fingerprint = "f0", .period = "2026-11-17", .report_bytes = 3, .due = {}});
  std::uint32_t crc = sourdine::crc_of_header(file);
  for (const char* const report : {"abc", "def"}) file += sourdine::encode_waiting_report(report, crc);
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    read_waiting(bytes);
  } catch (const sourdine::Error&) {
  }
  try {
    const sourdine::BatchFile batch = sourdine::read_batch_file("fuzz", bytes);
    check(sourdine::read_batch_file("again", sourdine::encode_batch_file(batch)) == batch,
          "what is written is read back");
  } catch (const sourdine::Error&) {
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  if (const std::string file = first_file(seed); size < 16 && file.size() <= max_size) {
    std::copy(file.begin(), file.end(), data);
    return file.size();
  }
  return sourdine::fuzz::mutate_resealed(data, size, max_size, seed, [](auto& file, auto json) {
    const std::string_view text(reinterpret_cast<const char*>(json.data()), json.size());
    if (text.find("\"body_bytes\"") != text.npos) {
      file.pass_all_but(4);
      file.seal();
      return;
    }
    const std::size_t at = text.find("\"report_bytes\":");
    const std::uint64_t report_bytes =
        at == text.npos ? 1 : std::strtoull(std::string(text.substr(at + 15)).c_str(), nullptr, 10);
    while (!file.is_at_end()) {
      file.pass(std::min<std::uint64_t>(report_bytes, 1 << 20));
      file.seal();
    }
  });
}
