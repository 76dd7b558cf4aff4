#include "estimates.h"

#include <fmt/format.h>

#include <initializer_list>

#include "array_work.h"
#include "long_work.h"
#include "sourdine/base/error.h"

namespace sourdine::python {
namespace {

// The number of the word.
std::size_t word_of(const char* what, const std::string& word, std::initializer_list<const char*> words) {
  std::size_t number = 0;
  for (const char* known : words) {
    if (word == known) return number;
    ++number;
  }
  fail_input(fmt::format("{} '{}' is neither '{}' nor '{}'", what, word, *words.begin(), *(words.end() - 1)));
}

}  // namespace

EstimateOptions options_of(double confidence, const std::string& coverage, const std::string& population,
                           const std::string& consistency) {
  return {.confidence = confidence,
          .coverage = word_of("coverage", coverage, {"per value", "simultaneous"}) == 1 ? Coverage::simultaneous
                                                                                        : Coverage::per_value,
          .population =
              word_of("population", population, {"fixed", "sampled"}) == 1 ? Population::sampled : Population::fixed,
          .consistency = find_consistency(consistency)};
}

nb::dict dict_of(const Estimates& estimates) {
  const std::size_t k = estimates.values.size();
  std::vector<double> value(k), std_error(k), lower(k), upper(k);
  auto* const noise = new bool[k];
  const nb::capsule owner(noise, [](void* bools) noexcept { delete[] static_cast<bool*>(bools); });
  for (std::size_t i = 0; i < k; ++i) {
    const Estimate& one = estimates.values[i];
    value[i] = one.value;
    std_error[i] = one.std_error;
    lower[i] = one.lower;
    upper[i] = one.upper;
    noise[i] = is_mostly_noise(one);
  }
  nb::dict made;
  made["reports"] = estimates.reports;
  made["estimate"] = numpy_of(std::move(value));
  made["std_error"] = numpy_of(std::move(std_error));
  made["lower"] = numpy_of(std::move(lower));
  made["upper"] = numpy_of(std::move(upper));
  made["mostly_noise"] = NumpyArray<bool>(noise, {k}, owner);
  made["total"] = estimates.total;
  made["is_degenerate"] = estimates.is_degenerate;
  made["has_moved_errors"] = estimates.has_moved_errors;
  return made;
}

nb::dict estimate_cells(const BoundProtocol& protocol, std::uint64_t reports, const AnyArray& cells, double confidence,
                        const std::string& coverage, const std::string& population, const std::string& consistency) {
  const std::vector<std::uint64_t> counts = cells_of(cells);
  const EstimateOptions options = options_of(confidence, coverage, population, consistency);
  return dict_of(without_lock([&] {
    const Oracle& oracle = require_oracle(*protocol);
    const TallyView tally{reports, counts};
    if (!oracle.is_consistent(tally)) {
      fail_input(fmt::format("{} reports of {} cannot add up to these cells", reports, oracle.title()));
    }
    return estimate(oracle, tally, options);
  }));
}

nb::dict estimate_reports(const BoundProtocol& protocol, const AnyArray& reports, double confidence,
                          const std::string& coverage, const std::string& population, const std::string& consistency) {
  const ReportsView view = reports_of(reports, *protocol);
  const EstimateOptions options = options_of(confidence, coverage, population, consistency);
  return dict_of(without_lock([&] {
    const Oracle& oracle = require_oracle(*protocol);
    Tally sum = oracle.empty_tally();
    if (options.consistency != Consistency::mle || oracle.cell_is_report()) {
      sum = tally_array(oracle, view, 0);
      return estimate(oracle, sum, options);
    }
    DistinctReports distinct(oracle);
    for_each_copied(view, [&](ReportsView piece) {
      oracle.tally(piece, sum, sum.reports);
      distinct.add(piece);
    });
    return estimate(oracle, sum, distinct, options);
  }));
}

double variance_of_share(const BoundProtocol& protocol, double share, std::uint64_t n) {
  if (!(share >= 0 && share <= 1)) fail_input(fmt::format("a share lies between 0 and 1, not at {}", share));
  return without_lock([&] {
    const Oracle& oracle = require_oracle(*protocol);
    if (oracle.k() == 1) return 0.0;
    const double people = static_cast<double>(n);
    std::vector<double> counts(oracle.k(), (1 - share) * people / (oracle.k() - 1));
    counts[0] = share * people;
    return oracle.variance(0, counts);
  });
}

}  // namespace sourdine::python
