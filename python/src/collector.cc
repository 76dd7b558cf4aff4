// A collector in this process, on threads of its own; and what a collection has, read from a collector or a store.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "arrays.h"
#include "binding.h"
#include "bound_protocol.h"
#include "long_work.h"
#include "own_process.h"
#include "sourdine/base/error.h"
#include "sourdine/collector/problem.h"
#include "sourdine/collector/read_collection.h"
#include "sourdine/collector/running.h"
#include "sourdine/collector/time_text.h"
#include "sourdine/publish/bundle.h"

namespace sourdine::python {
namespace {

class BoundCollector {
 public:
  explicit BoundCollector(CollectorConfig config) {
    config.dashboard = collector_page();
    auto running = without_lock(
        [&] {
          auto made = std::make_shared<RunningCollector>(std::move(config));
          made->start();
          return made;
        },
        true);
    url_ = running->url();
    running_.set(std::move(running));
  }
  ~BoundCollector() {
    std::shared_ptr<RunningCollector> running = running_.take();
    const nb::gil_scoped_release unlocked;
    running.reset();
  }
  BoundCollector(const BoundCollector&) = delete;
  BoundCollector& operator=(const BoundCollector&) = delete;

  const std::string& url() const { return url_; }

  // work(collector) without Python's lock; what the service refuses, as an error.
  template <class Work>
  auto use(Work work) const {
    const std::shared_ptr<RunningCollector> running = running_.get("collector");
    return without_lock(
        [&] {
          try {
            return work(*running);
          } catch (const Problem& problem) {
            fail_input(problem.what(), problem.hint());
          }
        },
        true);
  }

  void close() {
    without_lock([running = running_.take()]() mutable { running.reset(); }, true);
  }

 private:
  OwnProcess<RunningCollector> running_;
  std::string url_;
};

std::string new_token(const BoundCollector& self, const std::string& scope, const std::string& collection,
                      const std::string& note, const std::string& expires) {
  std::optional<UnixTime> end;
  if (!expires.empty()) {
    end = parse_time_text(expires);
    if (!end) fail_input("'" + expires + "' is no time", "Write 2026-12-31T00:00:00Z.");
  }
  return self.use([&](RunningCollector& running) {
    return running.service().create_token(find_scope(scope), collection, note, end).secret;
  });
}

// The period, its reports, cells, and whether their randomness was private.
using PeriodParts = std::tuple<std::optional<std::string>, std::uint64_t, NumpyArray<const std::uint64_t>, bool>;

nb::dict read_collection_parts(const std::string& url, const std::string& id, const std::string& token,
                               const std::string& ca, bool allow_plain) {
  CollectionTallies read = without_lock([&] {
    return read_tallies(
        {.url = url, .collection = id, .token_file = {}, .ca_file = ca, .allows_plain = allow_plain, .token = token});
  });
  const CollectionSettings& settings = read.collection.settings;
  const auto label_of = [&](std::int64_t number) -> std::optional<std::string> {
    if (!settings.period) return std::nullopt;
    return period_label(*settings.period, period_start(*settings.period, number));
  };
  std::vector<PeriodParts> periods;
  for (StoredTally& tally : read.tallies) {
    const bool is_private = tally.seeded == 0;
    periods.emplace_back(label_of(tally.period), tally.reports, constant_numpy_of(std::move(tally.cells)), is_private);
  }
  nb::dict made;
  made["protocol"] = BoundProtocol(read.collection.protocol);
  made["title"] = settings.title;
  made["period"] = nb::none();
  if (settings.period) made["period"] = std::string(period_name(*settings.period));
  made["min_reports"] = settings.min_reports;
  made["accepts_seeded"] = settings.accepts_seeded;
  made["periods"] = periods;
  return made;
}

}  // namespace

void bind_collector(nb::module_& module) {
  nb::class_<BoundCollector>(module, "Collector", "A collector that runs in this process, on threads of its own.")
      .def(
          "__init__",
          [](BoundCollector* place, const std::string& config, const std::string& text, const std::string& store,
             const std::string& address, std::optional<std::uint16_t> port, bool allow_plain) {
            CollectorConfig asked;
            asked.log_level = LogLevel::error;  // unless a configuration says otherwise
            if (!text.empty()) asked = parse_collector_config(text, "configuration");
            if (!config.empty()) asked = read_collector_config(config);
            if (!store.empty()) asked.store = store;
            if (!address.empty()) asked.server.address = address;
            if (port) asked.server.port = *port;
            asked.server.allow_plain = asked.server.allow_plain || allow_plain;
            new (place) BoundCollector(std::move(asked));
          },
          "config"_a, "text"_a, "store"_a, "address"_a, "port"_a.none(), "allow_plain"_a,
          "config: a path; text: what the file would have. Empty texts: the defaults.")
      .def_prop_ro("url", &BoundCollector::url)
      .def(
          "create",
          [](const BoundCollector& self, const std::string& json) {
            self.use([&](RunningCollector& running) { running.service().create_collection(json); });
          },
          "json"_a, "A collection, as an administrator asks for it.")
      .def("token", new_token, "scope"_a, "collection"_a, "note"_a, "expires"_a)
      .def(
          "backup",
          [](const BoundCollector& self, const std::string& path) {
            self.use([&](RunningCollector& running) { running.backup(path); });
          },
          "path"_a)
      .def("close", &BoundCollector::close);
  module.def("read_collection", read_collection_parts, "url"_a, "id"_a, "token"_a, "ca"_a, "allow_plain"_a,
             "Protocol, title, period, min_reports, accepts_seeded, and of every period its name, reports, cells and "
             "whether it is private.");
}

}  // namespace sourdine::python
