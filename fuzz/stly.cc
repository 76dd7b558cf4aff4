// Tally files: any bytes are read without harm or unbounded memory; what is accepted is written as the same bytes.
#include "check.h"
#include "reseal.h"
#include "sourdine/base/error.h"
#include "sourdine/protocol/tally_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    sourdine::InputBytes input("fuzz", bytes);
    const sourdine::TallyFile file = sourdine::read_tally(input);
    std::string written;
    sourdine::OutputBytes output(written);
    sourdine::write_tally(output, file);
    sourdine::fuzz::check(written == bytes, "an accepted tally file is written as the same bytes");
  } catch (const sourdine::Error&) {
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return sourdine::fuzz::mutate_resealed(data, size, max_size, seed, [](auto& file, auto) {
    file.pass(8);
    file.pass(file.template number<std::uint64_t>());
    file.seal();
  });
}
