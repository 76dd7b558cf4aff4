#include <fmt/format.h>

#include "sourdine/collector/service_core.h"

namespace sourdine {
namespace {

// "{"accepted":1,"repeated":false}"
HttpResponse accepted_response(std::uint64_t reports, bool is_repeated) {
  HttpResponse response;
  response.body = fmt::format("{{\"accepted\":{},\"repeated\":{}}}\n", reports, is_repeated);
  return response;
}

Problem problem_of_outcome(BatchOutcome outcome, const std::string& id) {
  switch (outcome) {
    case BatchOutcome::conflict:
      return {"key-reused", "this Idempotency-Key was used for another batch"};
    case BatchOutcome::closed:
      return {"collection-closed", fmt::format("the collection '{}' is closed", id)};
    case BatchOutcome::full:
      return {"collection-full", fmt::format("with this batch '{}' would have more reports than it may", id)};
    case BatchOutcome::too_old:
      return {"batch-too-old", "the batch was first sent longer ago than keys are kept"};
    case BatchOutcome::counted:
    case BatchOutcome::repeated:
    case BatchOutcome::unknown:
      break;
  }
  return {"no-such-collection", fmt::format("there is no collection '{}'", id)};
}

// Of reports by one token in one collection.
std::string report_rate_name(const Call& call) { return call.token->id + "/" + call.name; }

void require_report_rate(ServiceCore& core, const Call& call, std::uint64_t reports) {
  const auto& most = call.on->collection->settings.max_reports_per_minute;
  if (!most) return;
  const double burst = static_cast<double>(*most);
  const auto wait = core.rates.take(report_rate_name(call), static_cast<double>(reports), burst / 60, burst, call.now);
  if (!wait) return;
  throw Problem("too-many", fmt::format("a token may send {} reports a minute", *most))
      .with("Retry-After", std::to_string(std::chrono::ceil<std::chrono::seconds>(*wait).count()));
}

// All batches of a transaction fail together: one line a second says so.
void log_failed_commit(ServiceCore& core, const std::string& failure) {
  const UnixTime now = core.now();
  const std::int64_t second = now.time_since_epoch() / std::chrono::seconds(1);
  if (core.failed_commit_second.exchange(second) == second) return;
  core.log.write(LogLevel::error, "commit-failed", {{"message", failure}}, now);
}

Batch admitted_batch(ServiceCore& core, const Call& call) {
  const Collection& collection = *call.on->collection;
  call.require_parameters({"period"});
  Batch batch;
  batch.collection = call.on->collection;
  batch.key = require_batch_key(call.request);
  require_in_clock_window(collection, batch.key, call.now);
  batch.period = require_batch_period(collection, call.parameter("period"), call.now);
  ReportsBody body = read_reports_body(call.request, collection, call.on->prefixes, core.options.body);
  require_private_reports(collection, body.is_private);
  const ReportsView view{body.bytes, collection.protocol->report_bytes(), static_cast<std::size_t>(body.reports)};
  require_possible_reports(collection, view);
  require_report_rate(core, call, body.reports);
  batch.digest = batch_digest(batch.period, body.is_private, view);
  batch.is_private = body.is_private;
  batch.reports = body.reports;
  batch.bytes = std::move(body.bytes);
  batch.received = call.now;
  return batch;
}

HttpResponse answer_outcome(ServiceCore& core, LiveCounts& counts, const std::string& id, BatchOutcome outcome,
                            std::uint64_t reports, UnixTime received) {
  constexpr auto relaxed = std::memory_order_relaxed;
  if (outcome == BatchOutcome::counted) {
    core.metrics.batches_accepted.fetch_add(1, relaxed);
    core.metrics.reports_accepted.fetch_add(reports, relaxed);
    counts.reports.fetch_add(reports, relaxed);
    counts.updated.store(received.time_since_epoch().count(), relaxed);
    counts.version.fetch_add(1, relaxed);
    return accepted_response(reports, false);
  }
  if (outcome == BatchOutcome::repeated) {
    core.metrics.batches_repeated.fetch_add(1, relaxed);
    core.metrics.reports_repeated.fetch_add(reports, relaxed);
    return accepted_response(reports, true);
  }
  throw problem_of_outcome(outcome, id);
}

}  // namespace

void post_reports(ServiceCore& core, const Call& call, const Respond& respond) {
  try {
    Batch batch = admitted_batch(core, call);
    const std::uint64_t reports = batch.reports;
    // Only what counts is held against the rate: a retry of a batch that was counted before costs its sender nothing.
    const auto give_back = [&core, rate = report_rate_name(call), reports] {
      core.rates.give_back(rate, static_cast<double>(reports));
    };
    const bool is_taken = core.committer.submit(
        std::move(batch), [&core, counts = call.on->counts, id = call.name, peer = call.request.peer, reports,
                           received = call.now, give_back, respond](BatchOutcome outcome, const std::string& failure) {
          HttpResponse response;
          if (outcome != BatchOutcome::counted) give_back();  // failures have the outcome unknown
          try {
            if (!failure.empty()) {
              log_failed_commit(core, failure);
              throw Problem("store-unavailable", "the store cannot be written now; the batch may count or not");
            }
            response = answer_outcome(core, *counts, id, outcome, reports, received);
          } catch (...) {
            response = failure_response(core, std::current_exception(), peer);
          }
          respond(std::move(response));
        });
    if (!is_taken) {
      give_back();
      throw Problem("busy", "too many batches wait for the store");
    }
  } catch (...) {
    respond(failure_response(core, std::current_exception(), call.request.peer));
  }
}

}  // namespace sourdine
