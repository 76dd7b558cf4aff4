#include "sourdine/collector/client/client_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/protocol/table.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {
namespace {

constexpr std::uint64_t max_wait_seconds = 366ULL * 24 * 3600;
constexpr int max_parameters_depth = 16;  // priors and attributes of surveys nest deeper than our headers

std::chrono::seconds seconds_of(const nlohmann::json& json, const char* key) {
  const std::uint64_t number = whole_number(json.at(key));
  if (number > max_wait_seconds) fail_input(fmt::format("its {} is more than a year", key));
  return std::chrono::seconds(number);
}

ClientParameters from_parameters_json(const nlohmann::json& json, const std::string& collection) {
  ClientParameters parameters;
  parameters.collection = json.at("id").get<std::string>();
  if (parameters.collection != collection) {
    fail_input(fmt::format("it is about '{}'", shown(parameters.collection)));
  }
  parameters.protocol = protocol_table().make_recorded(json.at("kind").get<std::string>(), json.at("spec").dump());
  parameters.fingerprint = hexadecimal(parameters.protocol->spec()->fingerprint());
  if (json.at("fingerprint").get<std::string>() != parameters.fingerprint) {
    fail_input("its fingerprint is not that of its spec");
  }
  parameters.is_open = json.at("state").get<std::string>() == "open";
  const nlohmann::json& period = json.at("period");
  if (!period.is_null()) parameters.period = find_period(period.get<std::string>());
  parameters.clock_window = seconds_of(json, "clock_window_seconds");
  parameters.jitter = seconds_of(json, "jitter_seconds");
  parameters.max_batch_reports = whole_number(json.at("max_batch_reports"));
  parameters.max_batch_bytes = whole_number(json.at("max_batch_bytes"));
  // A larger one would wait until nothing of the rate was used for a minute.
  if (const auto rate = json.find("max_reports_per_minute"); rate != json.end() && !rate->is_null()) {
    parameters.max_batch_reports = std::min(parameters.max_batch_reports, whole_number(*rate));
  }
  if (parameters.max_batch_reports == 0 || parameters.max_batch_bytes == 0) fail_input("it takes no reports");
  if (const auto time = json.find("server_time"); time != json.end() && time->is_string()) {
    parameters.server_time = parse_server_time(time->get<std::string>());
  }
  return parameters;
}

std::optional<int> digits_at(std::string_view text, std::size_t from, std::size_t count) {
  int number = 0;
  const char* const end = text.data() + from + count;
  const auto [stop, failed] = std::from_chars(text.data() + from, end, number);
  return failed == std::errc() && stop == end && number >= 0 ? std::optional(number) : std::nullopt;
}

}  // namespace

ClientParameters parse_client_parameters(std::string_view text, const std::string& collection) {
  const auto fail = [&](std::string_view why) {
    fail_input(fmt::format("what the collector says about '{}' cannot be used: {}", shown(collection), why),
               "Is the address that of a Sourdine collector of this version?");
  };
  ClientParameters parameters;
  try {
    parameters = from_parameters_json(parse_bounded_json(text, max_parameters_depth), collection);
  } catch (const nlohmann::json::exception&) {
    fail("it is no description of a collection");
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_input) throw;
    fail(error.what());
  }
  return parameters;
}

double client_epsilon(const Protocol& protocol) {
  double epsilon = std::max(protocol.epsilon(), protocol.guarantee().epsilon);
  if (const auto* const memoised = dynamic_cast<const Memoised*>(&protocol)) {
    epsilon = std::max(epsilon, memoised->symbol_epsilon());
  }
  if (const auto* const tuple = dynamic_cast<const TupleProtocol*>(&protocol)) {
    if (tuple->tuple_spec().solution != TupleSolution::smp) return epsilon;
    for (std::size_t i = 0; i < tuple->width(); ++i) {
      if (const auto* const memoised = dynamic_cast<const Memoised*>(&tuple->oracle(i))) {
        epsilon = std::max(epsilon, memoised->symbol_epsilon());
      }
    }
  }
  return epsilon;
}

void require_promise(const Protocol& protocol, double max_epsilon) {
  if (!(max_epsilon > 0)) fail_input("a client needs the largest epsilon that its users were promised");
  const double epsilon = client_epsilon(protocol);
  const double delta = protocol.guarantee().delta;
  if (epsilon <= max_epsilon && delta == 0) return;
  if (delta != 0) fail_input(fmt::format("the collection promises delta {:.3g} besides epsilon", delta));
  fail_input(fmt::format("the collection asks for reports with epsilon {:.6g}, more than the {:.6g} that users were "
                         "promised; no report is made",
                         epsilon, max_epsilon),
             "Ask whoever runs the collector; raise --max-epsilon only if its users were told so.");
}

std::optional<UnixTime> parse_server_time(std::string_view text) {
  constexpr std::string_view pattern = "dddd-dd-ddTdd:dd:dd.dddZ";
  if (text.size() != pattern.size()) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (pattern[i] == 'd' ? !is_digit : text[i] != pattern[i]) return std::nullopt;
  }
  const std::chrono::year_month_day day(std::chrono::year(*digits_at(text, 0, 4)),
                                        std::chrono::month(static_cast<unsigned>(*digits_at(text, 5, 2))),
                                        std::chrono::day(static_cast<unsigned>(*digits_at(text, 8, 2))));
  if (!day.ok()) return std::nullopt;
  return UnixTime(std::chrono::sys_days(day)) + std::chrono::hours(*digits_at(text, 11, 2)) +
         std::chrono::minutes(*digits_at(text, 14, 2)) + std::chrono::seconds(*digits_at(text, 17, 2)) +
         std::chrono::milliseconds(*digits_at(text, 20, 3));
}

}  // namespace sourdine
