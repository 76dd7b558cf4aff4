#include "sourdine/collector/client/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/client/client_state.h"
#include "sourdine/collector/client/memo_secret.h"
#include "sourdine/collector/client/server_answer.h"
#include "sourdine/protocol/file_header.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine {
namespace {

constexpr std::size_t report_file_overhead = 64;  // checksums and seal of a report file
constexpr std::size_t block_overhead = 13;        // at most one block per report

std::string parameters_path(const ReportQueue& queue) { return queue.folder() + "/collection.json"; }

void require_id(std::string_view id) {
  const auto is_letter = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
  };
  if (!id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), is_letter)) return;
  fail_input(fmt::format("'{}' is no id of a collection", shown(id)), "It has 1 to 64 of a-z, 0-9, - and _.");
}

void require_token(std::string_view token) {
  const auto is_letter = [](char letter) { return letter > ' ' && letter < 0x7F; };
  if (!token.empty() && std::all_of(token.begin(), token.end(), is_letter)) return;
  fail_input("the token is empty, or has something in it that is no letter", "A client's token begins with sdc_.");
}

}  // namespace

Client::State::State(ClientOptions asked, StopToken token)
    : options(std::move(asked)),
      stop(token),
      http(options.url, options.http, std::move(token)),
      queue(options.queue, options.durable) {
  require_id(options.collection);
  require_token(options.token);
  if (!(options.max_epsilon > 0)) fail_input("a client needs the largest epsilon that its users were promised");
  if (auto stored = stored_parameters()) {
    const std::lock_guard held(mutex);
    adopt(std::move(*stored));
  }
}

std::optional<ClientParameters> Client::State::stored_parameters() const {
  const std::string path = parameters_path(queue);
  if (!std::filesystem::exists(path)) return std::nullopt;
  InputFile input(path);
  std::string text(std::filesystem::file_size(path), '\0');
  text.resize(input.read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  try {
    auto stored = parse_client_parameters(text, options.collection);
    stored.server_time.reset();  // of another day
    return stored;
  } catch (const Error& error) {
    fail_input(
        fmt::format("the queue '{}' cannot be used for '{}': {}", queue.folder(), options.collection, error.what()),
        "Give every collection a folder of its own.");
  }
}

void Client::State::store_parameters(const std::string& json) const {
  AtomicFile file(parameters_path(queue), StopToken::never());
  file.append(json);
  file.commit();
}

void Client::State::adopt(ClientParameters learned) {
  require_promise(*learned.protocol, options.max_epsilon);
  if (parameters && parameters->fingerprint != learned.fingerprint) {
    fail_input(
        fmt::format("the collection '{}' asks for something else than before; no report is sent", options.collection),
        fmt::format("If that is meant, report to it from another folder than '{}'.", queue.folder()));
  }
  if (!randomizer) {
    randomizer = std::make_unique<RecordRandomizer>(learned.protocol, options.collection, [this] {
      return open_memo_secret(options.secret_file.empty() ? queue.folder() + "/secret" : options.secret_file);
    });
  }
  learned.jitter = std::max(learned.jitter, options.min_jitter);
  if (learned.server_time) clock_offset = *learned.server_time - now();
  parameters = std::move(learned);
}

void Client::State::ask_parameters() {
  if (has_asked) return;
  const HttpAnswer answer = http.get("/v1/collections/" + percent_encoded(options.collection),
                                     {{"Authorization", "Bearer " + options.token}, {"Accept", "application/json"}});
  const ServerAnswer judged = judge_answer(answer);
  if (judged.meaning == ServerAnswer::Meaning::later) fail_io("the collector cannot answer now: " + judged.text);
  if (judged.meaning == ServerAnswer::Meaning::final) {
    fail_input(fmt::format("the collector does not describe '{}': {}", options.collection, judged.text));
  }
  auto learned = parse_client_parameters(answer.body, options.collection);
  const std::lock_guard held(mutex);
  adopt(std::move(learned));
  store_parameters(answer.body);
  has_asked = true;
}

void Client::State::learn() {
  const std::lock_guard talking(sending);
  ask_parameters();
}

void Client::State::require_parameters() {
  {
    const std::lock_guard held(mutex);
    if (parameters) return;
  }
  learn();
}

UnixTime Client::State::now() const {
  if (options.clock) return options.clock();
  return std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

std::string Client::State::period_label_of(std::optional<UnixTime> when) const {
  if (!parameters->period) return "";
  const UnixTime time = when.value_or(common_now());
  return period_label(*parameters->period,
                      std::chrono::local_seconds(std::chrono::floor<std::chrono::seconds>(time).time_since_epoch()));
}

std::uint64_t Client::State::reports_per_batch() const {
  const Protocol& protocol = *parameters->protocol;
  const std::size_t head =
      encode_collection_header(report_format, {protocol.spec(), options.collection, true}, protocol.report_bytes())
          .size() +
      report_file_overhead;
  const std::uint64_t left = parameters->max_batch_bytes - std::min<std::uint64_t>(parameters->max_batch_bytes, head);
  const std::uint64_t fits = left / (protocol.report_bytes() + block_overhead);
  if (fits == 0) fail_input("the collection takes no batch that is large enough for one report");
  return std::min(fits, parameters->max_batch_reports);
}

void Client::State::add(RecordsView records, const std::string& period) {
  const std::vector<std::uint8_t> reports = randomizer->reports_of(records);
  const auto jitter = std::chrono::duration_cast<std::chrono::milliseconds>(parameters->jitter);
  const auto wait = SecureBits::this_thread().below(static_cast<std::uint64_t>(jitter.count()) + 1);
  const UnixTime time = now();
  const WaitingHeader header{.collection = options.collection,
                             .fingerprint = parameters->fingerprint,
                             .period = period,
                             .report_bytes = parameters->protocol->report_bytes(),
                             .due = time + std::chrono::milliseconds(wait)};
  // A report that joined what is due already would be sent at once, and tell when it was made.
  queue.add(header, reports, records.size(), {reports_per_batch(), time, jitter.count() == 0});
  changed.notify_all();
}

ClientStatus Client::State::status_locked() const {
  ClientStatus status = totals;
  status.queue = queue.counts();
  if (const auto waiting = queue.first_waiting()) status.next_due = waiting->header.due;
  return status;
}

Client::Client(ClientOptions options, StopToken stop)
    : state_(std::make_unique<State>(std::move(options), std::move(stop))) {}

Client::~Client() { stop(); }

ClientParameters Client::parameters() {
  state_->require_parameters();
  const std::lock_guard held(state_->mutex);
  return *state_->parameters;
}

void Client::report(Value value, std::optional<UnixTime> when) { report(std::span(&value, 1), when); }

void Client::report(std::string_view label, std::optional<UnixTime> when) {
  const std::string text(label);
  report(std::span(&text, 1), when);
}

void Client::report(std::span<const Value> record, std::optional<UnixTime> when) {
  state_->require_parameters();
  const std::lock_guard held(state_->mutex);
  const std::size_t width = state_->parameters->protocol->width();
  if (record.size() != width) {
    fail_input(fmt::format("{} in place of {}", counted(record.size(), "value"), width));
  }
  state_->add({record, width}, state_->period_label_of(when));
}

void Client::report(std::span<const std::string> labels, std::optional<UnixTime> when) {
  const std::vector<Value> values = values_of(labels);
  report(std::span<const Value>(values), when);
}

void Client::report_all(RecordsView records, const std::optional<std::string>& period) {
  state_->require_parameters();
  const std::lock_guard held(state_->mutex);
  const ClientParameters& parameters = *state_->parameters;
  if (records.width != parameters.protocol->width() || records.values.size() % records.width != 0) {
    fail_input(
        fmt::format("records of {} in place of {}", counted(records.width, "value"), parameters.protocol->width()));
  }
  if (period) {
    const auto parsed = parse_label(*period);
    if (!parameters.period) fail_input(fmt::format("the collection '{}' has no periods", parameters.collection));
    if (!parsed || parsed->first != *parameters.period) {
      fail_input(fmt::format("'{}' is no {}", shown(*period), period_name(*parameters.period)),
                 "Labels: 2026, 2026-11, 2026-W47, 2026-11-17, 2026-11-17T13.");
    }
  }
  if (records.size() != 0) state_->add(records, period ? *period : state_->period_label_of({}));
}

std::vector<Value> Client::values_of(std::span<const std::string> labels) {
  state_->require_parameters();
  const std::lock_guard held(state_->mutex);
  return state_->randomizer->values_of(labels);
}

ClientStatus Client::status() const {
  const std::lock_guard held(state_->mutex);
  return state_->status_locked();
}

std::uint64_t Client::take_back_refused() {
  const std::lock_guard held(state_->mutex);
  const std::uint64_t taken = state_->queue.take_back_refused();
  state_->changed.notify_all();
  return taken;
}

}  // namespace sourdine
