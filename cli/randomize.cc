#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/pipeline.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/range/local_protocol.h"

namespace sourdine::cli {
namespace {

struct RandomizeArguments {
  OracleOptions oracle;
  bool range = false;
  std::optional<std::uint64_t> degree;
  std::string input = "-";
  std::string column;
  std::string on_bad_row = "stop";
  std::string out;
  std::string collection;
  std::optional<std::uint64_t> seed;
  std::size_t threads = 0;
  bool is_weak = false;
  bool append = false;
  bool force = false;
  bool json = false;
};

std::unique_ptr<RandomSource> source_of(const RandomizeArguments& options) {
  if (options.seed) return std::make_unique<SeededSource>(*options.seed);
  return std::make_unique<SecureSource>();
}

// Haar coefficients are those of halves; sixteen children are near the best for other trees.
std::uint64_t default_degree(const OracleSpec& asked) { return asked.oracle == "haar" ? 2 : 16; }

std::shared_ptr<const Protocol> protocol_of(const RandomizeArguments& options, const OracleSpec& asked) {
  if (!options.range) {
    if (options.degree) fail_usage("--degree is for reports about ranges", "Give --range as well, or leave it out.");
    return make_oracle(asked);
  }
  if (!asked.parameters.empty()) fail_usage("--param and --f are not for reports about ranges");
  if (!asked.domain.labels().empty()) {
    fail_usage("ranges are of numbers, not of labels", "Give --domain K: values are 0 … K-1.");
  }
  return std::make_shared<const RangeProtocol>(LocalTreeSpec{
      .size = asked.k(),
      .degree =
          std::clamp<std::uint64_t>(options.degree.value_or(default_degree(asked)), 2, std::max<Value>(asked.k(), 2)),
      .epsilon = asked.epsilon,
      .oracle = asked.oracle});
}

void print_summary(const RandomizeArguments& options, const Protocol& protocol, const ReportWriter& writer,
                   std::uint64_t made, std::uint64_t skipped, std::ostream& out) {
  const Guarantee guarantee = protocol.guarantee();
  if (options.json) {
    print_json(out, nlohmann::json{{"reports", made},
                                   {"reports_in_file", writer.reports()},
                                   {"skipped", skipped},
                                   {"file", options.out},
                                   {"report_bytes", protocol.report_bytes()},
                                   {"protocol", protocol.spec()->kind()},
                                   {"spec", nlohmann::json::parse(protocol.spec()->json())},
                                   {"randomness", randomness_name(writer.header().is_private)},
                                   {"guarantee", guarantee_json(guarantee)}});
    return;
  }
  fmt::print(out, "{} of {} by '{}'{} in '{}'", counted(made, "report"), counted(protocol.report_bytes(), "byte"),
             options.oracle.oracle, options.range ? " about ranges" : "", options.out);
  if (writer.reports() != made) fmt::print(out, ", which now holds {}", writer.reports());
  if (skipped != 0) fmt::print(out, "; {} skipped", counted(skipped, "bad row"));
  out << '\n';
  print_guarantee(out, guarantee, writer.header().is_private);
}

// Reports were spent for: who makes them anew from the same values spends again.
void refuse_written_reports(const RandomizeArguments& options) {
  if (options.append || options.force || options.out == "-") return;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(options.out, ignored) ||
      std::filesystem::file_size(options.out, ignored) == 0) {
    return;
  }
  fail_input(fmt::format("'{}' is there already, and may hold reports that were spent for", options.out),
             "Add to it by --append, choose another file, or give --force: what was spent stays spent.");
}

void randomize(const RandomizeArguments& options, Context& context) {
  refuse_shared_output(options.json, options.out);
  refuse_same_file(options.out, {options.input, options.oracle.labels});
  if (options.append && options.force) fail_usage("--append and --force exclude each other");
  refuse_written_reports(options);
  const OracleSpec asked = options.oracle.spec();  // once: the labels may come from a pipe
  const auto protocol = protocol_of(options, asked);
  require_private_epsilon(protocol->epsilon(), options.is_weak);
  const auto random = source_of(options);
  ValueReader values(std::make_unique<InputFile>(options.input), asked.domain,
                     {options.column, options.on_bad_row == "skip" ? OnBadRow::skip : OnBadRow::stop});
  ReportWriter writer = options.append
                            ? ReportWriter::append(options.out, *protocol, options.collection, random->is_private())
                            : ReportWriter::create(options.out, *protocol, options.collection, random->is_private());
  if (const auto& torn = writer.repaired()) {
    fmt::print(context.err,
               "sourdine: '{}' was torn by an interrupted append: {} after its last seal dropped, {} kept\n",
               options.out, counted(torn->bytes_dropped, "byte"), counted(torn->reports_kept, "report"));
  }
  const std::uint64_t made = randomize_values(values, *protocol, *random, writer, options.threads);
  writer.close();
  if (made == 0 && values.skipped() != 0) {
    fmt::print(context.err, "sourdine: warning: no report was made: {} skipped, and there is no other\n",
               counted(values.skipped(), "bad row"));
  }
  // Reports on the standard output leave no room for words there.
  print_summary(options, *protocol, writer, made, values.skipped(), options.out == "-" ? context.err : context.out);
}

}  // namespace

void add_randomize(Command& app, Context& context) {
  auto options = std::make_shared<RandomizeArguments>();
  Command* command = app.add_subcommand("randomize", "Values in, private reports out (.srep)");
  command->add_option("VALUES", options->input,
                      "File with one value per line, or CSV with --column; - is standard input");
  options->oracle.add_to(*command);
  command->add_flag(
      "--range", options->range,
      "Reports that answer ranges of ordered values; --oracle is that of the tree's levels: adp, oue, olh, "
      "hrr, ss or haar");
  command->add_option("--degree", options->degree, "With --range: children of a node of the tree (16; 2 with haar)")
      ->check(whole_number_between(2, 1 << 26))
      ->type_name("B");
  command->add_option("--out,-o", options->out, "Report file to write; - is standard output")
      ->required()
      ->type_name("FILE");
  command->add_option("--column", options->column, "Read this column of a CSV file")->type_name("NAME");
  command->add_option("--on-bad-row", options->on_bad_row, "stop (default), or skip and count")
      ->check(one_of_words({"stop", "skip"}))
      ->type_name("WHAT");
  command->add_flag("--append", options->append, "Add to the report file if it exists");
  command->add_flag("--force", options->force, "Write over a report file that is there");
  command->add_option("--collection", options->collection, "Name of the collection; only equal names are added up")
      ->type_name("ID");
  command
      ->add_option("--seed", options->seed, "Reproducible and NOT PRIVATE: for tests only; another seed for every part")
      ->check(non_negative_number())
      ->type_name("N");
  command->add_option("--threads", options->threads, "Number of threads (0: all cores)")
      ->check(whole_number_between(0, 1024))
      ->type_name("N");
  add_weak(*command, options->is_weak);
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Examples:\n"
      "  seq 0 16 | sourdine randomize - --oracle oue --domain 17 --epsilon 1 --out day.srep\n"
      "  seq 0 99 | sourdine randomize - --range --oracle adp --domain 100 --epsilon 2 --out ages.srep");
  command->callback([options, &context] { randomize(*options, context); });
}

}  // namespace sourdine::cli
