#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app.h"
#include "common.h"
#include "decode.h"
#include "print.h"
#include "sourdine/base/atomic_file.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/estimate/estimate_files.h"
#include "torn.h"

namespace sourdine::cli {
namespace {

struct EstimateArguments {
  std::vector<std::string> files;
  std::string consistency = "none";
  std::string population = "fixed";
  double confidence = 0.95;
  bool simultaneous = false;
  std::string candidates;
  double false_alarm = 0.05;
  std::string out;
  std::size_t threads = 0;
  bool keep_torn = false;
  bool json = false;
};

EstimateOptions how(const EstimateArguments& options) {
  return {.confidence = options.confidence,
          .coverage = options.simultaneous ? Coverage::simultaneous : Coverage::per_value,
          .population = options.population == "sampled" ? Population::sampled : Population::fixed,
          .consistency = find_consistency(options.consistency)};
}

nlohmann::json to_json(const Estimates& estimates, const Oracle& oracle, const TallyFile& sum) {
  nlohmann::json values = nlohmann::json::array();
  for (Value value = 0; value < estimates.values.size(); ++value) {
    const Estimate& e = estimates.values[value];
    values.push_back({{"value", oracle.domain().label(value)},
                      {"estimate", e.value},
                      {"std_error", e.std_error},
                      {"lower", e.lower},
                      {"upper", e.upper},
                      {"mostly_noise", is_mostly_noise(e)}});
  }
  nlohmann::json json = {
      {"reports", estimates.reports},
      {"confidence", estimates.applied.confidence},
      {"coverage", estimates.applied.coverage == Coverage::simultaneous ? "simultaneous" : "per value"},
      {"population", estimates.applied.population == Population::sampled ? "sampled" : "fixed"},
      {"consistency", consistency_name(estimates.applied.consistency)},
      {"collection", sum.collection},
      {"spec", nlohmann::json::parse(oracle.spec()->json())},
      {"randomness", randomness_name(sum.is_private)},
      {"guarantee", guarantee_json(oracle.guarantee())}};
  // No reports, no estimate: not zero, not uniform.
  json["estimates"] = estimates.reports == 0 ? nlohmann::json() : values;
  return json;
}

void write_csv(const std::string& path, const Estimates& estimates, const Domain& domain) {
  AtomicFile file(path);
  const std::string_view header[] = {"value", "estimate", "std_error", "lower", "upper"};
  append_csv_row(file, header);
  for (Value value = 0; value < estimates.values.size(); ++value) {
    const Estimate& e = estimates.values[value];
    const std::string fields[] = {domain.label(value), fmt::format("{}", e.value), fmt::format("{}", e.std_error),
                                  fmt::format("{}", e.lower), fmt::format("{}", e.upper)};
    const std::vector<std::string_view> row(std::begin(fields), std::end(fields));
    append_csv_row(file, row);
  }
  file.commit();
}

void print_estimates(std::ostream& out, const Estimates& estimates, const Oracle& oracle, const TallyFile& sum) {
  const bool simultaneous = estimates.applied.coverage == Coverage::simultaneous;
  fmt::print(out, "{} by '{}'; {:g}% intervals{}\n\n", counted(estimates.reports, "report"), oracle.name(),
             100 * estimates.applied.confidence, simultaneous ? ", all at once" : "");
  if (estimates.reports == 0) {
    fmt::print(out, "no reports, so no estimate\n");
  } else {
    std::vector<std::vector<std::string>> rows = {{"value", "estimate", "std error", "lower", "upper", ""}};
    const int decimals = estimates.applied.population == Population::fixed ? 0 : 1;  // counts are whole, shares are not
    for (Value value = 0; value < estimates.values.size(); ++value) {
      const Estimate& e = estimates.values[value];
      rows.push_back({oracle.domain().label(value), fmt::format("{:.1f}", e.value), fmt::format("{:.1f}", e.std_error),
                      fmt::format("{:.{}f}", e.lower, decimals), fmt::format("{:.{}f}", e.upper, decimals),
                      is_mostly_noise(e) ? "mostly noise" : ""});
    }
    print_table(out, "lrrrrl", rows);
    if (std::any_of(estimates.values.begin(), estimates.values.end(), is_mostly_noise)) {
      fmt::print(out, "\n{}\n", mostly_noise_rule);
    }
    if (estimates.applied.consistency == Consistency::none) {
      fmt::print(out,
                 "\nEstimates are right on average: noise can take them below 0 or above {}. The intervals are cut to "
                 "what is\n"
                 "possible. --consistency norm-sub gives counts that add up.\n",
                 estimates.reports);
    } else {
      fmt::print(out, "\n{} those of the estimates before '{}'.\n",
                 estimates.has_moved_errors ? "Intervals are" : "Standard errors and intervals are",
                 consistency_name(estimates.applied.consistency));
    }
    if (estimates.is_degenerate) {
      fmt::print(out, "\nthe estimates gave '{}' nothing to go by\n", consistency_name(estimates.applied.consistency));
    }
  }
  out << '\n';
  print_guarantee(out, oracle.guarantee(), sum.is_private);
  for (const std::string& caveat : oracle.guarantee().caveats) fmt::print(out, "  {}\n", caveat);
}

void run_estimate(const EstimateArguments& options, Context& context) {
  how(options);  // a bad option is said before the files are read
  refuse_shared_output(options.json, options.out);
  refuse_same_file(options.out, options.files);
  for (const std::string& file : options.files) {
    if (context.refuse_other_kind != nullptr) context.refuse_other_kind("estimate", file);
  }
  const AggregateOptions reading{options.threads, options.keep_torn ? Torn::keep_whole_blocks : Torn::stop};
  if (!options.candidates.empty()) {
    const Aggregate all = aggregate_files(options.files, reading);
    print_torn(context.err, all.torn);
    return decode_candidates(require_oracle(*all.protocol), all.result,
                             {options.candidates, options.false_alarm, options.out, options.json}, context);
  }
  const FileEstimates made = estimate_files(options.files, how(options), reading);
  print_torn(context.err, made.sum.torn);
  const Estimates& estimates = made.estimates;
  const TallyFile& sum = made.sum.result;
  const Oracle& oracle = made.oracle();
  if (!options.out.empty()) write_csv(options.out, estimates, oracle.domain());
  if (options.json) {
    print_json(context.out, to_json(estimates, oracle, sum));
  } else if (options.out.empty()) {
    print_estimates(context.out, estimates, oracle, sum);
  } else {
    std::ostream& words = options.out == "-" ? context.err : context.out;
    fmt::print(words, "estimates of {} values in '{}'\n", estimates.values.size(), options.out);
    print_guarantee(words, oracle.guarantee(), sum.is_private);
  }
}

}  // namespace

void add_estimate(Command& app, Context& context) {
  auto options = std::make_shared<EstimateArguments>();
  Command* command = app.add_subcommand("estimate", "Tallies or reports in, counts with intervals out");
  command->add_option("FILES", options->files, "Tally files (.stly) or report files (.srep)")->required();
  std::vector<std::string_view> names;
  for (const ConsistencyRow& row : consistency_table()) names.push_back(row.name);
  command
      ->add_option("--consistency", options->consistency,
                   fmt::format("Make the counts consistent: {}", fmt::join(names, ", ")))
      ->type_name("METHOD");
  command->add_option("--confidence", options->confidence, "Confidence of the intervals (0.95)")->type_name("C");
  command->add_flag("--simultaneous", options->simultaneous, "Intervals that hold for all values at once");
  command
      ->add_option("--population", options->population,
                   "fixed (default): count these users; sampled: a wider population")
      ->check(one_of_words({"fixed", "sampled"}))
      ->type_name("WHAT");
  command->add_option("--candidates", options->candidates, "For rappor: strings to look for, one per line")
      ->type_name("FILE");
  command
      ->add_option("--false-alarm", options->false_alarm,
                   "With --candidates: chance that any absent string is reported (0.05)")
      ->type_name("A");
  command->add_option("--out,-o", options->out, "Write the estimates as CSV")->type_name("FILE");
  command->add_flag("--keep-torn", options->keep_torn,
                    "Read the whole blocks of a file that was cut short, and say so");
  command->add_option("--threads", options->threads, "Number of threads (0: all cores)")
      ->check(whole_number_between(0, 1024))
      ->type_name("N");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Example:\n"
      "  seq 0 999 | awk '{print $1 % 3}' | sourdine randomize - --oracle grr --domain 3 --epsilon 1 --out "
      "monday.srep\n"
      "  sourdine estimate monday.srep --consistency norm-sub --confidence 0.99");
  command->callback([options, &context] { run_estimate(*options, context); });
}

}  // namespace sourdine::cli
