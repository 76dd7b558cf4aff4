// How long generalising a table takes, and how much memory. sourdine_bench_anonymity ROWS: one JSON object {"rows",
// "mondrian": {"seconds", "classes", "ncp"}, "mondrian_relaxed": …, "peak_bytes"} for a made-up table of ROWS rows and
// five quasi-identifiers, k = 10. sourdine_bench_anonymity TABLE CONFIG: {"rows", "combinations", "looked_at",
// "levels", "losses", "seconds" of the search, "local_seconds" of local recoding, "read_seconds" of everything before,
// and "peak_bytes"}. bench/harness/tables.py asks the peers for the same.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdlib>
#include <fstream>

#include "sourdine/anonymity/local_recoding.h"
#include "sourdine/anonymity/mondrian.h"
#include "sourdine/anonymize/anonymize.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine::bench {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Of this program alone: what getrusage() says begins with what the one had that started it.
std::int64_t peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

// Ages, postcodes of 100 × 100 places, days of three years, 2 and 20 categories; skewed, as such columns are.
AnonymityProblem made_up(std::size_t rows, std::vector<MondrianAttribute>& attributes) {
  SeededBits random(1);
  AnonymityProblem problem;
  problem.k = 10;
  for (const Value size : {Value{100}, Value{10'000}, Value{1'096}, Value{2}, Value{20}}) {
    std::vector<std::string> values;
    for (Value v = 0; v < size; ++v) values.push_back(std::to_string(v));
    problem.hierarchies.push_back(std::make_shared<const Hierarchy>(Hierarchy::flat("a", values)));
    CodedColumn column{std::vector<Value>(rows), size};
    for (Value& code : column.codes) code = static_cast<Value>(random.below(1 + random.below(size)));
    problem.quasi.push_back(std::move(column));
    if (size <= 20) {
      attributes.emplace_back(CategoricalAttribute{});
      continue;
    }
    OrderedAttribute ordered;
    for (Value v = 0; v < size; ++v) ordered.numbers.push_back(v);
    attributes.emplace_back(std::move(ordered));
  }
  return problem;
}

int run_mondrian(std::size_t rows) {
  std::vector<MondrianAttribute> attributes;
  const AnonymityProblem problem = made_up(rows, attributes);
  std::string text;
  for (const auto& [name, cuts] :
       {std::pair("mondrian", MondrianCuts::strict), std::pair("mondrian_relaxed", MondrianCuts::relaxed)}) {
    const double begin = now();
    const auto made = partition_mondrian(problem, attributes, cuts);
    text += fmt::format(R"("{}": {{"seconds": {:.4f}, "classes": {}, "ncp": {:.6f}}}, )", name, now() - begin,
                        made->classes.count(), made->ncp);
  }
  fmt::print("{{\"rows\": {}, {}\"peak_bytes\": {}}}\n", rows, text, peak_bytes());
  return 0;
}

int run_search(const std::string& table, const std::string& path) {
  const double begin = now();
  const AnonymizeConfig config = read_anonymize_config(path);
  const Anonymized prepared = prepare(config, {.source = table});
  const double read = now();
  const LatticeSearch search = search_lattice(prepared.problem);
  const double searched = now();
  if (!search.best) return 1;
  const Recoding local = recode_locally(prepared.problem, *search.best);
  const double recoded = now();
  const auto losses_text = [&](const Recoding& recoding) {
    const Losses losses = losses_of(prepared.problem, recoding);
    return fmt::format(R"({{"discernibility": {}, "class_size": {}, "ncp": {}, "entropy": {}}})", losses.discernibility,
                       losses.class_size, losses.ncp, losses.entropy);
  };
  fmt::print(
      R"({{"rows": {}, "combinations": {}, "looked_at": {}, "levels": [{}], "suppressed": {}, "losses": {}, )"
      R"("local_losses": {}, "seconds": {:.4f}, "local_seconds": {:.4f}, "read_seconds": {:.4f}, "peak_bytes": {}}})"
      "\n",
      prepared.problem.rows(), search.combinations, search.looked_at, fmt::join(search.best->levels, ", "),
      search.best->suppressed, losses_text(recoding_of(prepared.problem, *search.best)), losses_text(local),
      searched - read, recoded - searched, read - begin, peak_bytes());
  return 0;
}

}  // namespace
}  // namespace sourdine::bench

int main(int argc, char** argv) {
  if (argc == 2) return sourdine::bench::run_mondrian(static_cast<std::size_t>(std::atoll(argv[1])));
  if (argc == 3) return sourdine::bench::run_search(argv[1], argv[2]);
  return 2;
}
