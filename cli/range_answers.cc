#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "common.h"
#include "print.h"
#include "range.h"
#include "sourdine/base/error.h"
#include "sourdine/privacy/ledger/entry.h"
#include "sourdine/publish/received.h"

namespace sourdine::cli {
namespace {

// Halves away from zero, as the page writes them.
std::string one_decimal(double number) { return fmt::format("{:.1f}", std::round(10 * number) / 10); }

// As what was received is called, else the file.
std::string title_of(const std::string& source) {
  if (const auto received = find_received(source)) {
    const auto title = received->manifest.find("title");
    if (title != received->manifest.end() && title->is_string()) return *title;
  }
  return std::filesystem::path(source).stem().string();
}

}  // namespace

void AnswersOptions::add_publishing(Command& command) {
  command
      .add_option("--publish", out,
                  "Publish the answers in this directory, which must not exist, with statement, page and sums; what "
                  "they are computed from was paid for, they cost nothing")
      ->type_name("DIR");
  command.add_option("--ledger", ledger, "With --publish: the ledger that paid; the answers then name its entry")
      ->type_name("LEDGER");
  command.add_flag("--force", replaces, "With --publish: replace answers that are there");
  command.add_option("--title", title, "Of the page (the file's name)")->type_name("TEXT");
  command.add_option("--language", language, "That the page opens in; it has both (en)")
      ->check(one_of_words({"en", "fr"}));
  command.add_flag("--check", is_check, "Say what would be published, and what would be refused; nothing is written");
}

void AnswersOptions::add_confidence(Command& command) {
  command.add_option("--confidence", confidence, "Confidence of the intervals (0.95)")->type_name("C");
}

void AnswersOptions::require_publishing() const {
  if (is_publishing()) return;
  if (!ledger.empty() || replaces) {
    fail_usage(fmt::format("{} is for answers that are published", replaces ? "--force" : "--ledger"),
               "Give --publish DIR beside it.");
  }
}

Head AnswersOptions::head() const {
  Head head{.path = file, .title = title, .dataset = {}, .language = language == "fr" ? Language::fr : Language::en};
  if (head.title.empty()) head.title = title_of(file);
  head.ledger_name = ledger;
  if (!ledger.empty()) head.dataset = dataset_of_ledger(ledger);
  return head;
}

void publish_answers(const AnswersOptions& options, AnswersConfig config, Context& context) {
  config.head = options.head();
  config.source = options.file;
  config.confidence = options.confidence;
  Progress progress(context);
  AnswersPublication answers(std::move(config));
  const auto show = [&](const Published&) {
    if (options.json) return;
    print_answers(context.out, answers.range(), answers.answers(), options.confidence, false);
  };
  run_publication(options, answers, progress, context, {.on_published = show});
}

void print_answers(std::ostream& out, const OpenRange& range, const std::vector<RangeAnswer>& answers,
                   double confidence, bool has_nodes) {
  fmt::print(out, "{}; {:g}% intervals\n\n", range.domain().describe(), 100 * confidence);
  std::vector<std::vector<std::string>> rows;
  const auto add_row = [&](const std::string& places, std::vector<std::string> row) {
    if (range.has_places()) row.insert(row.begin(), places);
    rows.push_back(std::move(row));
  };
  add_row("place", {"range", "estimate", "std error", "lower", "upper", ""});
  for (const RangeAnswer& answer : answers) {
    const Estimate& e = answer.estimate;
    add_row(answer.places, {answer.text, one_decimal(e.value), one_decimal(e.std_error), one_decimal(e.lower),
                            one_decimal(e.upper), is_mostly_noise(e) ? "mostly noise" : ""});
    if (!has_nodes) continue;
    for (const RangePart& part : range.parts(answer)) {
      const std::string label = range.has_places() ? part.label : fmt::format("  level {}: {}", part.level, part.label);
      add_row("  " + part.places, {label, one_decimal(part.value), one_decimal(part.std_error), "", "", ""});
    }
  }
  print_table(out, range.has_places() ? "llrrrrl" : "lrrrrl", rows);
  const auto has_noise = [](const RangeAnswer& answer) { return is_mostly_noise(answer.estimate); };
  if (std::any_of(answers.begin(), answers.end(), has_noise)) fmt::print(out, "\n{}\n", mostly_noise_rule);
  const auto is_negative = [](const RangeAnswer& answer) { return answer.estimate.value < 0; };
  if (std::any_of(answers.begin(), answers.end(), is_negative)) {
    fmt::print(out, "\nAn estimate below 0 is a small count with its noise: use its interval.\n");
  }
  if (has_nodes) {
    fmt::print(out, "\nThe estimates of its nodes add up to an answer; their errors depend on each other.\n");
  }
  out << '\n';
}

}  // namespace sourdine::cli
