// The client of a collector: what it is told to report, and what it says of itself.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include "arrays.h"
#include "binding.h"
#include "bound_protocol.h"
#include "long_work.h"
#include "own_process.h"
#include "sourdine/base/error.h"
#include "sourdine/collector/client/client.h"

namespace sourdine::python {
namespace {

// What was set aside, told when somebody asks: the thread that sends never waits for Python's lock.
class Notices {
 public:
  void add(const ClientNotice& notice) {
    const std::lock_guard held(mutex_);
    notices_.push_back(notice);
  }
  std::vector<ClientNotice> all() const {
    const std::lock_guard held(mutex_);
    return notices_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<ClientNotice> notices_;
};

class BoundClient {
 public:
  // Its own stop: Ctrl-C ends a call, and the client lives on.
  explicit BoundClient(ClientOptions options) {
    options.notice = [notices = notices_](const ClientNotice& notice) { notices->add(notice); };
    client_.set(without_lock([&] { return std::make_shared<Client>(std::move(options), stop_.token()); }, true));
  }
  // Without Python's lock: the thread that sends is waited for.
  ~BoundClient() {
    std::shared_ptr<Client> client = client_.take();
    const nb::gil_scoped_release unlocked;
    end(std::move(client));
  }
  BoundClient(const BoundClient&) = delete;
  BoundClient& operator=(const BoundClient&) = delete;

  // work(client) as LongWork; another thread may close the client meanwhile.
  template <class Work>
  auto use(Work work, bool is_brief = true) const {
    const std::shared_ptr<Client> client = get();
    try {
      return without_lock([&] { return work(*client); }, is_brief);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) get();  // says that it was closed
      throw;
    }
  }

  void close() {
    without_lock([this, client = client_.take()]() mutable { end(std::move(client)); }, true);
  }
  std::vector<ClientNotice> notices() const { return notices_->all(); }

 private:
  std::shared_ptr<Client> get() const {
    return client_.get("client", "What was not sent waits in its queue: make another client for it.");
  }
  // A request that nobody answers does not keep it: the batch is sent again, by the same key, when somebody next does.
  void end(std::shared_ptr<Client> client) {
    if (!client) return;
    stop_.ask();
    client->stop();
  }

  StopSource stop_;
  std::shared_ptr<Notices> notices_ = std::make_shared<Notices>();
  OwnProcess<Client> client_;
};

nb::dict status_of(const ClientStatus& status) {
  nb::dict made;
  made["waiting"] = status.queue.waiting;
  made["sending"] = status.queue.sending;
  made["acknowledged"] = status.acknowledged;
  made["refused"] = status.refused;
  made["uncertain"] = status.uncertain;
  made["refused_batches"] = status.queue.refused;
  made["uncertain_batches"] = status.queue.uncertain;
  made["damaged_files"] = status.queue.damaged;
  made["last_problem"] = status.last_problem;
  made["next_due"] = nb::none();
  if (status.next_due) made["next_due"] = std::chrono::duration<double>(status.next_due->time_since_epoch()).count();
  return made;
}

nb::dict parameters_of(const BoundClient& self) {
  const ClientParameters known = self.use([](Client& client) { return client.parameters(); });
  nb::dict made;
  made["collection"] = known.collection;
  made["protocol"] = BoundProtocol(known.protocol);
  made["is_open"] = known.is_open;
  made["period"] = nb::none();
  if (known.period) made["period"] = std::string(period_name(*known.period));
  made["jitter"] = known.jitter.count();
  made["clock_window"] = known.clock_window.count();
  return made;
}

std::size_t report_records(const BoundClient& self, const AnyArray& values, const std::optional<std::string>& period) {
  const auto protocol = self.use([](Client& client) { return client.parameters().protocol; });
  const std::size_t width = protocol->width();
  const ValueArray numbers(values, width);
  self.use([&](Client& client) {
    std::vector<Value> records(numbers.size() * width);
    numbers.copy(0, numbers.size(), *protocol, records);
    client.report_all({records, width}, period);
  });
  return numbers.size();
}

nb::list notices_of(const BoundClient& self) {
  nb::list made;
  for (const ClientNotice& notice : self.notices()) {
    nb::dict one;
    one["why"] = notice.why == SetAside::refused ? "refused" : "uncertain";
    one["reports"] = notice.reports;
    one["period"] = notice.period;
    one["reason"] = notice.reason;
    one["file"] = notice.file;
    made.append(one);
  }
  return made;
}

}  // namespace

void bind_collector_client(nb::module_& module) {
  using Milliseconds = std::chrono::milliseconds;
  nb::class_<BoundClient>(module, "Client", "Randomises, keeps reports in a folder, and sends them to a collector.")
      .def(
          "__init__",
          [](BoundClient* place, const std::string& url, const std::string& token, const std::string& collection,
             const std::string& queue, double max_epsilon, std::int64_t min_jitter, const std::string& secret,
             bool durable, const std::string& ca, bool allow_plain, std::int64_t timeout_ms) {
            const Milliseconds timeout(timeout_ms);
            ClientOptions options{.url = url,
                                  .token = token,
                                  .collection = collection,
                                  .queue = queue,
                                  .max_epsilon = max_epsilon,
                                  .min_jitter = std::chrono::seconds(min_jitter),
                                  .secret_file = secret,
                                  .durable = durable};
            options.http.ca_file = ca;
            options.http.allows_plain = allow_plain;
            options.http.connect_timeout = std::min(options.http.connect_timeout, timeout);
            options.http.timeout = timeout;
            new (place) BoundClient(std::move(options));
          },
          "url"_a, "token"_a, "collection"_a, "queue"_a, "max_epsilon"_a, "min_jitter"_a, "secret"_a, "durable"_a,
          "ca"_a, "allow_plain"_a, "timeout_ms"_a)
      .def("parameters", parameters_of)
      .def("report", report_records, "values"_a.noconvert(), "period"_a.none(), "How many records were reported.")
      .def(
          "flush",
          [](const BoundClient& self, std::int64_t at_most_ms) {
            return status_of(
                self.use([&](Client& client) { return client.flush(Milliseconds(at_most_ms), StopToken()); }, false));
          },
          "at_most_ms"_a)
      .def("send_due",
           [](const BoundClient& self) {
             return status_of(self.use([](Client& client) { return client.send_due(); }, false));
           })
      .def("status",
           [](const BoundClient& self) { return status_of(self.use([](Client& client) { return client.status(); })); })
      .def("start", [](const BoundClient& self) { self.use([](Client& client) { client.start(); }); })
      .def("take_back_refused",
           [](const BoundClient& self) { return self.use([](Client& client) { return client.take_back_refused(); }); })
      .def("notices", notices_of, nb::sig("def notices(self) -> list[dict[str, typing.Any]]"))
      .def("close", &BoundClient::close);
}

}  // namespace sourdine::python
