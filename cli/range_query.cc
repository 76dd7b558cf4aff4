#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "common.h"
#include "print.h"
#include "range.h"
#include "sourdine/base/atomic_file.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/decimals.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/random/random_source.h"
#include "sourdine/range/range_file.h"
#include "sourdine/release/range_build.h"
#include "sourdine/report/bundle.h"
#include "sourdine/report/range_page.h"

namespace sourdine::cli {
namespace {

struct Options {
  std::string file;
  std::vector<std::string> ranges;
  std::string queries;
  double confidence = 0.95;
  bool nodes = false;
  std::string out;
  std::string page;
  bool json = false;
};

struct Answered {
  std::unique_ptr<RangeStructure> structure;
  OrderedDomain domain;
  std::vector<RangeAnswer> answers;
};

Answered load(const std::string& path) {
  auto structure = load_range(path);
  try {
    OrderedDomain domain = OrderedDomain::from_json(structure->domain(), structure->size());
    return {std::move(structure), std::move(domain), {}};
  } catch (const Error& error) {
    fail_input(fmt::format("'{}': {}", path, error.what()), error.hint());
  }
}

void ask(Answered& answered, std::string_view text, const Confidence& confidence) {
  const Range range = answered.domain.parse(text);
  answered.answers.push_back({std::string(text), range, answered.structure->answer(range, confidence)});
}

void ask_all_lines(Answered& answered, const std::string& path, const Confidence& confidence) {
  InputFile file(path);
  LineReader lines(file);
  const std::size_t before = answered.answers.size();
  while (lines.next()) {
    if (lines.text().empty()) continue;
    try {
      ask(answered, lines.text(), confidence);
    } catch (const Error& error) {
      fail_input(fmt::format("{}, line {}: {}", lines.name(), lines.line(), error.what()), error.hint());
    }
  }
  if (answered.answers.size() == before) {
    fail_input(fmt::format("there is no range in {}", lines.name()), "Write one range on each line.");
  }
}

void write_csv(const std::string& path, const std::vector<RangeAnswer>& answers) {
  AtomicFile file(path);
  const std::string_view header[] = {"range", "estimate", "std_error", "lower", "upper"};
  append_csv_row(file, header);
  std::string lines;
  for (const RangeAnswer& answer : answers) {
    const Estimate& e = answer.estimate;
    lines += csv_field(answer.text);
    for (const double number : {e.value, e.std_error, e.lower, e.upper}) {
      lines += ',';
      append_four_decimals(number, lines);
    }
    lines += '\n';
    if (lines.size() < (std::size_t{1} << 16)) continue;
    file.append(std::string_view(lines));
    lines.clear();
  }
  file.append(std::string_view(lines));
  file.commit();
}

nlohmann::json nodes_json(const Answered& answered, const Range& range) {
  nlohmann::json nodes = nlohmann::json::array();
  for (const RangeNode& node : answered.structure->nodes(range)) {
    nodes.push_back({{"level", node.level},
                     {"range", answered.domain.label(node.leaves)},
                     {"estimate", node.value},
                     {"std_error", node.std_error}});
  }
  return nodes;
}

// One object, written piece by piece: a million answers do not fit into a tree of JSON values.
void print_answers_json(std::ostream& out, const Options& options, const Answered& answered) {
  const RangeStructure& structure = *answered.structure;
  nlohmann::json about = {{"confidence", options.confidence},
                          {"domain", nlohmann::json::parse(answered.domain.to_json())},
                          {"guarantee", to_json(range_guarantee(structure, answered.domain))},
                          {"randomness", randomness_name(structure.is_private())},
                          {"size", structure.size()},
                          {"structure", structure.kind()}};
  std::string text = about.dump();
  text.back() = ',';
  text += "\"answers\":[";
  for (const RangeAnswer& answer : answered.answers) {
    const Estimate& e = answer.estimate;
    const std::string name = nlohmann::json(answer.text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    fmt::format_to(std::back_inserter(text),
                   "{{\"range\":{},\"estimate\":{},\"std_error\":{},\"lower\":{},\"upper\":{}", name, e.value,
                   e.std_error, e.lower, e.upper);
    if (options.nodes) text += ",\"nodes\":" + nodes_json(answered, answer.range).dump();
    text += &answer == &answered.answers.back() ? "}" : "},";
    if (text.size() < (std::size_t{1} << 16)) continue;
    out << text;
    text.clear();
  }
  out << text << "]}\n";
}

std::vector<std::string> row_of(const std::string& range, const Estimate& e) {
  return {range, fmt::format("{:.1f}", e.value), fmt::format("{:.1f}", e.std_error), fmt::format("{:.1f}", e.lower),
          fmt::format("{:.1f}", e.upper)};
}

void print_answers(std::ostream& out, const Options& options, const Answered& answered) {
  fmt::print(out, "{}; {:g}% intervals\n\n", answered.domain.describe(), 100 * options.confidence);
  std::vector<std::vector<std::string>> rows = {{"range", "estimate", "std error", "lower", "upper"}};
  for (const RangeAnswer& answer : answered.answers) {
    rows.push_back(row_of(answer.text, answer.estimate));
    if (!options.nodes) continue;
    for (const RangeNode& node : answered.structure->nodes(answer.range)) {
      rows.push_back({fmt::format("  level {}: {}", node.level, answered.domain.label(node.leaves)),
                      fmt::format("{:.1f}", node.value), fmt::format("{:.1f}", node.std_error), "", ""});
    }
  }
  print_table(out, "lrrrr", rows);
  const auto is_negative = [](const RangeAnswer& answer) { return answer.estimate.value < 0; };
  if (std::any_of(answered.answers.begin(), answered.answers.end(), is_negative)) {
    fmt::print(out, "\nAn estimate below 0 is a small count with its noise: use its interval.\n");
  }
  if (options.nodes)
    fmt::print(out, "\nThe estimates of its nodes add up to an answer; their errors depend on each other.\n");
  out << '\n';
}

void print_promise(std::ostream& out, const Answered& answered) {
  const Guarantee guarantee = range_guarantee(*answered.structure, answered.domain);
  print_guarantee(out, guarantee, answered.structure->is_private());
  for (const std::string& caveat : guarantee.caveats) fmt::print(out, "  {}\n", caveat);
}

void write_page(const std::string& path, const std::string& title, const Answered& answered,
                const Confidence& confidence) {
  AtomicFile file(path);
  const std::string data = range_page_data(*answered.structure, answered.domain, answered.answers, title, confidence);
  file.append(std::string_view(range_page(data)));
  file.commit();
}

void query(const Options& options, Context& context) {
  refuse_shared_output(options.json, options.out);
  refuse_same_file(options.out, {options.file, options.queries});
  refuse_same_file(options.page, {options.file, options.queries, written_file(options.out)});
  if (options.page == "-") fail_input("a page needs a file", "Give --page the name of a file.");
  if (options.ranges.empty() && options.queries.empty()) {
    fail_input("no range is asked for",
               "Write ranges such as 2014-03-01..2014-05-31 or 18-24, or give --queries FILE.");
  }
  const Confidence confidence(options.confidence);
  Answered answered = load(options.file);
  for (const std::string& text : options.ranges) ask(answered, text, confidence);
  if (!options.queries.empty()) ask_all_lines(answered, options.queries, confidence);
  if (!options.out.empty()) write_csv(options.out, answered.answers);
  if (!options.page.empty()) {
    write_page(options.page, std::filesystem::path(options.file).stem().string(), answered, confidence);
  }
  if (options.json) return print_answers_json(context.out, options, answered);
  if (options.out.empty()) {
    print_answers(context.out, options, answered);
    return print_promise(context.out, answered);
  }
  std::ostream& words = options.out == "-" ? context.err : context.out;
  const std::size_t count = answered.answers.size();
  fmt::print(words, "{} answer{} in '{}'\n", count, count == 1 ? "" : "s", options.out);
  print_promise(words, answered);
}

}  // namespace

void add_range_query(Command& range, Context& context) {
  auto options = std::make_shared<Options>();
  Command* command = range.add_subcommand("query", "Ask a range file: counts with intervals, as often as you like");
  command->add_option("FILE", options->file, "Range file (.srng)")->required();
  command->add_option("RANGES", options->ranges, "Such as 2014-03-01..2014-05-31, 2014-03, 2014.., 18-24, 40");
  command->add_option("--queries", options->queries, "File with one range per line; - is standard input")
      ->type_name("FILE");
  command->add_option("--confidence", options->confidence, "Confidence of the intervals (0.95)")->type_name("C");
  command->add_flag("--nodes", options->nodes, "Show the parts that an answer is made of");
  command->add_option("--out,-o", options->out, "Write the answers as CSV; - is standard output")->type_name("FILE");
  command->add_option("--page", options->page, "Write a page that shows the series, the answers and their parts")
      ->type_name("FILE.html");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Example:\n"
      "  printf 'age\\n19\\n23\\n24\\n40\\n' > people.csv\n"
      "  sourdine range build people.csv --number age --from 0 --to 120 --epsilon 1 --out ages.srng\n"
      "  sourdine range query ages.srng 18-24 40..");
  command->callback([options, &context] { query(*options, context); });
}

}  // namespace sourdine::cli
