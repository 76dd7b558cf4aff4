// XGBoost behind three small classes: what to fit, a table of numbers, boosted trees with the log link.
//
// Deterministic: the same tables, parameters and number of threads give the same trees. Errors of the library become
// Error(internal). A table may serve trees of several threads: they take turns. Trees are for one thread at a time.
// The library is loaded when the first of its functions is called (xgboost_library.h).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sourdine {

// Defaults: those of XGBoost 1.7 with the objective count:poisson.
struct TreeParameters {
  int max_depth = 6;
  double eta = 0.3;
  int rounds = 100;
  double max_delta_step = 0.7;
  double min_child_weight = 1;
  double lambda = 1;
  double gamma = 0;  // least gain of a split
  double subsample = 1;
  double colsample_bytree = 1;
  std::string tree_method = "hist";
  int seed = 0;
  int threads = 1;  // tables of some ten thousand rows gain little from more, and lose much on a busy machine

  // Every parameter, the objective and the library's version, as a JSON object.
  std::string json() const;
};

std::string xgboost_version();

// A dense table of floats, row after row; NaN is a missing value.
class TreeTable {
 public:
  TreeTable(std::span<const float> values, std::size_t rows, std::size_t columns);
  ~TreeTable();
  TreeTable(TreeTable&&) noexcept;
  TreeTable& operator=(TreeTable&&) noexcept;

  std::size_t rows() const { return rows_; }
  void set_labels(std::span<const float> labels);
  // The logarithm of what the trees correct, one number per row.
  void set_margins(std::span<const float> margins);

 private:
  friend class Trees;
  struct Handle;
  std::unique_ptr<Handle> handle_;
  std::size_t rows_;
};

class Trees {
 public:
  // The tables must outlive the trees; predictions for them are kept up to date from round to round.
  Trees(const TreeParameters& parameters, std::span<const TreeTable* const> tables);
  ~Trees();
  Trees(Trees&&) noexcept;
  Trees& operator=(Trees&&) noexcept;

  // One more tree by the library's count:poisson. Labels must be at least 0.
  void grow(const TreeTable& train);
  // One more tree by the caller's gradients and curvatures, one each per row.
  void grow(const TreeTable& train, std::span<float> gradients, std::span<float> curvatures);

  // log of the mean that the first `rounds` trees predict (0: all of them), per row.
  std::vector<float> margins(const TreeTable& table, int rounds = 0) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
  int round_ = 0;
};

// count:poisson for parameters.rounds rounds on labels ≥ 0; predicted means for the rows of `test`.
std::vector<double> fit_and_predict(const TreeParameters& parameters, TreeTable& train, const TreeTable& test);

}  // namespace sourdine
