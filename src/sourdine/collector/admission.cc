#include "sourdine/collector/admission.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/little_endian.h"
#include "sourdine/base/sha256.h"
#include "sourdine/base/stream.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/problem.h"
#include "sourdine/collector/time_text.h"
#include "sourdine/protocol/valid_records.h"

namespace sourdine {
namespace {

constexpr std::size_t max_buckets = 65'536;  // of a stripe: one per token and collection, so this is never reached

std::string label_of(Period period, std::int64_t number) { return period_label(period, period_start(period, number)); }

}  // namespace

BatchKey require_batch_key(const HttpRequest& request) {
  const std::string_view text = request.header("idempotency-key");
  if (text.empty()) throw Problem("key-missing", "the batch has no Idempotency-Key");
  const auto key = parse_batch_key(text);
  if (!key) throw Problem("key-missing", fmt::format("'{}' is no UUID of version 7", shown(text)));
  return *key;
}

void require_in_clock_window(const Collection& collection, const BatchKey& key, UnixTime now) {
  const UnixTime sent = time_of(key);
  if (sent > now + collection.settings.clock_ahead) {
    throw Problem("batch-from-the-future",
                  fmt::format("the key is of {}, and it is {} here", time_text(sent), time_text(now)));
  }
  if (sent + collection.settings.clock_window < now) {
    throw Problem("batch-too-old", fmt::format("the batch was first sent at {}, more than {} ago", time_text(sent),
                                               duration_words(collection.settings.clock_window)));
  }
}

std::int64_t named_period(const Collection& collection, std::string_view label) {
  const auto& period = collection.settings.period;
  if (!period) throw Problem("bad-parameter", "this collection has no periods");
  const auto parsed = parse_label(label);
  if (!parsed || parsed->first != *period) {
    throw Problem("bad-parameter", fmt::format("'{}' does not name a {}", shown(label), period_name(*period)));
  }
  return period_number(*period, parsed->second);
}

std::int64_t require_batch_period(const Collection& collection, std::optional<std::string_view> label, UnixTime now) {
  const auto& settings = collection.settings;
  if (!settings.period && !label) return 0;
  if (!label)
    throw Problem("period-missing", fmt::format("reports here belong to a {}", period_name(*settings.period)));
  const std::int64_t number = named_period(collection, *label);
  const UnixTime begin = period_begin(*settings.period, number);
  const UnixTime end = period_begin(*settings.period, number + 1);
  if (begin > now + settings.clock_ahead) {
    throw Problem("period-out-of-window", fmt::format("{} has not begun", label_of(*settings.period, number)));
  }
  if (end + settings.late_window < now) {
    throw Problem("period-out-of-window", fmt::format("{} ended more than {} ago", label_of(*settings.period, number),
                                                      duration_words(settings.late_window)));
  }
  return number;
}

void require_private_reports(const Collection& collection, bool is_private) {
  if (is_private || collection.settings.accepts_seeded) return;
  throw Problem("seeded-reports", "the reports were made with seeded randomness, which is not private");
}

void require_possible_reports(const Collection& collection, ReportsView reports) {
  const std::size_t first = PossibleReports{*collection.protocol, reports}.first_impossible();
  if (first == reports.size()) return;
  throw Problem("malformed-reports",
                fmt::format("report {} is none that {} can make", first + 1, collection.protocol->title()));
}

std::array<std::uint8_t, 16> batch_digest(std::int64_t period, bool is_private, ReportsView reports) {
  std::string text;
  text.reserve(17 + reports.bytes.size());
  append_little_endian(text, static_cast<std::uint64_t>(period));
  append_little_endian(text, static_cast<std::uint8_t>(is_private));
  append_little_endian(text, static_cast<std::uint64_t>(reports.count));
  text.append(reinterpret_cast<const char*>(reports.bytes.data()), reports.bytes.size());
  const Sha256 whole = sha256(sourdine::as_bytes(std::string_view(text)));
  std::array<std::uint8_t, 16> digest{};
  std::copy_n(whole.begin(), digest.size(), digest.begin());
  return digest;
}

RateLimits::Stripe& RateLimits::stripe_of(const std::string& name) {
  return stripes_[std::hash<std::string>{}(name) % stripes_.size()];
}

void RateLimits::give_back(const std::string& name, double amount) {
  Stripe& stripe = stripe_of(name);
  const std::lock_guard lock(stripe.mutex);
  const auto found = stripe.buckets.find(name);
  if (found != stripe.buckets.end()) found->second.level += amount;  // take() cuts it to the burst
}

std::optional<std::chrono::milliseconds> RateLimits::take(const std::string& name, double amount, double per_second,
                                                          double burst, UnixTime now) {
  Stripe& stripe = stripe_of(name);
  const std::lock_guard lock(stripe.mutex);
  if (stripe.buckets.size() > max_buckets) stripe.buckets.clear();
  const auto [found, is_new] = stripe.buckets.try_emplace(name, Bucket{burst, now});
  Bucket& bucket = found->second;
  const double seconds = std::chrono::duration<double>(now - bucket.time).count();
  if (seconds > 0) bucket.level += seconds * per_second;
  bucket.time = now;  // also of a clock that was set back: it gives nothing, and does not stand still
  bucket.level = std::min(burst, bucket.level);
  const double needed = std::min(amount, burst);
  if (bucket.level >= needed) {
    bucket.level -= amount;
    return {};
  }
  const double wait = std::ceil((needed - bucket.level) / per_second * 1000);
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::clamp(wait, 1.0, 86'400'000.0)));
}

}  // namespace sourdine
