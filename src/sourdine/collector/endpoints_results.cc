#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"
#include "sourdine/base/stream.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/estimates_json.h"
#include "sourdine/collector/screening_periods.h"
#include "sourdine/collector/service_core.h"
#include "sourdine/collector/time_text.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/protocol/tally_file.h"

namespace sourdine {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::uint64_t max_download_bytes = std::uint64_t{256} << 20;
constexpr std::chrono::seconds screening_age{30};
constexpr std::int64_t max_activity_minutes = 10'080;  // a week

struct PeriodRange {
  std::int64_t first = std::numeric_limits<std::int64_t>::min();
  std::int64_t last = std::numeric_limits<std::int64_t>::max();
};

PeriodRange asked_periods(const Call& call) {
  const auto from = call.parameter("period"), to = call.parameter("to");
  if (!from && !to) return {};
  if (!from) throw Problem("bad-parameter", "'to' needs 'period', the first one");
  PeriodRange range;
  range.first = range.last = named_period(*call.on->collection, *from);
  if (to) range.last = named_period(*call.on->collection, *to);
  if (range.last < range.first) throw Problem("bad-parameter", "'to' lies before 'period'");
  return range;
}

double number_parameter(std::string_view name, std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Problem("bad-parameter", fmt::format("'{}' of '{}' is no number", shown(text), name));
  }
  return number;
}

bool flag_parameter(std::string_view name, std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  throw Problem("bad-parameter", fmt::format("'{}' must be true or false", name));
}

HttpResponse download(std::string bytes, const char* type, const std::string& name) {
  HttpResponse response;
  response.content_type = type;
  response.body = std::move(bytes);
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + name + "\"");
  return response;
}

}  // namespace

HttpResponse answer_kept_reports(ServiceCore& core, const Call& call) {
  call.require_parameters({"period", "to"});
  const Collection& collection = *call.on->collection;
  if (!collection.settings.keep_reports) {
    throw Problem("reports-not-kept", fmt::format("'{}' keeps sums of reports only", call.name));
  }
  const PeriodRange range = asked_periods(call);
  std::uint64_t seeded = 0, reports = 0;
  for (const StoredTally& period : core.store.tallies(collection, range.first, range.last)) {
    seeded += period.seeded;
    reports += period.reports;
  }
  if (reports > max_download_bytes / std::max<std::uint64_t>(collection.protocol->report_bytes(), 1)) {
    throw Problem("too-large", fmt::format("these are {} reports, more than one answer holds", reports),
                  "Ask for fewer periods at a time.");
  }
  std::string bytes;
  // One seeded report among them, and the file says so of all.
  ReportWriter writer(std::make_unique<OutputBytes>(bytes), *collection.protocol, collection.id, seeded == 0);
  const auto use = [&](ReportsView view) { writer.write(view); };
  core.store.read_reports(collection, range.first, range.last, true, use);
  if (seeded != 0) core.store.read_reports(collection, range.first, range.last, false, use);
  writer.close();
  return download(std::move(bytes), "application/vnd.sourdine.reports", call.name + ".srep");
}

HttpResponse answer_periods(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  const Collection& collection = *call.on->collection;
  ordered_json list = ordered_json::array();
  for (const PeriodCount& one : core.store.periods(collection)) {
    const auto& period = collection.settings.period;
    list.push_back({{"period", period ? json(period_label(*period, period_start(*period, one.period))) : json(nullptr)},
                    {"reports", one.reports},
                    {"updated", time_text(one.updated)}});
  }
  HttpResponse response;
  response.body = ordered_json({{"periods", list}}).dump() + "\n";
  return response;
}

HttpResponse answer_estimates(ServiceCore& core, const Call& call) {
  call.require_parameters({"period", "to", "confidence", "consistency", "together"});
  const PeriodRange range = asked_periods(call);
  EstimatesQuery query;
  if (const auto text = call.parameter("confidence")) query.confidence = number_parameter("confidence", *text);
  if (const auto text = call.parameter("together")) query.together = flag_parameter("together", *text);
  if (const auto text = call.parameter("consistency")) query.consistency = find_consistency(*text);
  if (!(query.confidence > 0 && query.confidence < 1)) {
    throw Problem("bad-parameter", "'confidence' must lie between 0 and 1");
  }
  HttpResponse response;
  const auto tallies = core.store.tallies(*call.on->collection, range.first, range.last);
  response.body = estimates_json(*call.on->collection, tallies, query);
  return response;
}

HttpResponse answer_tally(ServiceCore& core, const Call& call) {
  call.require_parameters({"period", "to"});
  const PeriodRange range = asked_periods(call);
  const Collection& collection = *call.on->collection;
  StoredTally sum =
      sum_of_periods(*collection.protocol, *collection.screen, core.store.tallies(collection, range.first, range.last));
  std::string bytes;
  OutputBytes output(bytes);
  write_tally(
      output,
      TallyFile{{collection.protocol->spec(), sum.reports, std::move(sum.cells)}, collection.id, sum.seeded == 0});
  return download(std::move(bytes), "application/vnd.sourdine.tally", call.name + ".stly");
}

HttpResponse answer_screening(ServiceCore& core, const Call& call) {
  call.require_parameters({"period", "to"});
  const PeriodRange range = asked_periods(call);
  const Collection& collection = *call.on->collection;
  HttpResponse response;
  response.body = screening_json(collection, core.store.tallies(collection, range.first, range.last)) + "\n";
  return response;
}

std::uint64_t odd_checks_now(ServiceCore& core, const LiveCollection& live, UnixTime now) {
  LiveCounts& counts = *live.counts;
  const std::int64_t time = now.time_since_epoch().count();
  // By the age alone: what other collectors added to the store is not counted here.
  const std::int64_t age = time - counts.screened.load();
  if (age >= 0 && age < std::chrono::milliseconds(screening_age).count()) return counts.odd_checks;
  const Collection& collection = *live.collection;
  const PeriodRange all;
  std::uint64_t odd = 0;
  for (const ScreenCheck& check : screen_periods(collection, core.store.tallies(collection, all.first, all.last))) {
    odd += check.is_odd ? 1 : 0;
  }
  counts.odd_checks = odd;
  counts.screened = time;
  return odd;
}

HttpResponse answer_activity(ServiceCore& core, const Call& call) {
  call.require_parameters({"minutes"});
  std::int64_t minutes = 60;
  if (const auto text = call.parameter("minutes")) {
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), minutes);
    if (error != std::errc() || end != text->data() + text->size() || minutes < 1 || minutes > max_activity_minutes) {
      throw Problem("bad-parameter", fmt::format("'minutes' must be from 1 to {}", max_activity_minutes));
    }
  }
  const std::int64_t this_minute = call.now.time_since_epoch() / std::chrono::minutes(1);
  ordered_json list = ordered_json::array();
  for (const Minute& one : core.store.activity(call.name, this_minute - minutes + 1)) {
    list.push_back({{"time", time_text(UnixTime(std::chrono::minutes(one.minute)))},
                    {"reports", one.reports},
                    {"batches", one.batches}});
  }
  HttpResponse response;
  response.body = ordered_json({{"minutes", list}}).dump() + "\n";
  return response;
}

}  // namespace sourdine
