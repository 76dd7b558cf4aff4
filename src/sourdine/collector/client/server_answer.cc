#include "sourdine/collector/client/server_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

constexpr std::string_view problem_prefix = "urn:sourdine:problem:";
constexpr std::size_t max_problem_bytes = 1000;

std::string text_at(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? escaped(found->get<std::string>().substr(0, max_problem_bytes))
                                                   : "";
}

void read_problem(const HttpAnswer& answer, ServerAnswer& judged) {
  if (!answer.header("content-type").starts_with("application/problem+json")) return;
  try {
    const nlohmann::json json = parse_bounded_json(answer.body);
    if (!json.is_object()) return;
    const std::string type = text_at(json, "type");
    if (type.starts_with(problem_prefix)) judged.slug = type.substr(problem_prefix.size());
    const std::string detail = text_at(json, "detail");
    judged.text = detail.empty() ? text_at(json, "title") : detail;
    if (const std::string hint = text_at(json, "hint"); !hint.empty()) {
      judged.text += judged.text.empty() || judged.text.ends_with('.') ? " " : ". ";
      judged.text += hint;
    }
  } catch (const std::exception&) {
    // Whoever answers so is no collector; the status says enough.
  }
}

// Seconds; a date is not understood, and the client's own waiting has to do.
std::chrono::milliseconds retry_after_of(const HttpAnswer& answer) {
  const std::string_view text = trimmed(answer.header("retry-after"));
  std::uint64_t seconds = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (failed != std::errc() || end != text.data() + text.size()) return {};
  return std::chrono::seconds(std::min<std::uint64_t>(seconds, 3600));
}

}  // namespace

ServerAnswer judge_answer(const HttpAnswer& answer) {
  ServerAnswer judged{.status = answer.status};
  if (answer.status >= 200 && answer.status < 300) {
    judged.meaning = ServerAnswer::Meaning::done;
    return judged;
  }
  const bool is_later = answer.status == 408 || answer.status == 429 || (answer.status >= 500 && answer.status < 600);
  judged.meaning = is_later ? ServerAnswer::Meaning::later : ServerAnswer::Meaning::final;
  if (is_later) judged.retry_after = retry_after_of(answer);
  read_problem(answer, judged);
  if (judged.text.empty()) judged.text = "the answer gives no reason";
  judged.text =
      fmt::format("status {}{}: {}", answer.status, judged.slug.empty() ? "" : ", " + judged.slug, judged.text);
  return judged;
}

ServerAnswer judge_answer_to_batch(const HttpAnswer& answer, std::uint64_t reports) {
  ServerAnswer judged = judge_answer(answer);
  if (judged.meaning != ServerAnswer::Meaning::done) return judged;
  try {
    const nlohmann::json json = parse_bounded_json(answer.body);
    const auto accepted = json.find("accepted");
    if (accepted != json.end() && whole_number(*accepted) == reports) return judged;
  } catch (const std::exception&) {  // no JSON
  }
  judged.meaning = ServerAnswer::Meaning::later;
  judged.text =
      fmt::format("status {}, and not a collector's answer: is something else at this address?", answer.status);
  return judged;
}

}  // namespace sourdine
