// Kernels: for any reports, every vector target computes what the definition says, bit for bit.
#include <hwy/targets.h>

#include <bit>
#include <cstring>

#include "check.h"
#include "kernel/definitions.h"
#include "random/bernoulli_definition.h"
#include "sourdine/kernel/bit_counts.h"
#include "sourdine/kernel/histogram.h"
#include "sourdine/kernel/walsh_hadamard.h"
#include "sourdine/random/seeded_bits.h"

namespace {

using namespace sourdine;
using namespace sourdine::testing;
using fuzz::check;
using Cells = std::vector<std::uint64_t>;

template <class Check>
void on_every_target(Check body) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    body();
  }
}

void check_bits(Bytes bytes, std::size_t size, std::size_t first_bit, std::uint64_t ones) {
  const Bytes reports = bytes.first(bytes.size() / size * size);
  Cells expected(8 * size - first_bit, 1);
  add_bit_counts_by_definition(reports, size, first_bit, expected);
  const std::size_t other = first_with_other_popcount_by_definition(reports, size, ones);
  on_every_target([&] {
    Cells cells(expected.size(), 1);
    add_bit_counts(reports, size, first_bit, cells);
    check(cells == expected, "bits are counted by definition");
    check(first_with_other_popcount(reports, size, ones) == other, "the first report of another popcount is found");
  });
}

void check_histogram(std::vector<std::uint8_t> bytes, std::size_t width, std::uint64_t end) {
  bytes.resize(bytes.size() / width * width);
  const std::size_t first = first_not_below_by_definition(bytes, width, end);
  on_every_target([&] { check(first_not_below(bytes, width, end) == first, "the first number too large is found"); });
  if (end == 0) return;
  for (std::size_t at = 0; at < bytes.size(); at += width) {  // what lies beyond is brought into range
    const auto number = std::span(bytes).subspan(at, width);
    const std::uint64_t within = take_bits(number, 0, 8 * width) % end;
    std::fill(number.begin(), number.end(), std::uint8_t{0});
    put_bits(number, 0, 8 * width, within);
  }
  Cells expected(end, 1);
  add_histogram_by_definition(bytes, width, expected);
  on_every_target([&] {
    Cells cells(end, 1);
    add_histogram(bytes, width, cells);
    check(cells == expected, "numbers are counted by definition");
  });
}

template <class Word>
void check_local_hash(Bytes bytes, std::size_t values) {
  std::vector<HashTest<Word>> tests(bytes.size() / sizeof(HashTest<Word>));
  if (!tests.empty()) std::memcpy(tests.data(), bytes.data(), tests.size() * sizeof tests[0]);
  Cells expected(values, 1);
  add_hash_supports_by_definition(std::span<const HashTest<Word>>(tests), expected);
  on_every_target([&] {
    Cells cells(values, 1);
    add_hash_supports(std::span<const HashTest<Word>>(tests), cells);
    check(cells == expected, "supports are counted by definition");
  });
}

// Numbers small enough for their absolute sum.
void check_walsh_hadamard(Bytes bytes) {
  std::vector<std::int64_t> data(std::bit_floor(bytes.size() / 4));
  for (std::size_t i = 0; i < data.size(); ++i) {
    data[i] = static_cast<std::int64_t>(take_bits(bytes, 32 * i, 32)) - (std::int64_t{1} << 31);
  }
  std::vector<std::int64_t> expected = data;
  walsh_hadamard_by_definition(expected);
  on_every_target([&] {
    std::vector<std::int64_t> transformed = data;
    if (!data.empty()) walsh_hadamard(transformed);
    check(transformed == expected, "the transform is that of the definition");
  });
}

// The first eight bytes are the threshold, the others sizes of batches.
void check_bernoulli_bits(Bytes bytes) {
  if (bytes.size() < 9) return;
  const std::uint64_t threshold = take_bits(bytes, 0, 64);
  if (threshold < BernoulliBits::sparse_below) return;  // rare decisions are walked to, not bit-sliced
  on_every_target([&] {
    SeededBits fast_random(1);
    SeededBits plain_random(1);
    BernoulliBits fast({threshold});
    PlainBits plain(threshold);
    for (const std::uint8_t size : bytes.subspan(8, std::min<std::size_t>(8, bytes.size() - 8))) {
      std::vector<std::uint8_t> out(1 + 5 * std::size_t{size});
      fast.fill(fast_random, out, 8 * out.size());
      const std::vector<bool> expected = plain.fill(plain_random, out.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        check(get_bit(out, i) == expected[i], "decisions are those of numbers compared one by one");
      }
    }
    check(fast_random.next() == plain_random.next(), "as many words are drawn as by definition");
  });
}

}  // namespace

// Four bytes of parameters: which kernel, two of a size, how often the rest is repeated (to fill the counters).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const std::size_t number = data[1] + 256U * data[2];
  const Bytes once(data + 4, size - 4);
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i <= data[3] % 16U; ++i) bytes.insert(bytes.end(), once.begin(), once.end());
  switch (data[0] % 6) {
    case 0:
      check_bits(bytes, 1 + number % 1500, data[0] / 6 % 8U, number % 100);
      break;
    case 1:
      check_histogram(bytes, 1 + data[0] / 6 % 4U, data[0] / 6 % 4U == 0 ? number % 257 : number);
      break;
    case 2:
      check_local_hash<std::uint32_t>(bytes, number % 600);
      break;
    case 3:
      check_local_hash<std::uint64_t>(bytes, number % 600);
      break;
    case 4:
      check_walsh_hadamard(bytes);
      break;
    default:
      check_bernoulli_bits(bytes);
  }
  return 0;
}
