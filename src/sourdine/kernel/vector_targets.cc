// Which vector instructions this machine has: the functions that Highway's dispatch calls. Its shared library has them
// too, but measures the clock when it is loaded, which takes milliseconds of every command. So only its headers are
// used.
#include <hwy/targets.h>

#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

namespace sourdine {
namespace {

#if HWY_ARCH_X86

// Bits of what CPUID answers (Intel 64 Software Developer's Manual, volume 2A) and of the register XCR0, by which the
// operating system says what it saves when it changes from one thread to another.
constexpr unsigned bit_mask(std::initializer_list<unsigned> numbers) {
  unsigned mask = 0;
  for (const unsigned number : numbers) mask |= 1U << number;
  return mask;
}
constexpr unsigned ssse3_1c = bit_mask({0, 9});                          // sse3, ssse3
constexpr unsigned sse4_1c = bit_mask({1, 19, 20, 25});                  // pclmul, sse4.1, sse4.2, aes
constexpr unsigned avx2_1c = bit_mask({12, 28, 29});                     // fma, avx, f16c
constexpr unsigned avx2_7b = bit_mask({3, 5, 8});                        // bmi1, avx2, bmi2
constexpr unsigned avx2_extended_c = bit_mask({5});                      // lzcnt
constexpr unsigned avx3_7b = bit_mask({16, 17, 28, 30, 31});             // avx512 f, dq, cd, bw, vl
constexpr unsigned avx3_dl_7c = bit_mask({1, 6, 8, 9, 10, 11, 12, 14});  // vbmi, vbmi2, gfni, vaes, vpclmulqdq, vnni,
                                                                         // bitalg, vpopcntdq
constexpr unsigned osxsave_1c = bit_mask({27});
constexpr unsigned saves_avx = bit_mask({1, 2});            // xmm, ymm
constexpr unsigned saves_avx3 = bit_mask({1, 2, 5, 6, 7});  // and masks, zmm

struct Answer {
  unsigned a = 0, b = 0, c = 0, d = 0;  // zeros when the question is not known
};

Answer ask_cpu(unsigned leaf) {
  Answer answer;
  __get_cpuid_count(leaf, 0, &answer.a, &answer.b, &answer.c, &answer.d);
  return answer;
}

unsigned saved_registers() {
  unsigned low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

constexpr bool has_all(unsigned mask, unsigned wanted) { return (mask & wanted) == wanted; }

// A target's code may use what all lesser targets may.
std::int64_t detect_targets() {
  const Answer basic = ask_cpu(1), structured = ask_cpu(7), extended = ask_cpu(0x80000001U);
  const unsigned saved = has_all(basic.c, osxsave_1c) ? saved_registers() : 0;
  std::int64_t targets = 0;
  if (!has_all(basic.c, ssse3_1c)) return targets;
  targets |= HWY_SSSE3;
  if (!has_all(basic.c, sse4_1c)) return targets;
  targets |= HWY_SSE4;
  const bool has_avx2 = has_all(basic.c, avx2_1c) && has_all(structured.b, avx2_7b) &&
                        has_all(extended.c, avx2_extended_c) && has_all(saved, saves_avx);
  if (!has_avx2) return targets;
  targets |= HWY_AVX2;
  if (!has_all(structured.b, avx3_7b) || !has_all(saved, saves_avx3)) return targets;
  targets |= HWY_AVX3;
  if (has_all(structured.c, avx3_dl_7c)) targets |= HWY_AVX3_DL;
  return targets;
}

#else

std::int64_t detect_targets() { return 0; }  // what the compiler may use anywhere is added below

#endif

std::atomic<std::int64_t> targets_for_test{0};

}  // namespace
}  // namespace sourdine

namespace hwy {

std::int64_t SupportedTargets() {
  static const std::int64_t detected = sourdine::detect_targets() | HWY_ENABLED_BASELINE | HWY_BASELINE_SCALAR;
  const std::int64_t chosen = sourdine::targets_for_test.load();
  return chosen != 0 ? chosen : detected;
}

void SetSupportedTargetsForTest(std::int64_t targets) {
  sourdine::targets_for_test = targets;
  GetChosenTarget().DeInit();
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

void Abort(const char* file, int line, const char* format, ...) {
  std::fprintf(stderr, "%s:%d: ", file, line);
  std::va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::abort();
}

}  // namespace hwy
