// The inside of Client: what its two sources share.
#pragma once

#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "sourdine/collector/client/client.h"
#include "sourdine/collector/client/record_randomizer.h"

namespace sourdine {

struct Client::State {
  using Steady = std::chrono::steady_clock;

  State(ClientOptions asked, StopToken token);

  // What is known of the collection, from the folder; nothing when there is nothing.
  std::optional<ClientParameters> stored_parameters() const;
  void store_parameters(const std::string& json) const;
  // Asks the collector, and keeps what it says the first time. Takes `sending`.
  void learn();
  // The same with `sending` held; once per process, then a no-op.
  void ask_parameters();
  void adopt(ClientParameters learned);  // `mutex` is held
  void require_parameters();
  UnixTime now() const;
  // By the collector's clock, as far as it is known: keys and periods follow it.
  UnixTime common_now() const { return now() + clock_offset; }
  std::string period_label_of(std::optional<UnixTime> when) const;
  void add(RecordsView records, const std::string& period);
  std::uint64_t reports_per_batch() const;
  ClientStatus status_locked() const;

  // client_sending.cc
  enum class Step { sent, nothing_due, failed };
  // Sends one batch if one is due; `sent` when it is worth while to ask again at once. `sending` is held, `mutex` not.
  Step send_one();
  std::optional<std::uint64_t> due_batch();
  BatchFile read_batch(std::uint64_t number) const;
  std::string body_of(const std::string& reports, std::uint64_t count) const;
  void make_batch(const ReportQueue::Waiting& waiting);
  Step send_batch(std::uint64_t number, const BatchFile& batch);
  void set_aside(std::uint64_t number, const BatchFile& batch, SetAside why, const std::string& reason);
  void failed(const std::string& problem, std::chrono::milliseconds at_least);
  bool is_expired(const BatchFile& batch) const;
  // When there may be something to do next; nothing when nothing waits.
  std::optional<Steady::time_point> next_step() const;
  void run();

  ClientOptions options;
  StopToken stop;
  std::mutex sending;  // held by whoever talks to the collector; before `mutex` where both are
  HttpClient http;     // of `sending`, as is what follows it
  bool has_asked = false;
  // Batches that were made by this process, and of which the collector has certainly counted nothing.
  std::set<std::uint64_t> is_unsent;

  mutable std::mutex mutex;  // of all below
  std::condition_variable changed;
  ReportQueue queue;
  std::optional<ClientParameters> parameters;
  std::unique_ptr<RecordRandomizer> randomizer;
  std::chrono::milliseconds clock_offset{};
  unsigned failures = 0;
  Steady::time_point not_before{};
  ClientStatus totals;
  bool is_stopping = false;
  std::thread thread;
};

}  // namespace sourdine
