// What is counted for whoever watches the collector: Prometheus' text format, version 0.0.4.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace sourdine {

class Metrics {
 public:
  // The names of the routes that requests are counted by; others are counted as "other".
  explicit Metrics(std::vector<std::string> routes);

  static constexpr std::size_t other_route = ~std::size_t{0};
  void request(std::size_t route, unsigned status, std::chrono::nanoseconds took);
  void refused(std::string_view reason);

  std::atomic<std::uint64_t> batches_accepted = 0, batches_repeated = 0, reports_accepted = 0, reports_repeated = 0;
  std::atomic<std::int64_t> connections = 0;
  std::atomic<std::uint64_t> connections_refused = 0;

  // Numbers that others keep: added to what text() writes.
  struct Sample {
    std::string name;    // "sourdine_store_bytes"
    std::string labels;  // "collection=\"fires\"", or empty
    double value = 0;
    std::string_view type = "gauge";
    std::string_view help = {};
  };
  std::string text(const std::vector<Sample>& samples) const;

 private:
  static constexpr std::array<double, 12> bounds = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                    0.05,   0.1,   0.25,   0.5,   1,    2.5};
  struct Route {
    std::string name;
    std::array<std::atomic<std::uint64_t>, 600> by_status{};
    std::array<std::atomic<std::uint64_t>, bounds.size() + 1> buckets{};
    std::atomic<std::uint64_t> nanoseconds = 0;
  };
  std::vector<std::unique_ptr<Route>> routes_;
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t, std::less<>> refused_;  // by slug: there are only so many
};

// A label's value as the format wants it: \, " and line feeds escaped.
std::string metric_label(std::string_view name, std::string_view value);

}  // namespace sourdine
