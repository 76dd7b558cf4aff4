#include "sourdine/reproduce/arcolezi_tuples.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "sourdine/base/parallel.h"
#include "sourdine/tuple/tuple_plan.h"

namespace sourdine {
namespace {

struct PlannedRow {
  TupleRow row;
  std::shared_ptr<const TupleProtocol> protocol;
  const StudyTable* table;
};

TupleRow tuple_row(const StudyTable& table, double epsilon, TupleLevel level, const TuplePlanRow& planned) {
  return {.table = table.name,
          .epsilon = epsilon,
          .level = level,
          .solution = planned.spec.solution,
          .oracle = planned.oracle,
          .tuple_epsilon = planned.tuple_epsilon,
          .attribute_epsilon = planned.attribute_epsilon,
          .planned = planned.error,
          .expected = 0};
}

void add_planned(const StudyTable& table, double epsilon, std::vector<PlannedRow>& rows) {
  TupleQuestion question{.people = table.people(), .epsilon = epsilon};
  for (const Value size : table.sizes) question.attributes.push_back({.domain = Domain(std::uint64_t{size})});
  const TuplePlan plan = tuple_plan(question);
  const auto add = [&](const std::vector<TuplePlanRow>& planned, TupleLevel level) {
    for (const TuplePlanRow& one : planned) {
      PlannedRow row{tuple_row(table, epsilon, level, one), TupleProtocol::make(one.spec), &table};
      row.row.expected = expected_error(*row.protocol, table);
      row.row.is_recommended = level == TupleLevel::tuple && &one == &planned.front();
      rows.push_back(std::move(row));
    }
  };
  add(plan.equal_tuple, TupleLevel::tuple);
  add(plan.published, TupleLevel::published);
}

// The mean squared error of one draw of all reports.
double drawn_error(const TupleProtocol& protocol, const StudyTable& table,
                   const std::vector<std::vector<double>>& truth, Random& random) {
  constexpr std::size_t people_at_once = 8192;
  Tally tally = protocol.empty_tally();
  Reports reports(protocol.report_bytes());
  const RecordsView all{table.values, table.width()};
  for (std::size_t done = 0; done < all.size(); done += people_at_once) {
    reports.clear();
    protocol.randomize(all.subview(done, std::min(people_at_once, all.size() - done)), random, reports);
    protocol.tally(reports, tally);
  }
  double sum = 0;
  for (std::size_t j = 0; j < table.width(); ++j) {
    const AttributeTally own = protocol.attribute_tally(tally, j, Population::fixed);
    const std::vector<double> counts = own.oracle->invert(own.view());
    double squares = 0;
    for (std::size_t v = 0; v < counts.size(); ++v) {
      const double error = counts[v] / static_cast<double>(own.reports) - truth[j][v];
      squares += error * error;
    }
    sum += squares / static_cast<double>(counts.size());
  }
  return sum / static_cast<double>(table.width());
}

void measure_row(PlannedRow& row, std::size_t repetitions, std::uint64_t first_stream, const RandomSource& random) {
  std::vector<std::vector<double>> truth;
  for (std::size_t j = 0; j < row.table->width(); ++j) truth.push_back(row.table->shares(j));
  std::vector<double> errors(repetitions);
  for_each_chunk(repetitions, 0, [&](std::size_t i, std::size_t) {
    random.with_stream(first_stream + i,
                       [&](Random& bits) { errors[i] = drawn_error(*row.protocol, *row.table, truth, bits); });
  });
  double mean = 0, squares = 0;
  for (const double error : errors) mean += error / static_cast<double>(repetitions);
  for (const double error : errors) squares += (error - mean) * (error - mean);
  row.row.measured = mean;
  if (repetitions > 1) {
    row.row.std_error = std::sqrt(squares / static_cast<double>(repetitions * (repetitions - 1)));
  }
}

// Of one table at one ε: the recommended row, the four best, and of every solution and level the best.
std::vector<PlannedRow*> rows_to_measure(std::vector<PlannedRow>& rows, const StudyTable& table, double epsilon) {
  std::vector<PlannedRow*> own;
  for (PlannedRow& row : rows) {
    if (row.table == &table && std::abs(row.row.epsilon - epsilon) < 1e-9) own.push_back(&row);
  }
  std::stable_sort(own.begin(), own.end(),
                   [](const PlannedRow* a, const PlannedRow* b) { return a->row.expected < b->row.expected; });
  std::vector<PlannedRow*> wanted;
  std::set<std::pair<TupleSolution, TupleLevel>> seen;
  int near = 0;
  for (PlannedRow* row : own) {
    const bool is_new = seen.emplace(row->row.solution, row->row.level).second;
    const bool is_near = row->row.level == TupleLevel::tuple && near++ < 4;
    if (is_new || is_near || row->row.is_recommended) wanted.push_back(row);
  }
  return wanted;
}

const TupleRow& least(const std::vector<const TupleRow*>& rows) {
  if (rows.empty()) throw std::logic_error("no such row in the study");
  return **std::min_element(rows.begin(), rows.end(),
                            [](const TupleRow* a, const TupleRow* b) { return a->expected < b->expected; });
}

bool is_at(const TupleRow& row, const std::string& table, double epsilon) {
  return row.table == table && std::abs(row.epsilon - epsilon) < 1e-9;
}

}  // namespace

double expected_error(const TupleProtocol& protocol, const StudyTable& table) {
  double sum = 0;
  for (std::size_t j = 0; j < table.width(); ++j) {
    const std::vector<double> shares = table.shares(j);
    double mean = 0;
    for (Value v = 0; v < shares.size(); ++v) {
      mean += protocol.share_variance(j, v, shares, static_cast<double>(table.people()));
    }
    sum += mean / static_cast<double>(shares.size());
  }
  return sum / static_cast<double>(table.width());
}

std::vector<const TupleRow*> TupleStudy::where(const std::function<bool(const TupleRow&)>& wanted) const {
  std::vector<const TupleRow*> found;
  for (const TupleRow& row : rows) {
    if (wanted(row)) found.push_back(&row);
  }
  return found;
}

const TupleRow& TupleStudy::best(const std::string& table, double epsilon, TupleLevel level) const {
  return least(where([&](const TupleRow& row) { return is_at(row, table, epsilon) && row.level == level; }));
}

const TupleRow& TupleStudy::best_of(const std::string& table, double epsilon, TupleLevel level,
                                    TupleSolution solution) const {
  return least(where([&](const TupleRow& row) {
    return is_at(row, table, epsilon) && row.level == level && row.solution == solution;
  }));
}

const TupleRow& TupleStudy::recommended(const std::string& table, double epsilon) const {
  return least(where([&](const TupleRow& row) { return is_at(row, table, epsilon) && row.is_recommended; }));
}

TupleStudy study_tuples(const TupleSettings& settings, const std::vector<StudyTable>& tables,
                        const RandomSource& random, const std::function<void(std::size_t, std::size_t)>& progress) {
  std::vector<PlannedRow> rows;
  for (const StudyTable& table : tables) {
    for (const double epsilon : settings.epsilons) add_planned(table, epsilon, rows);
  }
  std::vector<PlannedRow*> measured;
  for (const StudyTable& table : tables) {
    const auto own = rows_to_measure(rows, table, settings.measured_epsilon);
    measured.insert(measured.end(), own.begin(), own.end());
  }
  for (std::size_t i = 0; i < measured.size(); ++i) {
    progress(i, measured.size());
    const auto times = std::clamp<std::size_t>(45'222 / measured[i]->table->people(), 1, 4);
    measure_row(*measured[i], times * settings.repetitions, 0, random);
  }
  TupleStudy study{settings, {}};
  for (PlannedRow& row : rows) study.rows.push_back(std::move(row.row));
  return study;
}

}  // namespace sourdine
