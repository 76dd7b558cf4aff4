#include "reproduce_friis.h"

#include <fmt/format.h>

#include <memory>

#include "common.h"
#include "print.h"
#include "progress.h"
#include "reproduce_arcolezi.h"
#include "sourdine/base/atomic_file.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/reproduce/friis2021.h"

namespace sourdine::cli {
namespace {

void print_claims(std::ostream& out, const Friis2021& result) {
  for (const FriisClaim& claim : result.claims) {
    print_wrapped(out, fmt::format("§{} {}", claim.section, claim.claim), "");
    print_wrapped(out, fmt::format("{}. {}", claim.holds ? "Holds" : "Does not hold", claim.finding), "    ");
    out << '\n';
  }
}

void print_errors(std::ostream& out, const FriisStudy& study) {
  out << "RMSE measured (and expected) at epsilon 1, lengths of Table 1; B = 4, plain and adjusted\n\n";
  std::vector<std::vector<std::string>> rows = {
      {"N", "r", "central flat", "tree", "adjusted", "local flat", "tree", "adjusted"}};
  using enum PrivacyModel;
  for (const std::uint64_t size : study.settings.sizes) {
    for (const std::uint64_t length : friis_table1(size)) {
      std::vector<std::string> row = {std::to_string(size), std::to_string(length)};
      for (const FriisKind& kind :
           {FriisKind{central, 0, false}, FriisKind{central, 4, false}, FriisKind{central, 4, true},
            FriisKind{local, 0, false}, FriisKind{local, 4, false}, FriisKind{local, 4, true}}) {
        const FriisCell& cell = study.at(kind, size, 1, length);
        row.push_back(fmt::format("{:.1f} ({:.1f})", cell.rmse, cell.expected));
      }
      rows.push_back(std::move(row));
    }
  }
  print_table(out, "rrrrrrrr", rows);
}

void print_break_evens(std::ostream& out, const std::vector<FriisBreakEven>& break_evens) {
  out << "\nLength from which on the tree beats the flat histogram, mean over all ranges of a length\n\n";
  const auto text = [](const std::optional<std::uint64_t>& length) {
    return length ? std::to_string(*length) : std::string("never");
  };
  std::vector<std::vector<std::string>> rows = {
      {"N", "B", "thesis", "local", "local adjusted", "central", "central adjusted"}};
  for (const FriisBreakEven& row : break_evens) {
    rows.push_back({std::to_string(row.size), std::to_string(row.degree), std::to_string(row.rule),
                    text(row.local_plain), text(row.local_adjusted), text(row.central_plain),
                    text(row.central_adjusted)});
  }
  print_table(out, "rrrrrrr", rows);
}

}  // namespace

void reproduce_friis(const FriisOptions& options, Context& context) {
  // Opened first: no work is done in vain.
  std::unique_ptr<AtomicFile> page;
  if (!options.page.empty()) page = std::make_unique<AtomicFile>(options.page);
  FriisSettings settings;
  if (options.is_quick) settings = {{1, 0.2}, {32, 512, 2048}, 5, 20};
  Progress progress(context);
  const Friis2021 result =
      reproduce_friis2021(settings, SeededSource(options.seed),
                          [&](std::size_t done, std::size_t all) { progress.say("structures", done, all); });
  progress.clear();
  if (page != nullptr) {
    page->append(friis2021_page(result));
    page->commit();
  }
  if (options.json) {
    context.out << to_json(result) << '\n';
    return;
  }
  fmt::print(context.out,
             "Friis (2021), with correct structures: {} structures, {} ranges of every length asked of each.\n"
             "Data: {}.\nSeeded randomness: a study, not a release.\n\n",
             settings.structures, settings.queries, friis2021_data);
  print_claims(context.out, result);
  print_errors(context.out, result.study);
  print_break_evens(context.out, result.break_evens);
  if (page != nullptr) fmt::print(context.out, "\nOpen this page in a browser:\n{}\n", options.page);
}

}  // namespace sourdine::cli
