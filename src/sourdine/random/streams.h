// Stream: what is drawn from a source beside its batches, which take the streams 0, 1, …: every purpose has a number of
// its own, so that a seeded run draws the same for one whatever else is drawn. Numbers are never changed: the same seed
// gives the same publication.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "sourdine/random/random_source.h"

namespace sourdine {

inline constexpr std::uint64_t first_purpose = std::uint64_t{1} << 62;

enum class Stream : std::uint64_t {
  ratio_counts = first_purpose,  // noise of a year's counts, which a filter compares with
  synthetic_rows = first_purpose + 1,
  blur_noise = first_purpose + 2,
  blur_order = first_purpose + 3,
  counted_events = first_purpose + 8,  // of a person, in a local release
  central_bound = first_purpose + 16,  // of a central release, as those that follow
  central_counted_events = first_purpose + 17,
  central_removed = first_purpose + 18,
  central_counts = first_purpose + 19,
  central_rows = first_purpose + 20,
  report_times = first_purpose + 32,  // of synthetic rows, in a release of collected reports
};

// What use(random) returns, of the purpose's generator.
template <class Use>
auto with_stream(const RandomSource& source, Stream stream, const Use& use) {
  using Result = std::invoke_result_t<const Use&, Random&>;
  if constexpr (std::is_void_v<Result>) {
    source.with_stream(static_cast<std::uint64_t>(stream), use);
  } else {
    std::optional<Result> result;
    source.with_stream(static_cast<std::uint64_t>(stream), [&](Random& random) { result.emplace(use(random)); });
    return std::move(*result);
  }
}

}  // namespace sourdine
