#include "sourdine/release/range_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "common.h"
#include "print.h"
#include "range.h"
#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/kinds/open.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/random/random_source.h"
#include "sourdine/report/range_page.h"

namespace sourdine::cli {
namespace {

struct RangeQueryArguments {
  std::string file;
  std::vector<std::string> ranges, places;
  std::string queries;
  double confidence = 0.95;
  bool nodes = false;
  std::string out;
  std::string page, title, language = "en";
  bool json = false;
};

nlohmann::json parts_json(const OpenRange& range, const RangeAnswer& answer) {
  nlohmann::json parts = nlohmann::json::array();
  for (const RangePart& part : range.parts(answer)) {
    nlohmann::json json = {{"range", part.label}, {"estimate", part.value}, {"std_error", part.std_error}};
    if (range.has_places()) {
      json["place"] = part.places;
    } else {
      json["level"] = part.level;
    }
    parts.push_back(std::move(json));
  }
  return parts;
}

std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// One object, written piece by piece: a million answers do not fit into a tree of JSON values.
void print_answers_json(std::ostream& out, const RangeQueryArguments& options, const OpenRange& range,
                        const std::vector<RangeAnswer>& answers) {
  const nlohmann::json about = {{"confidence", options.confidence},
                                {"domain", nlohmann::json::parse(range.domain_json())},
                                {"guarantee", guarantee_json(range.guarantee())},
                                {"randomness", randomness_name(range.is_private())},
                                {"size", range.size()},
                                {"structure", range.kind()}};
  std::string text = about.dump();
  text.back() = ',';
  text += "\"answers\":[";
  for (const RangeAnswer& answer : answers) {
    const Estimate& e = answer.estimate;
    text += '{';
    if (range.has_places()) text += fmt::format("\"place\":{},", json_text(answer.places));
    fmt::format_to(std::back_inserter(text),
                   "\"range\":{},\"estimate\":{},\"std_error\":{},\"lower\":{},\"upper\":{},"
                   "\"mostly_noise\":{}",
                   json_text(answer.text), e.value, e.std_error, e.lower, e.upper, is_mostly_noise(e));
    if (options.nodes) text += ",\"nodes\":" + parts_json(range, answer).dump();
    text += &answer == &answers.back() ? "}" : "},";
    if (text.size() < (std::size_t{1} << 16)) continue;
    out << text;
    text.clear();
  }
  out << text << "]}\n";
}

void print_answers(std::ostream& out, const RangeQueryArguments& options, const OpenRange& range,
                   const std::vector<RangeAnswer>& answers) {
  fmt::print(out, "{}; {:g}% intervals\n\n", range.describe(), 100 * options.confidence);
  std::vector<std::vector<std::string>> rows = {{"range", "estimate", "std error", "lower", "upper", ""}};
  if (range.has_places()) rows[0].insert(rows[0].begin(), "place");
  const auto add_row = [&](std::string places, std::vector<std::string> row) {
    if (range.has_places()) row.insert(row.begin(), std::move(places));
    rows.push_back(std::move(row));
  };
  // Halves away from zero, as the page writes them.
  const auto one_decimal = [](double number) { return fmt::format("{:.1f}", std::round(10 * number) / 10); };
  for (const RangeAnswer& answer : answers) {
    const Estimate& e = answer.estimate;
    add_row(answer.places, {answer.text, one_decimal(e.value), one_decimal(e.std_error), one_decimal(e.lower),
                            one_decimal(e.upper), is_mostly_noise(e) ? "mostly noise" : ""});
    if (!options.nodes) continue;
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
  if (options.nodes)
    fmt::print(out, "\nThe estimates of its nodes add up to an answer; their errors depend on each other.\n");
  out << '\n';
}

void print_promise(std::ostream& out, const OpenRange& range) {
  const Guarantee guarantee = range.guarantee();
  print_guarantee(out, guarantee, range.is_private());
  for (const std::string& caveat : guarantee.caveats) fmt::print(out, "  {}\n", caveat);
}

void write_csv(const std::string& path, const OpenRange& range, const std::vector<RangeAnswer>& answers) {
  AtomicFile file(path);
  write_answers_csv(file, answers, range.has_places());
  file.commit();
}

void write_page(const RangeQueryArguments& options, const OpenRange& range, const std::vector<RangeAnswer>& answers,
                const Confidence& confidence) {
  AtomicFile file(options.page);
  const RangePageHead head{
      .title = options.title.empty() ? std::filesystem::path(options.file).stem().string() : options.title,
      .language = options.language == "fr" ? Language::fr : Language::en};
  const std::string data = range_page_data(*range.structure(), range.values(), answers, head, confidence);
  file.append(std::string_view(range_page(data)));
  file.commit();
}

// Every place with every range; what is not named is all of them.
std::vector<RangeAnswer> ask_all(const RangeQueryArguments& options, const OpenRange& range,
                                 const Confidence& confidence) {
  std::vector<RangeAnswer> answers;
  const std::vector<std::string> all = {".."};
  const bool asks_all_values = options.ranges.empty() && !options.places.empty();
  for (const std::string& text : asks_all_values ? all : options.ranges) {
    if (options.places.empty()) answers.push_back(range.ask(text, confidence));
    for (const std::string& places : options.places) answers.push_back(range.ask(places, text, confidence));
  }
  if (options.queries.empty()) return answers;
  std::vector<RangeAnswer> asked = range.ask_file(options.queries, confidence);
  answers.insert(answers.end(), std::make_move_iterator(asked.begin()), std::make_move_iterator(asked.end()));
  return answers;
}

void query(const RangeQueryArguments& options, Context& context) {
  refuse_shared_output(options.json, options.out);
  refuse_same_file(options.out, {options.file, options.queries});
  refuse_same_file(options.page, {options.file, options.queries, written_file(options.out)});
  if (options.page.empty() && !options.title.empty()) {
    fail_input("a title without a page", "Give --page FILE beside --title.");
  }
  if (options.page == "-") fail_input("a page needs a file", "Give --page the name of a file.");
  if (options.ranges.empty() && options.places.empty() && options.queries.empty()) {
    fail_input("no range is asked for",
               "Write ranges such as 2014-03-01..2014-05-31 or 18-24, or give --queries FILE.");
  }
  const Confidence confidence(options.confidence);
  refuse_other_kind("range query", options.file);
  const OpenRange range = OpenRange::load(options.file);
  if (range.has_places() && !options.page.empty()) fail_input("there is no page for a grid yet", "Leave --page out.");
  const std::vector<RangeAnswer> answers = ask_all(options, range, confidence);
  if (!options.out.empty()) write_csv(options.out, range, answers);
  if (!options.page.empty()) write_page(options, range, answers, confidence);
  if (options.json) return print_answers_json(context.out, options, range, answers);
  if (options.out.empty()) {
    print_answers(context.out, options, range, answers);
    return print_promise(context.out, range);
  }
  std::ostream& words = options.out == "-" ? context.err : context.out;
  fmt::print(words, "{} answer{} in '{}'\n", answers.size(), answers.size() == 1 ? "" : "s", options.out);
  print_promise(words, range);
}

}  // namespace

void add_range_query(Command& range, Context& context) {
  auto options = std::make_shared<RangeQueryArguments>();
  Command* command = range.add_subcommand("query", "Ask a range file: counts with intervals, as often as you like");
  command
      ->add_option("FILE", options->file,
                   "Range file (.srng), or a tally (.stly) of reports made with randomize --range")
      ->required();
  command->add_option("RANGES", options->ranges, "Such as 2014-03-01..2014-05-31, 2014-03, 2014.., 18-24, 40");
  command
      ->add_option(
          "--place", options->places,
          "Of a grid: a place, A..B in the order of its list, or several with commas (repeatable); default: all")
      ->type_name("PLACES")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--queries", options->queries,
          "File with one range per line (of a grid: a CSV file with columns place and range); - is standard input")
      ->type_name("FILE");
  command->add_option("--confidence", options->confidence, "Confidence of the intervals (0.95)")->type_name("C");
  command->add_flag("--nodes", options->nodes, "Show the parts that an answer is made of");
  command->add_option("--out,-o", options->out, "Write the answers as CSV; - is standard output")->type_name("FILE");
  command
      ->add_option("--page", options->page,
                   "Write a page that shows the series, the answers and their parts, and answers any other range")
      ->type_name("FILE.html");
  command->add_option("--title", options->title, "Of the page (the file's name)")->type_name("TEXT");
  command->add_option("--language", options->language, "That the page opens in; it has both (en)")
      ->check(one_of_words({"en", "fr"}));
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Example:\n"
      "  printf 'age\\n19\\n23\\n24\\n40\\n' > people.csv\n"
      "  sourdine range build people.csv --number age --from 0 --to 120 --epsilon 1 --out ages.srng\n"
      "  sourdine range query ages.srng 18-24 40..");
  command->callback([options, &context] { query(*options, context); });
}

}  // namespace sourdine::cli
