#include "sourdine/counts/release.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sourdine/base/csv.h"
#include "sourdine/base/decimals.h"
#include "sourdine/base/parallel.h"
#include "sourdine/publish/table.h"
#include "sourdine/random/streams.h"

namespace sourdine {
namespace {

// The rows of some periods.
struct EstimateRows {
  std::size_t from = 0;
  std::size_t to = 0;
  std::string text = {};
};

void format(const PeriodEstimates& estimates, const std::vector<std::string>& regions, EstimateRows& rows) {
  const auto append = [&](double number) {
    rows.text += ',';
    append_four_decimals(number == 0 ? 0.0 : number, rows.text);  // not -0.0000
  };
  // Counts are whole, and so are their bounds unless a filter moved them.
  const auto append_bound = [&](double number) {
    if (number == std::floor(number) && number < 1e15) {
      rows.text += ',';
      rows.text += std::to_string(static_cast<std::uint64_t>(std::max(0.0, number)));
    } else {
      append(number);
    }
  };
  rows.text.clear();
  for (std::size_t t = rows.from; t < rows.to; ++t) {
    if (estimates.coverage(t) == CoveredPart::none) continue;  // a gap is no number
    const std::string label = estimates.timeline.label(t);
    for (std::size_t v = 0; v < regions.size(); ++v) {
      rows.text.append(label).append(",").append(regions[v]);
      const Estimate& published = estimates.at(t, v);
      const Estimate& plain = estimates.plain[t * regions.size() + v];
      append(published.value);
      append(published.std_error);
      append_bound(published.lower);
      append_bound(published.upper);
      append(plain.value);
      append(plain.std_error);
      rows.text += '\n';
    }
  }
}

void write_estimates(const Release& release, Output& file, const StopToken& stop) {
  constexpr std::size_t rows_at_once = 4096;
  std::vector<std::string> regions;
  for (Value v = 0; v < release.regions.size(); ++v) regions.push_back(csv_field(release.regions.label(v)));
  file.append(std::string_view("period,region,estimate,std_error,lower,upper,plain_estimate,plain_std_error\n"));
  for (const PeriodEstimates& estimates : release.estimates) {
    std::size_t next = 0;
    const auto cut = [&](EstimateRows& rows) {
      rows.from = next;
      next = rows.to = std::min(estimates.timeline.size(), next + rows_at_once / regions.size() + 1);
      return rows.from < rows.to;
    };
    ordered_pipeline<EstimateRows>(
        0, {}, cut, [&](EstimateRows& rows) { format(estimates, regions, rows); },
        [&](EstimateRows& rows) { file.append(std::string_view(rows.text)); }, [] { return false; }, stop);
  }
}

// Exact ones are whole; estimates come with their error.
Table totals_table(const Release& release) {
  static constexpr std::array names = {"whole", "part", "none"};  // as CoveredPart
  const bool is_estimated = release.facts.central.has_value();
  std::vector<std::string> columns = {"period", "total", "covered"};
  if (is_estimated) columns.insert(columns.end(), {"std_error", "lower", "upper"});
  return Table::of_rows("totals.csv", std::move(columns), [&release, is_estimated](const Table::Add& add) {
    for (const PeriodEstimates& estimates : release.estimates) {
      for (std::size_t t = 0; t < estimates.timeline.size(); ++t) {
        const CoveredPart coverage = estimates.coverage(t);
        TableRow row;
        const auto number = [&](double value, int decimals) {
          coverage == CoveredPart::none ? row.text("") : row.number(value == 0 ? 0.0 : value, decimals);
        };
        row.text(estimates.timeline.label(t));
        number(estimates.totals[t], is_estimated ? 4 : 0);
        row.text(names[static_cast<std::size_t>(coverage)]);
        if (is_estimated) {
          number(estimates.total_estimates[t].std_error, 4);
          number(estimates.total_estimates[t].lower, 0);
          number(estimates.total_estimates[t].upper, 0);
        }
        add(row);
      }
    }
  });
}

}  // namespace

Period base_period(const PublishConfig& publish) { return publish.has(Period::hour) ? Period::hour : Period::day; }

std::string Release::mechanism() const {
  return oracle ? oracle->name() : fmt::format("discrete-{}", noise_name(config.privacy.noise));
}

const PeriodEstimates* Release::find(Period period) const {
  const auto is_it = [&](const PeriodEstimates& found) { return found.timeline.period() == period; };
  const auto found = std::ranges::find_if(estimates, is_it);
  return found == estimates.end() ? nullptr : &*found;
}

std::vector<double> consistent_shares(const PeriodEstimates& base, const std::vector<double>& totals) {
  const StopToken stop;
  std::vector<double> shares;
  shares.reserve(totals.size() * base.regions);
  for (std::size_t t = 0; t < totals.size(); ++t) {
    stop.check();
    const Consistent consistent = norm_sub(base.values(t), totals[t]);
    shares.insert(shares.end(), consistent.counts.begin(), consistent.counts.end());
  }
  return shares;
}

std::map<std::string, std::size_t> mostly_noise_by_period(const Release& release) {
  std::map<std::string, std::size_t> numbers;
  for (const PeriodEstimates& estimates : release.estimates) {
    numbers[std::string(period_name(estimates.timeline.period()))] = mostly_noise(estimates);
  }
  return numbers;
}

std::vector<Table> release_tables(const Release& release, const RandomSource& random) {
  std::vector<Table> tables;
  tables.push_back({.name = "estimates.csv",
                    .write = [&](Output& output, const StopToken& stop) { write_estimates(release, output, stop); }});
  tables.push_back(totals_table(release));
  if (release.config.publish.synthetic) {
    tables.push_back({.name = "synthetic.csv", .write = [&](Output& output, const StopToken& stop) {
                        with_stream(random, Stream::synthetic_rows, [&](Random& bits) {
                          write_synthetic(release.collected, release.shares, release.regions.labels(), release.columns,
                                          release.passthrough, bits, output, stop);
                        });
                      }});
  }
  return tables;
}

}  // namespace sourdine
