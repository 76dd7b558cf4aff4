#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/text.h"
#include "torn.h"

namespace sourdine::cli {
namespace {

struct AggregateArguments {
  std::vector<std::string> files;
  std::string out;
  std::size_t threads = 0;
  bool keep_torn = false;
  bool json = false;
};

void run_aggregate(const AggregateArguments& options, Context& context) {
  const AggregateOptions how{options.threads, options.keep_torn ? Torn::keep_whole_blocks : Torn::stop};
  refuse_shared_output(options.json, options.out);
  refuse_same_file(options.out, options.files);
  for (const std::string& file : options.files) {
    if (context.refuse_other_kind != nullptr) context.refuse_other_kind("aggregate", file);
  }
  const Aggregate aggregate = aggregate_files(options.files, how);
  print_torn(context.err, aggregate.torn);
  const TallyFile& sum = aggregate.result;
  write_tally_file(options.out, sum);
  std::ostream& out = options.out == "-" ? context.err : context.out;
  if (options.json) {
    print_json(out, nlohmann::json{{"reports", sum.tally.reports},
                                   {"files", options.files.size()},
                                   {"file", options.out},
                                   {"collection", sum.collection},
                                   {"protocol", sum.tally.spec->kind()},
                                   {"spec", nlohmann::json::parse(sum.tally.spec->json())},
                                   {"randomness", randomness_name(sum.is_private)},
                                   {"guarantee", guarantee_json(aggregate.protocol->guarantee())}});
    return;
  }
  fmt::print(out, "{} from {} file{} in '{}'\n", counted(sum.tally.reports, "report"), options.files.size(),
             options.files.size() == 1 ? "" : "s", options.out);
  print_guarantee(out, aggregate.protocol->guarantee(), sum.is_private);
}

}  // namespace

void add_aggregate(Command& app, Context& context) {
  auto options = std::make_shared<AggregateArguments>();
  Command* command = app.add_subcommand("aggregate", "Reports and tallies in, one tally out (.stly)");
  command
      ->add_option("FILES", options->files,
                   "Report files (.srep) and tally files (.stly); - is reports on standard input")
      ->required();
  command->add_option("--out,-o", options->out, "Tally file to write; - is standard output")
      ->required()
      ->type_name("FILE");
  command->add_option("--threads", options->threads, "Number of threads (0: all cores)")
      ->check(whole_number_between(0, 1024))
      ->type_name("N");
  command->add_flag("--keep-torn", options->keep_torn,
                    "Read the whole blocks of a file that was cut short, and say so");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Example:\n"
      "  seq 0 999 | awk '{print $1 % 3}' | sourdine randomize - --oracle grr --domain 3 --epsilon 1 --out "
      "monday.srep\n"
      "  seq 0 999 | awk '{print $1 % 2}' | sourdine randomize - --oracle grr --domain 3 --epsilon 1 --out "
      "tuesday.srep\n"
      "  sourdine aggregate monday.srep tuesday.srep --out week.stly");
  command->callback([options, &context] { run_aggregate(*options, context); });
}

}  // namespace sourdine::cli
