#include "sourdine/random/row_macs.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <cstring>

namespace sourdine {
namespace {

constexpr std::size_t mac_block_bytes = 16;

std::uint64_t two_values(std::span<const std::uint32_t> values, std::size_t i) {
  const std::uint64_t first = i < values.size() ? values[i] : 0;
  return i + 1 < values.size() ? first | std::uint64_t{values[i + 1]} << 32 : first;
}

detail::AesBlocks mac_cipher(const RowSecret& secret, std::span<const std::uint8_t> label) {
  detail::AesStream::Key key = detail::derive_key(secret.bytes(), label);
  detail::AesBlocks blocks(key);
  OPENSSL_cleanse(key.data(), key.size());
  return blocks;
}

}  // namespace

RowMacs::RowMacs(const RowSecret& secret, std::span<const std::uint8_t> label) : aes_(mac_cipher(secret, label)) {}

void RowMacs::begin(std::span<const std::uint64_t> numbers, std::span<const std::uint32_t> values, std::size_t width) {
  const std::size_t rows = numbers.size();
  const auto record = [&](std::size_t row) { return values.subspan(row * width, width); };
  for (std::size_t row = 0; row < rows; ++row) {
    macs_[2 * row] = numbers[row];
    macs_[2 * row + 1] = two_values(record(row), 0);
  }
  aes_.encrypt(std::span(macs_).first(2 * rows));
  for (std::size_t i = 2; i < width; i += 4) {
    for (std::size_t row = 0; row < rows; ++row) {
      macs_[2 * row] ^= two_values(record(row), i);
      macs_[2 * row + 1] ^= two_values(record(row), i + 2);
    }
    aes_.encrypt(std::span(macs_).first(2 * rows));
  }
}

void RowMacs::add_bytes(std::span<const std::span<const std::uint8_t>> ids) {
  std::size_t count = 0;  // of rows that have bytes left
  for (std::size_t row = 0; row < ids.size(); ++row) {
    if (!ids[row].empty()) open_[count++] = row;
  }
  for (std::size_t at = 0; count > 0; at += mac_block_bytes) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto rest = ids[open_[i]].subspan(at);
      std::array<std::uint64_t, 2> block{};
      std::memcpy(block.data(), rest.data(), std::min(rest.size(), mac_block_bytes));
      gathered_[2 * i] = macs_[2 * open_[i]] ^ block[0];
      gathered_[2 * i + 1] = macs_[2 * open_[i] + 1] ^ block[1];
    }
    aes_.encrypt(std::span(gathered_).first(2 * count));
    std::size_t still = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t row = open_[i];
      macs_[2 * row] = gathered_[2 * i];
      macs_[2 * row + 1] = gathered_[2 * i + 1];
      if (ids[row].size() > at + mac_block_bytes) open_[still++] = row;
    }
    count = still;
  }
}

}  // namespace sourdine
