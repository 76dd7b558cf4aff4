#include "sourdine/kernel/walsh_hadamard.h"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sourdine/kernel/walsh_hadamard.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sourdine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Numbers = hn::ScalableTag<std::int64_t>;
constexpr std::size_t lanes = hn::MaxLanes(Numbers());
constexpr std::size_t cached = 2048;  // 16 KiB: in the nearest cache

// For fewer numbers than lanes.
void transform_few(std::int64_t* data, std::size_t size) {
  for (std::size_t half = 1; half < size; half *= 2) {
    for (std::size_t i = 0; i < size; ++i) {
      if ((i & half) != 0) continue;
      const std::int64_t a = data[i];
      data[i] = a + data[i + half];
      data[i + half] = a - data[i + half];
    }
  }
}

// Lane i gets lane i XOR half.
template <std::size_t half, class V>
HWY_INLINE V exchanged(V v) {
  const Numbers d;
  if constexpr (half == 1) return hn::Reverse2(d, v);
  if constexpr (half == 2) return hn::Reverse2(d, hn::Reverse4(d, v));
  if constexpr (half == 4) return hn::Reverse4(d, hn::Reverse8(d, v));
}

// The stages from `half` on inside one vector: a + b in the lower lane of a pair, a − b in the upper.
template <std::size_t half, class V>
HWY_INLINE V stages_in_vector(V v) {
  if constexpr (half >= lanes) {
    return v;
  } else {
    const Numbers d;
    const auto is_upper = hn::TestBit(hn::Iota(d, 0), hn::Set(d, std::int64_t{half}));
    return stages_in_vector<2 * half>(hn::Add(exchanged<half>(v), hn::IfThenElse(is_upper, hn::Neg(v), v)));
  }
}

// One stage, for half ≥ lanes.
HWY_INLINE void stage(std::int64_t* data, std::size_t half) {
  const Numbers d;
  for (std::size_t i = 0; i < half; i += lanes) {
    const auto a = hn::LoadU(d, data + i);
    const auto b = hn::LoadU(d, data + i + half);
    hn::StoreU(hn::Add(a, b), d, data + i);
    hn::StoreU(hn::Sub(a, b), d, data + i + half);
  }
}

// The stages of halves `quarter` and 2·quarter in one pass over 4·quarter numbers.
HWY_INLINE void two_stages(std::int64_t* data, std::size_t quarter) {
  const Numbers d;
  for (std::size_t i = 0; i < quarter; i += lanes) {
    std::int64_t* const at = data + i;
    const auto a = hn::LoadU(d, at);
    const auto b = hn::LoadU(d, at + quarter);
    const auto c = hn::LoadU(d, at + 2 * quarter);
    const auto e = hn::LoadU(d, at + 3 * quarter);
    const auto a_plus_b = hn::Add(a, b);
    const auto a_minus_b = hn::Sub(a, b);
    const auto c_plus_e = hn::Add(c, e);
    const auto c_minus_e = hn::Sub(c, e);
    hn::StoreU(hn::Add(a_plus_b, c_plus_e), d, at);
    hn::StoreU(hn::Add(a_minus_b, c_minus_e), d, at + quarter);
    hn::StoreU(hn::Sub(a_plus_b, c_plus_e), d, at + 2 * quarter);
    hn::StoreU(hn::Sub(a_minus_b, c_minus_e), d, at + 3 * quarter);
  }
}

// size ≤ cached: stage after stage, all of it stays in the cache.
void transform_block(std::int64_t* data, std::size_t size) {
  const Numbers d;
  if (size < lanes) return transform_few(data, size);
  for (std::size_t i = 0; i < size; i += lanes) hn::StoreU(stages_in_vector<1>(hn::LoadU(d, data + i)), d, data + i);
  std::size_t half = lanes;
  for (; 4 * half <= size; half *= 4) {
    for (std::size_t start = 0; start < size; start += 4 * half) two_stages(data + start, half);
  }
  if (half < size) stage(data, half);
}

// Quarters are finished while they are in the cache, then joined: memory is passed over once for two stages.
void transform(std::int64_t* data, std::size_t size) {
  if (size <= cached) return transform_block(data, size);
  if (size == 2 * cached) {
    transform_block(data, cached);
    transform_block(data + cached, cached);
    return stage(data, cached);
  }
  for (std::size_t quarter = 0; quarter < 4; ++quarter) transform(data + quarter * (size / 4), size / 4);
  two_stages(data, size / 4);
}

void transform_all(std::span<std::int64_t> data) { transform(data.data(), data.size()); }

}  // namespace sourdine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sourdine {

HWY_EXPORT(transform_all);

void walsh_hadamard(std::span<std::int64_t> data) { HWY_DYNAMIC_DISPATCH(transform_all)(data); }

}  // namespace sourdine
#endif
