#include <fmt/format.h>

#include "common.h"
#include "print.h"
#include "range.h"
#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/kinds/table.h"
#include "sourdine/random/random_source.h"
#include "sourdine/ranges/page.h"

namespace sourdine::cli {
namespace {

struct RangeQueryArguments : AnswersOptions {
  AskedRanges asked;
  bool nodes = false;
  std::string csv, page;
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
                                {"domain", nlohmann::json::parse(range.domain().to_json())},
                                {"guarantee", guarantee_json(*range_promise(terms_of(range)).stated)},
                                {"randomness", randomness_name(range.is_private())},
                                {"size", range.domain().size()},
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

void write_file(const std::string& path, const std::function<void(Output&)>& write) {
  AtomicFile file(path);
  write(file);
  file.commit();
}

void require_query_sense(const RangeQueryArguments& options) {
  const bool is_publishing = options.is_publishing();
  options.require_publishing();
  if (is_publishing && !(options.csv.empty() && options.page.empty() && !options.nodes)) {
    fail_usage("what is published has a table and a page of its own", "Leave --out, --page and --nodes out.");
  }
  refuse_shared_output(options.json, options.csv);
  refuse_same_file(options.csv, {options.file, options.asked.file});
  refuse_same_file(options.page, {options.file, options.asked.file, written_file(options.csv)});
  if (options.page.empty() && !is_publishing && !options.title.empty()) {
    fail_input("a title without a page", "Give --page FILE or --publish DIR beside --title.");
  }
  if (options.page == "-") fail_input("a page needs a file", "Give --page the name of a file.");
  if (options.asked.ranges.empty() && options.asked.places.empty() && options.asked.file.empty()) {
    fail_input("no range is asked for",
               "Write ranges such as 2014-03-01..2014-05-31 or 18-24, or give --queries FILE.");
  }
}

void query(const RangeQueryArguments& options, Context& context) {
  require_query_sense(options);
  const Confidence confidence(options.confidence);
  refuse_other_kind("range query", options.file);
  if (options.is_publishing()) return publish_answers(options, {.asked = options.asked}, context);
  const OpenRange range = OpenRange::load(options.file);
  const std::vector<RangeAnswer> answers = range.ask(options.asked, confidence);
  const bool is_written = !options.csv.empty();
  if (is_written) {
    write_file(options.csv, [&](Output& file) { answers_table(answers, range.has_places()).write(file, {}); });
  }
  if (!options.page.empty()) {
    const Head head = options.head();
    write_file(options.page, [&](Output& file) {
      file.append(std::string_view(lone_range_page(range, answers, confidence, head.title, head.language)));
    });
  }
  if (options.json) return print_answers_json(context.out, options, range, answers);
  std::ostream& words = options.csv == "-" ? context.err : context.out;
  if (is_written) {
    fmt::print(words, "{} answer{} in '{}'\n", answers.size(), answers.size() == 1 ? "" : "s", options.csv);
  } else {
    print_answers(words, range, answers, options.confidence, options.nodes);
  }
  print_statement(words, range_promise(terms_of(range)).english);
}

}  // namespace

void add_range_query(Command& range, Context& context) {
  auto options = std::make_shared<RangeQueryArguments>();
  Command* command = range.add_subcommand("query", "Ask a range file: counts with intervals, as often as you like");
  command
      ->add_option("FILE", options->file,
                   "Range file (.srng), published ranges, or a tally (.stly) of reports made with randomize --range")
      ->required();
  command->add_option("RANGES", options->asked.ranges, "Such as 2014-03-01..2014-05-31, 2014-03, 2014.., 18-24, 40");
  command
      ->add_option(
          "--place", options->asked.places,
          "Of a grid: a place, A..B in the order of its list, or several with commas (repeatable); default: all")
      ->type_name("PLACES")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--queries", options->asked.file,
          "File with one range per line (of a grid: a CSV file with columns place and range); - is standard input")
      ->type_name("FILE");
  options->add_confidence(*command);
  command->add_flag("--nodes", options->nodes, "Show the parts that an answer is made of");
  command->add_option("--out,-o", options->csv, "Write the answers as CSV; - is standard output")->type_name("FILE");
  command
      ->add_option("--page", options->page,
                   "Write a page that shows the series, the answers and their parts, and answers any other range")
      ->type_name("FILE.html");
  options->add_publishing(*command);
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Example:\n"
      "  printf 'age\\n19\\n23\\n24\\n40\\n' > people.csv\n"
      "  sourdine range build people.csv --number age --from 0 --to 120 --epsilon 1 --out ages.srng\n"
      "  sourdine range query ages.srng 18-24 40..\n"
      "  sourdine range query ages.srng 18-24 40.. --publish answers");
  command->callback([options, &context] { query(*options, context); });
}

}  // namespace sourdine::cli
