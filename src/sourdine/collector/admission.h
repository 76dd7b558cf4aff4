// Admission: whether a batch is taken now, from what its sender says about it, before its reports are looked at.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "sourdine/collector/collection.h"
#include "sourdine/collector/http/message.h"
#include "sourdine/collector/store/store.h"

namespace sourdine {

// Throws Problem(key-missing) when there is none, or none of version 7.
BatchKey require_batch_key(const HttpRequest& request);
// Throws Problem(batch-too-old) beyond the clock window, Problem(batch-from-the-future) beyond what clocks are ahead.
// The bounds themselves are taken.
void require_in_clock_window(const Collection& collection, const BatchKey& key, UnixTime now);

// The number of the period that a label names, 0 for a collection without periods. Throws Problem: bad-parameter for
// what is no label of the collection's period, and for any label where there are no periods.
std::int64_t named_period(const Collection& collection, std::string_view label);
// The period of a batch. Throws Problem(period-missing), and Problem(period-out-of-window) for one that has not begun
// (by a clock that may be ahead) or ended longer ago than the late window.
std::int64_t require_batch_period(const Collection& collection, std::optional<std::string_view> label, UnixTime now);

// Throws Problem(seeded-reports).
void require_private_reports(const Collection& collection, bool is_private);
// Throws Problem(malformed-reports) naming the first report that the protocol cannot have made.
void require_possible_reports(const Collection& collection, ReportsView reports);

// What the key must always mean: SHA-256 of period, randomness and reports, its first 16 bytes.
std::array<std::uint8_t, 16> batch_digest(std::int64_t period, bool is_private, ReportsView reports);

// Buckets that fill at a rate and hold a burst. Something larger than the burst is taken when the bucket is full, and
// paid off before the next. Any thread may ask.
class RateLimits {
 public:
  // Nothing: taken. Otherwise how long to wait.
  std::optional<std::chrono::milliseconds> take(const std::string& name, double amount, double per_second, double burst,
                                                UnixTime now);
  // What was taken for nothing: of a batch that is counted already, say.
  void give_back(const std::string& name, double amount);

 private:
  struct Bucket {
    double level = 0;
    UnixTime time{};
  };
  struct Stripe {
    std::mutex mutex;
    std::unordered_map<std::string, Bucket> buckets;
  };
  Stripe& stripe_of(const std::string& name);

  std::array<Stripe, 16> stripes_;
};

}  // namespace sourdine
