#include "sourdine/random/subset_bits.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sourdine/random/subset_bits.cc"
#include <hwy/foreach_target.h>  // for the instructions that count and place bits
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sourdine::HWY_NAMESPACE {

std::uint64_t Size(const std::uint64_t* words, std::size_t count) {
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < count; ++i) size += hwy::PopCount(words[i]);
  return size;
}

// `flipped` is all ones where non-members are looked for.
std::size_t PlaceOf(const std::uint64_t* words, std::uint64_t rank, std::uint64_t flipped) {
  std::size_t i = 0;
  for (std::uint64_t ones; rank >= (ones = hwy::PopCount(words[i] ^ flipped)); ++i) rank -= ones;
  std::uint64_t word = words[i] ^ flipped;
#if HWY_TARGET <= HWY_AVX2 && defined(__x86_64__)
  word = _pdep_u64(std::uint64_t{1} << rank, word);
#else
  for (; rank > 0; --rank) word &= word - 1;
#endif
  return 64 * i + hwy::Num0BitsBelowLS1Bit_Nonzero64(word);
}

}  // namespace sourdine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sourdine {
namespace {

HWY_EXPORT(Size);
HWY_EXPORT(PlaceOf);

}  // namespace

std::uint64_t subset_size(std::span<const std::uint64_t> words) {
  return HWY_DYNAMIC_DISPATCH(Size)(words.data(), words.size());
}
std::size_t place_of_member(std::span<const std::uint64_t> words, std::uint64_t rank) {
  return HWY_DYNAMIC_DISPATCH(PlaceOf)(words.data(), rank, 0);
}
std::size_t place_of_non_member(std::span<const std::uint64_t> words, std::uint64_t rank) {
  return HWY_DYNAMIC_DISPATCH(PlaceOf)(words.data(), rank, ~std::uint64_t{0});
}

}  // namespace sourdine
#endif  // HWY_ONCE
