#include "sourdine/reproduce/friis_study.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>
#include <stdexcept>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/reproduce/friis_structures.h"

namespace sourdine {
namespace {

struct TableRow {
  std::uint64_t size;
  std::vector<std::uint64_t> table1;
  std::uint64_t table2[3];  // of degrees 2, 3, 4
  std::uint64_t table3;
};

const TableRow* find_row(std::uint64_t size) {
  static const std::vector<TableRow> rows = {
      {32, {2, 4, 8, 12, 16, 20, 24}, {0, 0, 0}, 6},
      {128, {20, 40, 50, 60, 70, 80, 90}, {0, 0, 0}, 9},
      {256, {40, 60, 80, 100, 140, 200, 220}, {0, 216, 128}, 24},
      {512, {100, 150, 200, 250, 300, 400, 450}, {324, 216, 200}, 35},
      {1024, {200, 300, 400, 500, 600, 800, 900}, {400, 294, 200}, 44},
      {2048, {600, 800, 1000, 1250, 1500, 1700, 1800}, {484, 294, 288}, 64},
  };
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const TableRow& r) { return r.size == size; });
  return row == rows.end() ? nullptr : &*row;
}

// Every length that a table asks of this domain.
std::vector<std::uint64_t> lengths_of(std::uint64_t size) {
  std::set<std::uint64_t> lengths;
  for (const std::uint64_t length : friis_table1(size)) lengths.insert(length);
  for (const std::uint64_t degree : friis_degrees) lengths.insert(friis_table2(size, degree));
  lengths.insert(friis_table3(size));
  lengths.erase(0);
  return {lengths.begin(), lengths.end()};
}

// Squared errors of one kind of answer to queries of one length.
struct Errors {
  double sum = 0, sum_of_squares = 0;  // over structures, of the mean squared error of each
  double expected = 0, at_least = 0;   // summed over all queries

  FriisCell cell(const FriisKind& kind, const FriisRun& run, std::uint64_t length,
                 const FriisSettings& settings) const {
    const auto structures = static_cast<double>(settings.structures);
    const double all = structures * static_cast<double>(settings.queries);
    const double mean = sum / structures;
    const double variance = std::max(0.0, sum_of_squares / structures - mean * mean) / (structures - 1);
    const double rmse = std::sqrt(mean);
    return {.kind = kind,
            .size = run.size,
            .epsilon = run.epsilon,
            .length = length,
            .rmse = rmse,
            .std_error = std::sqrt(variance) / (2 * rmse),
            .expected = std::sqrt(expected / all),
            .at_least = std::sqrt(at_least / all)};
  }
};

// All structures of one kind, size and ε, and all queries to them.
std::vector<FriisCell> measure(const FriisRun& run, const FriisSettings& settings,
                               std::span<const std::uint64_t> counts, Random& random) {
  const std::vector<std::uint64_t> lengths = lengths_of(run.size);
  const FriisStructures structures(run, counts);
  std::vector<Errors> plain(lengths.size()), adjusted(lengths.size());
  for (std::size_t s = 0; s < settings.structures; ++s) {
    const FriisDraw draw = structures.draw(random);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      double plain_square = 0, adjusted_square = 0;
      for (std::size_t q = 0; q < settings.queries; ++q) {
        const std::uint64_t first = random.below(run.size - lengths[i] + 1);
        const FriisAnswer answer = structures.ask(draw, {first, first + lengths[i] - 1});
        plain_square += answer.plain_error * answer.plain_error;
        adjusted_square += answer.adjusted_error * answer.adjusted_error;
        plain[i].expected += answer.plain_variance;
        plain[i].at_least += answer.plain_variance;
        adjusted[i].expected += answer.adjusted_variance;
        adjusted[i].at_least += answer.adjusted_at_least;
      }
      const auto queries = static_cast<double>(settings.queries);
      plain[i].sum += plain_square / queries;
      plain[i].sum_of_squares += plain_square / queries * plain_square / queries;
      adjusted[i].sum += adjusted_square / queries;
      adjusted[i].sum_of_squares += adjusted_square / queries * adjusted_square / queries;
    }
  }
  std::vector<FriisCell> cells;
  const bool has_adjusted = run.degree != 0 || run.model == PrivacyModel::local;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    cells.push_back(plain[i].cell({run.model, run.degree, false}, run, lengths[i], settings));
    if (has_adjusted) cells.push_back(adjusted[i].cell({run.model, run.degree, true}, run, lengths[i], settings));
  }
  return cells;
}

std::vector<FriisRun> all_runs(const FriisSettings& settings) {
  std::vector<FriisRun> runs;
  for (const std::uint64_t size : settings.sizes) {
    for (const double epsilon : settings.epsilons) {
      for (const PrivacyModel model : {PrivacyModel::central, PrivacyModel::local}) {
        for (const std::uint64_t degree : {0U, 2U, 3U, 4U}) runs.push_back({model, degree, size, epsilon});
      }
    }
  }
  return runs;
}

}  // namespace

std::vector<std::uint64_t> friis_table1(std::uint64_t size) {
  const TableRow* row = find_row(size);
  return row != nullptr ? row->table1 : std::vector<std::uint64_t>{};
}

std::uint64_t friis_table2(std::uint64_t size, std::uint64_t degree) {
  const TableRow* row = find_row(size);
  return row != nullptr && degree >= 2 && degree <= 4 ? row->table2[degree - 2] : 0;
}

std::uint64_t friis_table3(std::uint64_t size) {
  const TableRow* row = find_row(size);
  return row != nullptr ? row->table3 : 0;
}

const FriisCell& FriisStudy::at(const FriisKind& kind, std::uint64_t size, double epsilon, std::uint64_t length) const {
  const auto cell = std::find_if(cells.begin(), cells.end(), [&](const FriisCell& c) {
    return c.size == size && c.length == length && c.kind == kind && std::abs(c.epsilon - epsilon) < 1e-12;
  });
  if (cell == cells.end()) throw std::logic_error("the study has no such cell");
  return *cell;
}

FriisStudy study_friis(const FriisSettings& settings, std::span<const std::uint64_t> counts, const RandomSource& random,
                       const std::function<void(std::size_t, std::size_t)>& progress) {
  if (settings.structures < 2) fail_input("the spread of errors takes at least 2 structures");
  FriisStudy study{settings, {}, {}};
  for (const std::uint64_t size : settings.sizes) {
    if (find_row(size) == nullptr || size > counts.size())
      throw std::logic_error("a size that the thesis does not have");
    const auto part = counts.first(size);
    study.people.push_back(std::accumulate(part.begin(), part.end(), std::uint64_t{0}));
  }
  struct Item {
    std::size_t number = 0;
    std::vector<FriisCell> cells = {};
  };
  const std::vector<FriisRun> runs = all_runs(settings);
  std::size_t next = 0, done = 0;
  ordered_pipeline<Item>(
      0, Item{},
      [&](Item& item) {
        item.number = next;
        return next++ < runs.size();
      },
      [&](Item& item) {
        const FriisRun& run = runs[item.number];
        random.with_stream(item.number,
                           [&](Random& bits) { item.cells = measure(run, settings, counts.first(run.size), bits); });
      },
      [&](Item& item) {
        std::ranges::copy(item.cells, std::back_inserter(study.cells));
        progress(++done, runs.size());
      });
  return study;
}

}  // namespace sourdine
