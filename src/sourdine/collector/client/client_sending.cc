#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/stream.h"
#include "sourdine/collector/client/client_state.h"
#include "sourdine/collector/client/server_answer.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine {
namespace {

using Milliseconds = std::chrono::milliseconds;
constexpr Milliseconds stop_check{100};  // how long a request to stop may go unseen

// In an order that tells nothing of when each was made.
std::string in_random_order(const std::string& reports, std::size_t each) {
  if (each == 0) return reports;
  std::string shuffled = reports;
  SecureBits& random = SecureBits::this_thread();
  for (std::size_t left = shuffled.size() / each; left > 1; --left) {
    const std::size_t other = static_cast<std::size_t>(random.below(left));
    std::swap_ranges(shuffled.begin() + static_cast<std::ptrdiff_t>((left - 1) * each),
                     shuffled.begin() + static_cast<std::ptrdiff_t>(left * each),
                     shuffled.begin() + static_cast<std::ptrdiff_t>(other * each));
  }
  return shuffled;
}

}  // namespace

std::string Client::State::body_of(const std::string& reports, std::uint64_t count) const {
  std::string body;
  const Protocol& protocol = *parameters->protocol;
  ReportWriter writer(std::make_unique<OutputBytes>(body), protocol, options.collection, true);
  const std::string mixed = in_random_order(reports, protocol.report_bytes());
  writer.write({as_bytes(mixed), protocol.report_bytes(), count});
  writer.close();
  return body;
}

void Client::State::make_batch(const ReportQueue::Waiting& waiting) {
  const std::string key = to_text(make_batch_key(common_now()));
  if (waiting.is_taken_back) {
    BatchFile batch = queue.read_taken_back(waiting.number);
    batch.key = key;
    queue.begin(waiting.number, batch);
    is_unsent.insert(waiting.number);
    return;
  }
  if (waiting.header.fingerprint != parameters->fingerprint || waiting.header.collection != options.collection) {
    fail_input(
        fmt::format("the queue '{}' has reports for something else than '{}'", queue.folder(), options.collection),
        "Send them with the address and the collection they were made for.");
  }
  const std::string reports = queue.close_waiting(waiting.number);
  queue.begin(waiting.number, {.collection = options.collection,
                               .period = waiting.header.period,
                               .key = key,
                               .reports = waiting.count,
                               .body = body_of(reports, waiting.count)});
  is_unsent.insert(waiting.number);
}

// A batch that has its key, or what is due made into one. What is due "later than any jitter" comes from a clock that
// was set back since.
std::optional<std::uint64_t> Client::State::due_batch() {
  const std::lock_guard held(mutex);
  if (const auto number = queue.first_sending()) return number;
  const auto waiting = queue.first_waiting();
  if (!waiting) return std::nullopt;
  const UnixTime time = now();
  if (waiting->header.due > time && waiting->header.due <= time + parameters->jitter) return std::nullopt;
  make_batch(*waiting);
  return waiting->number;
}

BatchFile Client::State::read_batch(std::uint64_t number) const {
  const std::lock_guard held(mutex);
  return queue.read_sending(number);
}

bool Client::State::is_expired(const BatchFile& batch) const {
  const std::lock_guard held(mutex);
  return time_of(*parse_batch_key(batch.key)) + parameters->clock_window < common_now();
}

void Client::State::set_aside(std::uint64_t number, const BatchFile& batch, SetAside why, const std::string& reason) {
  ClientNotice notice{why, batch.reports, batch.period, batch.key, reason, {}};
  is_unsent.erase(number);
  {
    const std::lock_guard held(mutex);
    notice.file = queue.set_aside(number, why, reason + "\n");
    (why == SetAside::refused ? totals.refused : totals.uncertain) += batch.reports;
  }
  if (options.notice) options.notice(notice);
}

// Waits a random part of a time that doubles: many clients that failed together do not come back together.
void Client::State::failed(const std::string& problem, Milliseconds at_least) {
  const std::lock_guard held(mutex);
  const auto most = std::max<std::int64_t>(options.max_backoff.count(), 1);
  std::int64_t bound = std::max<std::int64_t>(options.first_backoff.count(), 1);
  for (unsigned i = 0; i < failures && bound < most; ++i) bound *= 2;
  bound = std::min(bound, most);
  ++failures;
  const auto drawn = SecureBits::this_thread().below(static_cast<std::uint64_t>(bound) + 1);
  not_before = Steady::now() + at_least + Milliseconds(drawn);
  totals.last_problem = problem;
}

Client::State::Step Client::State::send_batch(std::uint64_t number, const BatchFile& batch) {
  std::string target = fmt::format("/v1/collections/{}/reports", percent_encoded(options.collection));
  if (!batch.period.empty()) target += "?period=" + percent_encoded(batch.period);
  const HttpAnswer answer = http.post(target,
                                      {{"Authorization", "Bearer " + options.token},
                                       {"Content-Type", "application/vnd.sourdine.reports"},
                                       {"Accept", "application/json"},
                                       {"Idempotency-Key", batch.key}},
                                      batch.body);
  const ServerAnswer judged = judge_answer_to_batch(answer, batch.reports);
  if (judged.meaning == ServerAnswer::Meaning::later) {
    // Only a 429 says that nothing was done.
    if (judged.status != 429) is_unsent.erase(number);
    failed(judged.text, judged.retry_after);
    return Step::failed;
  }
  {
    const std::lock_guard held(mutex);
    failures = 0;
    not_before = {};
    totals.last_problem.clear();
    if (judged.meaning == ServerAnswer::Meaning::done) {
      queue.acknowledge(number);
      is_unsent.erase(number);
      totals.acknowledged += batch.reports;
      return Step::sent;
    }
    totals.last_problem = judged.text;
  }
  if (is_unsent.contains(number)) {
    set_aside(number, batch, SetAside::refused, judged.text);
  } else {
    set_aside(number, batch, SetAside::uncertain,
              judged.text + "\nAn earlier attempt had no clear answer: the batch may have been counted then.");
  }
  return Step::sent;
}

Client::State::Step Client::State::send_one() {
  {
    const std::lock_guard held(mutex);
    if (Steady::now() < not_before) return Step::nothing_due;
    const auto waiting = queue.first_waiting();
    const bool is_due =
        waiting && (!parameters || waiting->header.due <= now() || waiting->header.due > now() + parameters->jitter);
    if (!queue.first_sending() && !is_due) return Step::nothing_due;
  }
  std::optional<std::uint64_t> number;
  const bool was_kept = http.is_connected();
  try {
    http.connect();
    ask_parameters();
    http.connect();  // a key is made when a connection stands, and not every answer leaves it standing
    number = due_batch();
    if (!number) return Step::nothing_due;
    const BatchFile batch = read_batch(*number);
    // What was certainly not counted is for the collector to refuse, not to be uncertain about.
    if (!is_unsent.contains(*number) && is_expired(batch)) {
      set_aside(*number, batch, SetAside::uncertain,
                "It was sent, never acknowledged, and is older than the collection's clock window: the collector would "
                "refuse it, and may have counted it.");
      return Step::sent;
    }
    return send_batch(*number, batch);
  } catch (const Error& error) {
    if (number) is_unsent.erase(*number);
    if (error.code() != ErrorCode::io) throw;
    // The collector may have closed a connection that was kept before it read the request: at once again, in a new one.
    if (was_kept && number && !http.is_connected()) return Step::sent;
    failed(error.what(), {});
    return Step::failed;
  }
}

std::optional<Client::State::Steady::time_point> Client::State::next_step() const {
  const auto waiting = queue.first_waiting();
  if (queue.first_sending()) return std::max(not_before, Steady::now());
  if (!waiting) return std::nullopt;
  const UnixTime time = now();
  const bool is_later = parameters && waiting->header.due > time && waiting->header.due <= time + parameters->jitter;
  const Steady::time_point due = Steady::now() + (is_later ? waiting->header.due - time : Milliseconds(0));
  return std::max(not_before, due);
}

ClientStatus Client::flush(Milliseconds at_most, const StopToken& stop) {
  State& state = *state_;
  const auto check = [&] {
    state.stop.check();
    stop.check();
  };
  const auto end = State::Steady::now() + at_most;
  for (;;) {
    {
      const std::lock_guard talking(state.sending);
      while (state.send_one() == State::Step::sent) check();
    }
    std::unique_lock held(state.mutex);
    const auto next = state.next_step();
    if (!next || *next >= end) return state.status_locked();
    while (State::Steady::now() < *next) {
      check();
      state.changed.wait_until(held, std::min(*next, State::Steady::now() + stop_check));
    }
  }
}

ClientStatus Client::send_due() {
  {
    const std::lock_guard talking(state_->sending);
    while (state_->send_one() == State::Step::sent) state_->stop.check();
  }
  return status();
}

// Errors that flush() would throw are for status() here: an application that reports does not wait for the network.
void Client::State::run() {
  for (;;) {
    bool has_sent = false;
    try {
      const std::lock_guard talking(sending);
      has_sent = send_one() == Step::sent;
    } catch (const std::exception& error) {
      if (stop.is_asked()) return;
      failed(error.what(), options.max_backoff / 2);
    }
    std::unique_lock held(mutex);
    if (is_stopping) return;
    if (has_sent) continue;
    const auto next = next_step();
    const auto until = Steady::now() + stop_check;
    changed.wait_until(held, next ? std::min(std::max(*next, Steady::now()), until) : until);
    if (is_stopping || stop.is_asked()) return;
  }
}

void Client::start() {
  const std::lock_guard held(state_->mutex);
  if (state_->thread.joinable()) return;
  state_->is_stopping = false;
  state_->thread = std::thread([state = state_.get()] { state->run(); });
}

void Client::stop() {
  {
    const std::lock_guard held(state_->mutex);
    if (!state_->thread.joinable()) return;
    state_->is_stopping = true;
    state_->changed.notify_all();
  }
  state_->thread.join();
}

}  // namespace sourdine
