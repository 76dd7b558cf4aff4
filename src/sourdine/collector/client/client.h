// Client: an application's side of a collection. It randomises on the spot, keeps reports until the collector has them,
// and sends each exactly once.
//
// Privacy
//   - A value is randomised before report() returns, and is never written anywhere.
//   - The protocol is made here from the collection's spec, and ε is computed from its thresholds: a collector that
//     asks for more than max_epsilon gets no report. The first parameters are kept in the queue's folder; a collector
//     that later asks for something else under the same name gets none either.
//   - Every report() spends ε again, but for memoised protocols, whose reports about one value share one permanent
//     response (a secret in the queue's folder, or in a file that is named).
//   - A batch is sent a random time after its first report, evenly drawn from 0 … jitter milliseconds (the
//     collection's, or min_jitter where that is more). Whoever sees it arrive learns that its reports were made within
//     the jitter before, how many they are, and who sends (the address, the token); not when within that time. After an
//     outage it learns less. The idempotency key has the time of the first attempt, nothing else.
//
// Delivery
//   - A report is on the disk when report() returns (`durable`; without it, a power cut may lose the last ones).
//   - A batch has its idempotency key and its body on the disk before the first byte is sent, and the key is made when
//     a connection stands: being offline, however long, makes no batch old.
//   - No answer, 408, 429 and 5xx: the same key and body again, after a random time that doubles at every failure, and
//     not before what Retry-After asks for.
//   - A final refusal: the batch goes to refused/ with the reason; it was not counted. Where an earlier attempt went
//     without a clear answer, or the key has become older than the collection's clock window, nobody can tell: it goes
//     to uncertain/. Nothing is dropped, and `notice` hears of both.
//
// One process per folder. Any thread may call any function.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sourdine/base/stop.h"
#include "sourdine/collector/client/client_parameters.h"
#include "sourdine/collector/client/http_client.h"
#include "sourdine/collector/client/report_queue.h"

namespace sourdine {

// A batch that will not be sent again.
struct ClientNotice {
  SetAside why = SetAside::refused;
  std::uint64_t reports = 0;
  std::string period;
  std::string key;
  std::string reason;
  std::string file;
};

struct ClientOptions {
  std::string url = {};                // "https://collector.example"
  std::string token = {};              // "sdc_…"
  std::string collection = {};         // its id
  std::string queue = {};              // the folder
  double max_epsilon = 0;              // what users were promised; must be given
  std::chrono::seconds min_jitter{0};  // whatever the collection's jitter is, batches wait up to this at least
  std::string secret_file = {};        // of memoised protocols; empty: 'secret' in the folder
  bool durable = true;
  HttpClientOptions http = {};
  std::chrono::milliseconds first_backoff{500};
  std::chrono::milliseconds max_backoff{300'000};
  std::function<void(const ClientNotice&)> notice = {};  // on the thread that sends; must not call the client
  std::function<UnixTime()> clock = {};                  // for tests; empty: the system's
};

struct ClientStatus {
  QueueCounts queue = {};
  std::uint64_t acknowledged = 0;            // reports, since the client was made
  std::uint64_t refused = 0, uncertain = 0;  // likewise
  std::string last_problem = {};             // why the last attempt failed; empty after one that did not
  std::optional<UnixTime> next_due = {};     // of what waits

  bool is_all_sent() const { return queue.waiting == 0 && queue.sending == 0; }
};

class Client {
 public:
  // Opens the queue; asks nobody. Throws Error(bad_input).
  explicit Client(ClientOptions options, StopToken stop = {});
  // Stops the thread; what was not sent waits in the folder.
  ~Client();

  // The collection's protocol and settings: from the folder, or from the collector the first time, which throws
  // Error(io) when it cannot be reached, and Error(bad_input) when it refuses or asks for too much.
  ClientParameters parameters();

  // Randomises and queues. `when` decides the period; nothing: now. Throws Error(bad_input) for what is no value, and
  // Error(io) when the disk is full: nothing was queued then.
  void report(Value value, std::optional<UnixTime> when = {});
  void report(std::string_view label, std::optional<UnixTime> when = {});
  // One record of several attributes.
  void report(std::span<const Value> record, std::optional<UnixTime> when = {});
  void report(std::span<const std::string> labels, std::optional<UnixTime> when = {});
  // Many records with one visit to the disk; `period` a label of the collection's, or nothing for now.
  void report_all(RecordsView records, const std::optional<std::string>& period = {});
  // The values of texts, as report() takes them.
  std::vector<Value> values_of(std::span<const std::string> labels);

  // Sends what is due, waits for what is not and retries, until nothing waits or the time is up. Throws
  // Error(bad_input) when the collector refuses to describe the collection, or asks for something else than before;
  // Error(cancelled), when the client is stopped or, between two requests, this call is: the client lives on then.
  ClientStatus flush(std::chrono::milliseconds at_most, const StopToken& stop = {});
  // The same once, without waiting for anything.
  ClientStatus send_due();
  // A thread that sends what is due, for as long as the client is there.
  void start();
  void stop();

  ClientStatus status() const;
  // What was refused waits again: for a token that has been replaced. It was not counted, so it gets new keys. Returns
  // the number of batches.
  std::uint64_t take_back_refused();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sourdine
