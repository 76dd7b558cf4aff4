#include "sourdine/mobility/linear_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "sourdine/base/error.h"
#include "sourdine/mobility/clp_library.h"

namespace sourdine {

const Clp& clp() {
  static const Clp loaded;
  return loaded;
}

namespace {

constexpr int is_optimal = 0, is_infeasible = 1;  // of Clp_status

struct DeleteModel {
  void operator()(Clp_Simplex* model) const { clp().delete_model(model); }
};

// The matrix by columns, as Clp takes it.
struct ColumnMatrix {
  std::vector<CoinBigIndex> starts;
  std::vector<int> rows;
  std::vector<double> factors;

  explicit ColumnMatrix(const LinearProgram& program) : starts(program.columns.size() + 1) {
    for (const auto& row : program.rows) {
      for (const auto& [column, factor] : row.factors) ++starts.at(column + 1);
    }
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    rows.resize(static_cast<std::size_t>(starts.back()));
    factors.resize(rows.size());
    std::vector<CoinBigIndex> next = starts;
    for (std::size_t r = 0; r < program.rows.size(); ++r) {
      for (const auto& [column, factor] : program.rows[r].factors) {
        const auto place = static_cast<std::size_t>(next[column]++);
        rows[place] = static_cast<int>(r);
        factors[place] = factor;
      }
    }
  }
};

}  // namespace

std::optional<LinearOptimum> solve(const LinearProgram& program) {
  const ColumnMatrix matrix(program);
  std::vector<double> costs, column_lower, column_upper, row_lower, row_upper;
  for (const LinearProgram::Column& column : program.columns) {
    costs.push_back(column.cost);
    column_lower.push_back(column.lower);
    column_upper.push_back(column.upper);
  }
  for (const LinearProgram::Row& row : program.rows) {
    row_lower.push_back(row.lower);
    row_upper.push_back(row.upper);
  }
  const std::unique_ptr<Clp_Simplex, DeleteModel> model(clp().new_model());
  clp().set_log_level(model.get(), 0);
  clp().set_primal_tolerance(model.get(), 1e-9);
  clp().load_problem(model.get(), static_cast<int>(costs.size()), static_cast<int>(row_lower.size()),
                     matrix.starts.data(), matrix.rows.data(), matrix.factors.data(), column_lower.data(),
                     column_upper.data(), costs.data(), row_lower.data(), row_upper.data());
  clp().initial_solve(model.get());
  const int status = clp().status(model.get());
  if (status == is_infeasible) return std::nullopt;
  if (status != is_optimal) fail_internal(fmt::format("a linear program was not solved: Clp's status is {}", status));
  const double* const values = clp().column_solution(model.get());
  LinearOptimum optimum{clp().objective_value(model.get()), {values, values + costs.size()}};
  for (std::size_t i = 0; i < costs.size(); ++i) {  // beyond a bound by a rounding error
    optimum.values[i] = std::clamp(optimum.values[i], column_lower[i], column_upper[i]);
  }
  return optimum;
}

}  // namespace sourdine
