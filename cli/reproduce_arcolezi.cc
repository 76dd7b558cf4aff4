#include "reproduce_arcolezi.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "common.h"
#include "print.h"
#include "progress.h"
#include "sourdine/base/atomic_file.h"
#include "sourdine/reproduce/arcolezi2022.h"

namespace sourdine::cli {
namespace {

using TableText = std::vector<std::vector<std::string>>;

void print_survey_claims(std::ostream& out, const std::vector<SurveyClaim>& claims) {
  for (const SurveyClaim& claim : claims) {
    print_wrapped(out, fmt::format("[{}] {}", claim.source, claim.claim), "");
    print_wrapped(out, fmt::format("{}. {}", claim.holds ? "Holds" : "Does not hold", claim.finding), "    ");
    out << '\n';
  }
}

void print_solutions(std::ostream& out, const SurveyEvidence& evidence) {
  const TupleStudy& study = evidence.tuples;
  out << "Mean squared error of a share, exactly, at equal epsilon for the tuple: the best oracles of each "
         "solution\n\n";
  TableText rows = {{"table", "epsilon", "spl", "smp", "rs+fd", "rs+fd published", "recommended", "/ best"}};
  for (const StudyTable& table : evidence.tables) {
    for (const double epsilon : study.settings.epsilons) {
      const auto error = [&](TupleSolution solution, TupleLevel level) {
        return fmt::format("{:.3e}", study.best_of(table.name, epsilon, level, solution).expected);
      };
      const TupleRow& ours = study.recommended(table.name, epsilon);
      rows.push_back(
          {table.name, fmt::format("{:.3g}", epsilon), error(TupleSolution::spl, TupleLevel::tuple),
           error(TupleSolution::smp, TupleLevel::tuple), error(TupleSolution::rs_fd, TupleLevel::tuple),
           error(TupleSolution::rs_fd, TupleLevel::published),
           fmt::format("{}, {}", word_of(ours.solution), ours.oracle),
           fmt::format("{:.4f}", ours.expected / study.best(table.name, epsilon, TupleLevel::tuple).expected)});
    }
  }
  print_table(out, "lrrrrrlr", rows);
}

void print_repeated(std::ostream& out, const SurveyEvidence& evidence) {
  const LongStudy& study = evidence.repeated;
  out << "\nMean squared error of a share in one collection, one attribute per person for life, epsilon1 = "
         "epsilon/2\n\n";
  TableText rows = {{"table", "epsilon"}};
  for (const LongProtocol& protocol : long_protocols()) rows[0].push_back(title_of(protocol));
  for (const StudyTable& table : evidence.tables) {
    for (const double epsilon : study.settings.epsilons) {
      std::vector<std::string> row = {table.name, fmt::format("{:g}", epsilon)};
      for (const LongProtocol& protocol : long_protocols()) {
        const LongRow* const found = study.find(table.name, epsilon, protocol);
        row.push_back(found == nullptr ? "-" : fmt::format("{:.3e}", found->expected));
      }
      rows.push_back(std::move(row));
    }
  }
  print_table(out, "l" + std::string(1 + long_protocols().size(), 'r'), rows);
}

void print_counters(std::ostream& out, const LongStudy& study) {
  if (study.counters.empty()) return;
  fmt::print(
      out,
      "\nCounters: {} people, {} values, {} collections, epsilon {:g} for ever, epsilon1 {:g}; one person has {} "
      "different values\n\n",
      study.counter_people, study.counter_values, study.counter_collections, study.settings.counters_epsilon,
      study.settings.counters_epsilon1, study.most_values);
  TableText rows = {{"protocol", "one report", "buckets", "MSE", "measured", "worst collection", "worst total"}};
  for (const CounterRow& row : study.counters) {
    rows.push_back({row.protocol, fmt::format("{:.4f}", row.epsilon1), fmt::format("{}", row.buckets),
                    fmt::format("{:.4e}", row.expected), fmt::format("{:.4e}", row.measured),
                    fmt::format("{:.4e}", row.worst_collection), fmt::format("{:g}", row.worst_total)});
  }
  print_table(out, "lrrrrrr", rows);
}

void print_coverage(std::ostream& out, const CoverageStudy& study) {
  fmt::print(out, "\nCoverage of 95% intervals, {} repetitions, mean over the values\n\n", study.repetitions);
  TableText rows = {{"protocol", "about", "reports", "covered", "least", "most"}};
  const auto percent = [](double share) { return fmt::format("{:.1f}%", 100 * share); };
  for (const CoverageRow& row : study.rows) {
    rows.push_back({row.protocol, row.about, fmt::format("{}", row.reports), percent(row.covered), percent(row.least),
                    percent(row.most)});
  }
  print_table(out, "llrrrr", rows);
}

}  // namespace

void print_wrapped(std::ostream& out, std::string_view text, std::string_view indent) {
  constexpr std::size_t line_width = 100;
  std::string line(indent);
  std::size_t width = indent.size();
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    const auto letters = static_cast<std::size_t>(
        std::count_if(word.begin(), word.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    if (width + letters > line_width && width > indent.size()) {
      out << line << '\n';
      line = indent;
      width = indent.size();
    }
    if (width > indent.size()) line += ' ', ++width;
    line += word;
    width += letters;
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  out << line << '\n';
}

void reproduce_surveys(const SurveyStudyOptions& options, Context& context) {
  // Opened first: no work is done in vain.
  std::unique_ptr<AtomicFile> page;
  if (!options.page.empty()) page = std::make_unique<AtomicFile>(options.page);
  Arcolezi2022Settings settings = options.is_quick ? quick_arcolezi2022() : Arcolezi2022Settings();
  settings.seed = options.seed;
  settings.data = options.data;
  Progress progress(context);
  const Arcolezi2022 result = reproduce_arcolezi2022(
      settings, [&](const std::string& what, std::size_t done, std::size_t all) { progress.say(what, done, all); });
  progress.clear();
  if (page != nullptr) {
    page->append(arcolezi2022_page(result));
    page->commit();
  }
  if (options.json) {
    context.out << to_json(result) << '\n';
    return;
  }
  std::ostream& out = context.out;
  out << "Arcolezi (2022): surveys of several attributes and repeated collections, as published and ours.\n"
         "Seeded randomness: a study, not a release.\n";
  if (!result.missing.empty()) {
    fmt::print(out, "Left out, because their tables were not given (--data): {}.\n", fmt::join(result.missing, ", "));
  }
  if (result.has_few_draws()) out << "Few draws: verdicts about what is measured may fail by chance.\n";
  out << "\nWHAT WAS PUBLISHED\n\n";
  print_survey_claims(out, result.published);
  out << "WHAT IS SHOWN OF OURS\n\n";
  print_survey_claims(out, result.own);
  print_solutions(out, result.evidence);
  print_repeated(out, result.evidence);
  print_counters(out, result.evidence.repeated);
  print_coverage(out, result.evidence.coverage);
  if (page != nullptr) fmt::print(out, "\nOpen this page in a browser:\n{}\n", options.page);
}

}  // namespace sourdine::cli
