#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"
#include "sourdine/base/sha256.h"
#include "sourdine/base/stream.h"
#include "sourdine/collector/service_core.h"

namespace sourdine {
namespace {

constexpr std::string_view no_dashboard =
    "<!doctype html><meta charset=utf-8><title>Sourdine</title><p>This collector has no dashboard. "
    "<a href=\"/v1/openapi.json\">What it answers</a>\n";

std::string base64_of(const Sha256& digest) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < digest.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t j = 0; j < 3; ++j) word = word << 8 | (i + j < digest.size() ? digest[i + j] : 0U);
    for (std::size_t j = 0; j < 4; ++j) text += i + j <= digest.size() ? letters[word >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

// The page is one file that holds its own scripts and styles, and asks nobody but this server. Only the scripts that it
// was built with run: they are named by their SHA-256.
std::string page_policy(std::string_view page) {
  std::string scripts;
  for (std::size_t at = 0; (at = page.find("<script", at)) != std::string_view::npos;) {
    const std::size_t begin = page.find('>', at) + 1, end = page.find("</script>", at);
    if (begin == 0 || end == std::string_view::npos || end < begin) break;
    scripts += " 'sha256-" + base64_of(sha256(as_bytes(page.substr(begin, end - begin)))) + "'";
    at = end;
  }
  return "default-src 'none'; script-src" + (scripts.empty() ? " 'none'" : scripts) +
         "; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; "
         "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

}  // namespace

HttpResponse answer_health(ServiceCore&, const Call& call) {
  call.require_parameters({});
  HttpResponse response;
  response.content_type = "text/plain; charset=utf-8";
  response.body = "ok";
  return response;
}

HttpResponse answer_preflight(ServiceCore&, const Call& call) {
  call.require_parameters({"period"});
  return preflight_response(call.origin);
}

HttpResponse answer_ready(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  HttpResponse response;
  try {
    core.store.require_ready();
    response.body = "{\"ready\":true}\n";
  } catch (const Error& error) {
    core.log.write(LogLevel::warning, "not-ready", {{"message", error.what()}}, call.now);
    response.status = 503;
    response.headers.emplace_back("Retry-After", "1");
    response.body = "{\"ready\":false,\"reason\":\"the store would not take a batch now\"}\n";
  }
  return response;
}

HttpResponse answer_metrics(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  // What is counted over all collections is not for whoever may see only one of them.
  if (!call.token->collection.empty()) throw Problem("token-scope", "the token is for one collection only");
  using Sample = Metrics::Sample;
  const Committer::Stats stats = core.committer.stats();
  std::vector<Sample> samples = {
      {"sourdine_commits_total", "", static_cast<double>(stats.transactions), "counter", "Transactions of the store."},
      {"sourdine_commit_failures_total", "", static_cast<double>(stats.failures), "counter", "Those that failed."},
      {"sourdine_commit_seconds_total", "", std::chrono::duration<double>(stats.commit_time).count(), "counter",
       "Time that transactions took."},
      {"sourdine_waiting_batches", "", static_cast<double>(stats.waiting_batches), "gauge", "Waiting to be durable."},
      {"sourdine_waiting_bytes", "", static_cast<double>(stats.waiting_bytes), "gauge", "Bytes of these."},
      {"sourdine_waiting_answers", "", static_cast<double>(core.workers.waiting()), "gauge", "Waiting for a thread."},
      {"sourdine_store_bytes", "", static_cast<double>(core.store.bytes()), "gauge", "Of the store on the disk."}};
  std::vector<Sample> odd;
  for (const auto& live : core.collections()) {
    std::uint64_t reports = 0;
    for (const PeriodCount& period : core.store.periods(*live->collection)) reports += period.reports;
    const std::string label = metric_label("collection", live->collection->id);
    samples.push_back(
        {"sourdine_collection_reports", label, static_cast<double>(reports), "gauge", "Reports of a collection."});
    odd.push_back({"sourdine_screening_warnings", label, static_cast<double>(odd_checks_now(core, *live, call.now)),
                   "gauge", "Checks that honest reports would hardly fail."});
  }
  samples.insert(samples.end(), odd.begin(), odd.end());
  HttpResponse response;
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = core.metrics.text(samples);
  return response;
}

HttpResponse answer_dashboard(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  HttpResponse response;
  response.content_type = "text/html; charset=utf-8";
  response.body = core.options.dashboard.empty() ? no_dashboard : core.options.dashboard;
  response.headers.emplace_back("Content-Security-Policy", page_policy(response.body));
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  return response;
}

HttpResponse answer_openapi(ServiceCore&, const Call& call) {
  call.require_parameters({});
  HttpResponse response;
  response.body = openapi_text();
  return response;
}

}  // namespace sourdine
