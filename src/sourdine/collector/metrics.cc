#include "sourdine/collector/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace sourdine {
namespace {

void append_family(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  fmt::format_to(std::back_inserter(out), "# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

}  // namespace

std::string metric_label(std::string_view name, std::string_view value) {
  std::string text = std::string(name) + "=\"";
  for (const char letter : value) {
    if (letter == '\\' || letter == '"') text += '\\';
    text += letter == '\n' ? "\\n" : std::string(1, letter);
  }
  return text + '"';
}

Metrics::Metrics(std::vector<std::string> routes) {
  routes.push_back("other");
  for (std::string& name : routes) {
    routes_.push_back(std::make_unique<Route>());
    routes_.back()->name = std::move(name);
  }
}

void Metrics::request(std::size_t route, unsigned status, std::chrono::nanoseconds took) {
  Route& counted = *routes_[std::min(route, routes_.size() - 1)];
  constexpr auto relaxed = std::memory_order_relaxed;
  counted.by_status[std::min<std::size_t>(status, counted.by_status.size() - 1)].fetch_add(1, relaxed);
  const double seconds = std::chrono::duration<double>(took).count();
  const auto bucket = std::lower_bound(bounds.begin(), bounds.end(), seconds) - bounds.begin();
  counted.buckets[static_cast<std::size_t>(bucket)].fetch_add(1, relaxed);
  counted.nanoseconds.fetch_add(static_cast<std::uint64_t>(std::max<std::int64_t>(took.count(), 0)), relaxed);
}

void Metrics::refused(std::string_view reason) {
  const std::lock_guard lock(mutex_);
  const auto found = refused_.find(reason);
  if (found != refused_.end()) {
    ++found->second;
  } else {
    refused_.emplace(reason, 1);
  }
}

std::string Metrics::text(const std::vector<Sample>& samples) const {
  std::string out;
  const auto to = std::back_inserter(out);
  append_family(out, "sourdine_http_requests_total", "counter", "Requests by route and status.");
  for (const auto& route : routes_) {
    for (std::size_t status = 0; status < route->by_status.size(); ++status) {
      const std::uint64_t count = route->by_status[status].load(std::memory_order_relaxed);
      if (count == 0) continue;
      fmt::format_to(to, "sourdine_http_requests_total{{{},status=\"{}\"}} {}\n", metric_label("route", route->name),
                     status, count);
    }
  }
  append_family(out, "sourdine_http_request_seconds", "histogram", "From the whole request to its answer.");
  for (const auto& route : routes_) {
    const std::string label = metric_label("route", route->name);
    std::uint64_t total = 0;
    std::string lines;
    for (std::size_t i = 0; i < route->buckets.size(); ++i) {
      total += route->buckets[i].load(std::memory_order_relaxed);
      const std::string bound = i < bounds.size() ? fmt::format("{}", bounds[i]) : "+Inf";
      lines += fmt::format("sourdine_http_request_seconds_bucket{{{},le=\"{}\"}} {}\n", label, bound, total);
    }
    if (total == 0) continue;
    fmt::format_to(to, "{}sourdine_http_request_seconds_sum{{{}}} {}\nsourdine_http_request_seconds_count{{{}}} {}\n",
                   lines, label, static_cast<double>(route->nanoseconds.load(std::memory_order_relaxed)) / 1e9, label,
                   total);
  }
  append_family(out, "sourdine_batches_total", "counter", "Batches by what became of them.");
  fmt::format_to(
      to, "sourdine_batches_total{{outcome=\"accepted\"}} {}\nsourdine_batches_total{{outcome=\"repeated\"}} {}\n",
      batches_accepted.load(), batches_repeated.load());
  append_family(out, "sourdine_reports_total", "counter", "Reports by what became of them.");
  fmt::format_to(
      to, "sourdine_reports_total{{outcome=\"accepted\"}} {}\nsourdine_reports_total{{outcome=\"repeated\"}} {}\n",
      reports_accepted.load(), reports_repeated.load());
  append_family(out, "sourdine_refused_total", "counter", "Requests that were refused, by reason.");
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [reason, count] : refused_) {
      fmt::format_to(to, "sourdine_refused_total{{{}}} {}\n", metric_label("reason", reason), count);
    }
  }
  append_family(out, "sourdine_connections", "gauge", "Open connections.");
  fmt::format_to(to, "sourdine_connections {}\n", connections.load());
  append_family(out, "sourdine_connections_refused_total", "counter", "Connections closed at once: too many.");
  fmt::format_to(to, "sourdine_connections_refused_total {}\n", connections_refused.load());
  std::string_view last;
  for (const Sample& sample : samples) {
    if (sample.name != last) append_family(out, sample.name, sample.type, sample.help);
    last = sample.name;
    const std::string labels = sample.labels.empty() ? "" : "{" + sample.labels + "}";
    fmt::format_to(to, "{}{} {}\n", sample.name, labels, sample.value);
  }
  return out;
}

}  // namespace sourdine
