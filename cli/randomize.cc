#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/input_file.h"
#include "sourdine/oracle/pipeline.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_source.h"

namespace sourdine::cli {
namespace {

struct Options {
  OracleOptions oracle;
  std::string input = "-";
  std::string column;
  std::string on_bad_row = "stop";
  std::string out;
  std::string collection;
  std::optional<std::uint64_t> seed;
  std::size_t threads = 0;
  bool append = false;
  bool json = false;
};

std::unique_ptr<RandomSource> source_of(const Options& options) {
  if (options.seed) return std::make_unique<SeededSource>(*options.seed);
  return std::make_unique<SecureSource>();
}

void print_summary(const Options& options, const Oracle& oracle, const ReportWriter& writer, std::uint64_t made,
                   std::uint64_t skipped, std::ostream& out) {
  const Guarantee guarantee = oracle.guarantee();
  if (options.json) {
    print_json(out, nlohmann::json{{"reports", made},
                                   {"reports_in_file", writer.reports()},
                                   {"skipped", skipped},
                                   {"file", options.out},
                                   {"report_bytes", oracle.report_bytes()},
                                   {"spec", nlohmann::json::parse(to_json(oracle.spec()))},
                                   {"randomness", randomness_name(writer.header().is_private)},
                                   {"guarantee", to_json(guarantee)}});
    return;
  }
  fmt::print(out, "{} reports of {} bytes by '{}' in '{}'", made, oracle.report_bytes(), oracle.spec().oracle,
             options.out);
  if (writer.reports() != made) fmt::print(out, ", which now holds {}", writer.reports());
  if (skipped != 0) fmt::print(out, "; {} bad rows skipped", skipped);
  out << '\n';
  print_guarantee(out, guarantee, writer.header().is_private);
}

void randomize(const Options& options, Context& context) {
  refuse_shared_output(options.json, options.out);
  refuse_same_file(options.out, {options.input, options.oracle.labels});
  const auto oracle = make_oracle(options.oracle.spec());
  const auto random = source_of(options);
  ValueReader values(std::make_unique<InputFile>(options.input), oracle->spec().domain,
                     {options.column, options.on_bad_row == "skip" ? OnBadRow::skip : OnBadRow::stop});
  const FileHeader header{oracle->spec(), options.collection, random->is_private()};
  ReportWriter writer =
      options.append ? ReportWriter::append(options.out, header) : ReportWriter::create(options.out, header);
  if (const auto& torn = writer.repaired()) {
    fmt::print(context.err,
               "sourdine: '{}' was torn by an interrupted append: {} bytes after its last seal were dropped, {} "
               "reports kept\n",
               options.out, torn->bytes_dropped, torn->reports_kept);
  }
  const std::uint64_t made = randomize_values(values, *oracle, *random, writer, options.threads);
  writer.close();
  // Reports on the standard output leave no room for words there.
  print_summary(options, *oracle, writer, made, values.skipped(), options.out == "-" ? context.err : context.out);
}

}  // namespace

void add_randomize(Command& app, Context& context) {
  auto options = std::make_shared<Options>();
  Command* command = app.add_subcommand("randomize", "Values in, private reports out (.srep)");
  command->add_option("VALUES", options->input,
                      "File with one value per line, or CSV with --column; - is standard input");
  options->oracle.add_to(*command);
  command->add_option("--out,-o", options->out, "Report file to write; - is standard output")
      ->required()
      ->type_name("FILE");
  command->add_option("--column", options->column, "Read this column of a CSV file")->type_name("NAME");
  command->add_option("--on-bad-row", options->on_bad_row, "stop (default), or skip and count")
      ->check(one_of_words({"stop", "skip"}))
      ->type_name("WHAT");
  command->add_flag("--append", options->append, "Add to the report file if it exists");
  command->add_option("--collection", options->collection, "Name of the collection; only equal names are added up")
      ->type_name("ID");
  command
      ->add_option("--seed", options->seed, "Reproducible and NOT PRIVATE: for tests only; another seed for every part")
      ->check(non_negative_number())
      ->type_name("N");
  command->add_option("--threads", options->threads, "Number of threads (0: all cores)")
      ->check(whole_number_between(0, 1024))
      ->type_name("N");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer("Example:\n  seq 0 16 | sourdine randomize - --oracle oue --domain 17 --epsilon 1 --out day.srep");
  command->callback([options, &context] { randomize(*options, context); });
}

}  // namespace sourdine::cli
