#include "sourdine/base/crc32c.h"

#include <array>
#include <cstring>

#include "sourdine/base/little_endian.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace sourdine {
namespace {

constexpr std::uint32_t polynomial = 0x82F63B78;
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

// tables[j][b]: the remainder of byte b followed by j zero bytes.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = remainder >> 1 ^ ((remainder & 1U) != 0 ? polynomial : 0);
    tables[0][byte] = remainder;
  }
  for (std::size_t j = 1; j < tables.size(); ++j) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t shorter = tables[j - 1][byte];
      tables[j][byte] = shorter >> 8 ^ tables[0][shorter & 0xFF];
    }
  }
  return tables;
}

constexpr Tables tables = make_tables();

// Checksums are remainders of polynomials over the field of two elements; the highest bit is the coefficient of x^0.
constexpr std::uint32_t multiply(std::uint32_t a, std::uint32_t b) {
  std::uint32_t product = 0;
  for (; a != 0; a <<= 1) {
    if ((a & 0x80000000) != 0) product ^= b;
    b = b >> 1 ^ ((b & 1U) != 0 ? polynomial : 0);
  }
  return product;
}

// x^(8 bytes): what so many bytes behind it multiply a checksum by.
constexpr std::uint32_t shift_by(std::uint64_t bytes) {
  std::uint32_t result = 0x80000000;
  for (std::uint32_t power = 0x80000000 >> 8; bytes != 0; bytes >>= 1) {
    if ((bytes & 1U) != 0) result = multiply(result, power);
    power = multiply(power, power);
  }
  return result;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) inline std::uint64_t add_word(std::uint64_t crc, const std::uint8_t* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return _mm_crc32_u64(crc, word);
}

// The instruction takes three cycles, but one can begin every cycle: three thirds at once.
constexpr std::size_t third_bytes = 4096;
constexpr std::uint32_t third_shift = shift_by(third_bytes);

__attribute__((target("sse4.2"))) std::uint32_t crc32c_sse42(std::span<const std::uint8_t> bytes,
                                                             std::uint32_t before) {
  std::uint64_t crc = ~before;
  std::size_t i = 0;
  for (; i + 3 * third_bytes <= bytes.size(); i += 3 * third_bytes) {
    std::uint64_t second = 0;
    std::uint64_t third = 0;
    for (const std::uint8_t* at = &bytes[i]; at != &bytes[i] + third_bytes; at += 8) {
      crc = add_word(crc, at);
      second = add_word(second, at + third_bytes);
      third = add_word(third, at + 2 * third_bytes);
    }
    crc = multiply(third_shift, static_cast<std::uint32_t>(crc)) ^ second;
    crc = multiply(third_shift, static_cast<std::uint32_t>(crc)) ^ third;
  }
  for (; i + 8 <= bytes.size(); i += 8) crc = add_word(crc, &bytes[i]);
  auto rest = static_cast<std::uint32_t>(crc);
  for (; i < bytes.size(); ++i) rest = _mm_crc32_u8(rest, bytes[i]);
  return ~rest;
}
#endif

using Function = std::uint32_t (*)(std::span<const std::uint8_t>, std::uint32_t);

Function fastest() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("sse4.2")) return crc32c_sse42;
#endif
  return crc32c_portable;
}

}  // namespace

std::uint32_t crc32c_portable(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  std::uint32_t crc = ~before;
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {  // eight bytes at a time: eight independent look-ups
    const std::uint64_t word = load_little_endian<std::uint64_t>(bytes.subspan(i, 8)) ^ crc;
    crc = 0;
    for (std::size_t j = 0; j < 8; ++j) crc ^= tables[7 - j][word >> (8 * j) & 0xFF];
  }
  for (; i < bytes.size(); ++i) crc = crc >> 8 ^ tables[0][(crc ^ bytes[i]) & 0xFF];
  return ~crc;
}

std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  static const Function function = fastest();
  return function(bytes, before);
}

std::uint32_t crc32c_joined(std::uint32_t before, std::uint32_t after, std::uint64_t after_bytes) {
  return multiply(shift_by(after_bytes), before) ^ after;
}

}  // namespace sourdine
