// Report files: any bytes are read without harm or unbounded memory; what is accepted, written and read again has the
// same header and the same reports.
#include "check.h"
#include "reseal.h"
#include "sourdine/base/error.h"
#include "sourdine/protocol/report_file.h"

namespace {

using sourdine::CollectionHeader;
using sourdine::fuzz::check;

struct File {
  CollectionHeader header;
  std::shared_ptr<const sourdine::Protocol> protocol;
  std::vector<sourdine::Reports> blocks;
  std::uint64_t reports = 0;
};

File read(std::string_view bytes, sourdine::Torn torn) {
  sourdine::ReportReader reader(std::make_unique<sourdine::InputBytes>("fuzz", bytes), torn);
  File file{reader.header(), reader.protocol(), {}, 0};
  sourdine::Reports block(reader.protocol()->report_bytes());
  while (reader.next(block)) {
    for (std::size_t i = 0; i < block.size(); ++i) (void)reader.protocol()->is_possible(block[i]);
    file.blocks.push_back(block);
    file.reports += block.size();
  }
  check(file.reports == reader.reports(), "the reader counts its reports");
  return file;
}

std::string written(const File& file) {
  std::string bytes;
  sourdine::ReportWriter writer(std::make_unique<sourdine::OutputBytes>(bytes), *file.protocol, file.header.collection,
                                file.header.is_private);
  for (const auto& block : file.blocks) writer.write(block);
  writer.close();
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const File file = read(bytes, sourdine::Torn::keep_whole_blocks);
    const File again = read(written(file), sourdine::Torn::stop);
    check(again.header == file.header && again.reports == file.reports, "what is written is read back");
    check(again.blocks.size() == file.blocks.size(), "blocks stay blocks");
    for (std::size_t i = 0; i < file.blocks.size(); ++i) {
      const auto before = file.blocks[i].bytes();
      const auto after = again.blocks[i].bytes();
      check(std::equal(before.begin(), before.end(), after.begin(), after.end()), "reports keep their bytes");
    }
  } catch (const sourdine::Error&) {
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return sourdine::fuzz::mutate_resealed(data, size, max_size, seed, [](auto& file, auto json) {
    const std::string_view text(reinterpret_cast<const char*>(json.data()), json.size());
    const std::size_t at = text.find("\"report_bytes\":");
    const std::uint64_t report_bytes =
        at == text.npos ? 1 : std::strtoull(std::string(text.substr(at + 15)).c_str(), nullptr, 10);
    while (!file.is_at_end()) {
      if (file.template number<std::uint8_t>() == 'S') {
        file.pass(8);
      } else {
        const std::uint64_t count = file.template number<std::uint32_t>();
        file.seal();
        file.pass(count * std::min<std::uint64_t>(report_bytes, 1 << 20));
      }
      file.seal();
    }
  });
}
