#include "sourdine/forecast/xgboost.h"

#include <fmt/format.h>
#include <xgboost/c_api.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"

namespace sourdine {
namespace {

void check(int result) {
  if (result != 0) throw Error(ErrorCode::internal, fmt::format("XGBoost failed: {}", XGBGetLastError()));
}

nlohmann::ordered_json library_parameters(const TreeParameters& parameters) {
  return {{"objective", "count:poisson"},
          {"tree_method", parameters.tree_method},
          {"max_depth", parameters.max_depth},
          {"eta", parameters.eta},
          {"max_delta_step", parameters.max_delta_step},
          {"min_child_weight", parameters.min_child_weight},
          {"lambda", parameters.lambda},
          {"gamma", parameters.gamma},
          {"subsample", parameters.subsample},
          {"colsample_bytree", parameters.colsample_bytree},
          {"seed", parameters.seed},
          {"nthread", parameters.threads}};
}

}  // namespace

std::string xgboost_version() {
  int major = 0, minor = 0, patch = 0;
  XGBoostVersion(&major, &minor, &patch);
  return fmt::format("{}.{}.{}", major, minor, patch);
}

std::string TreeParameters::json() const {
  nlohmann::ordered_json json = {{"library", "xgboost"}, {"version", xgboost_version()}};
  json.update(library_parameters(*this));
  json["rounds"] = rounds;
  return json.dump();
}

struct TreeTable::Handle {
  DMatrixHandle value = nullptr;
  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (value != nullptr) XGDMatrixFree(value);
  }
};

TreeTable::TreeTable(std::span<const float> values, std::size_t rows, std::size_t columns)
    : handle_(std::make_unique<Handle>()), rows_(rows) {
  if (values.size() != rows * columns) throw Error(ErrorCode::internal, "a table of features has the wrong size");
  check(XGDMatrixCreateFromMat(values.data(), rows, columns, std::nanf(""), &handle_->value));
}

TreeTable::~TreeTable() = default;
TreeTable::TreeTable(TreeTable&&) noexcept = default;
TreeTable& TreeTable::operator=(TreeTable&&) noexcept = default;

void TreeTable::set_labels(std::span<const float> labels) {
  check(XGDMatrixSetFloatInfo(handle_->value, "label", labels.data(), labels.size()));
}

void TreeTable::set_margins(std::span<const float> margins) {
  check(XGDMatrixSetFloatInfo(handle_->value, "base_margin", margins.data(), margins.size()));
}

struct Trees::Handle {
  BoosterHandle value = nullptr;
  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (value != nullptr) XGBoosterFree(value);
  }
};

Trees::Trees(const TreeParameters& parameters, std::span<const TreeTable* const> tables)
    : handle_(std::make_unique<Handle>()) {
  std::vector<DMatrixHandle> handles;
  for (const TreeTable* table : tables) handles.push_back(table->handle_->value);
  check(XGBoosterCreate(handles.data(), handles.size(), &handle_->value));
  const nlohmann::ordered_json settings = library_parameters(parameters);
  for (const auto& [name, value] : settings.items()) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    check(XGBoosterSetParam(handle_->value, name.c_str(), text.c_str()));
  }
  check(XGBoosterSetParam(handle_->value, "verbosity", "0"));
}

Trees::~Trees() = default;
Trees::Trees(Trees&&) noexcept = default;
Trees& Trees::operator=(Trees&&) noexcept = default;

void Trees::grow(const TreeTable& train) {
  StopToken().check();
  check(XGBoosterUpdateOneIter(handle_->value, round_++, train.handle_->value));
}

void Trees::grow(const TreeTable& train, std::span<float> gradients, std::span<float> curvatures) {
  StopToken().check();
  check(XGBoosterBoostOneIter(handle_->value, train.handle_->value, gradients.data(), curvatures.data(),
                              gradients.size()));
  ++round_;
}

std::vector<float> Trees::margins(const TreeTable& table, int rounds) const {
  const std::string config = fmt::format(
      R"({{"type": 1, "training": false, "iteration_begin": 0, "iteration_end": {}, "strict_shape": false}})", rounds);
  bst_ulong const* shape = nullptr;
  bst_ulong dimensions = 0;
  const float* result = nullptr;
  check(
      XGBoosterPredictFromDMatrix(handle_->value, table.handle_->value, config.c_str(), &shape, &dimensions, &result));
  return {result, result + table.rows()};  // the library keeps its own only until the next call
}

std::vector<double> fit_and_predict(const TreeParameters& parameters, TreeTable& train, const TreeTable& test) {
  const TreeTable* tables[] = {&train};
  Trees trees(parameters, tables);
  for (int round = 0; round < parameters.rounds; ++round) trees.grow(train);
  std::vector<double> means;
  means.reserve(test.rows());
  for (const float margin : trees.margins(test)) means.push_back(std::exp(static_cast<double>(margin)));
  return means;
}

}  // namespace sourdine
