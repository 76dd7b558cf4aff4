#include "sourdine/forecast/xgboost.h"

#include <fmt/format.h>

#include <cmath>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/forecast/xgboost_library.h"

namespace sourdine {
namespace {

void check(int result) {
  if (result != 0) throw Error(ErrorCode::internal, fmt::format("XGBoost failed: {}", xgboost_library().last_error()));
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
  xgboost_library().version(&major, &minor, &patch);
  return fmt::format("{}.{}.{}", major, minor, patch);
}

std::string TreeParameters::json() const {
  nlohmann::ordered_json json = {{"library", "xgboost"}, {"version", xgboost_version()}};
  json.update(library_parameters(*this));
  json["rounds"] = rounds;
  return json.dump();
}

struct TreeTable::Handle {
  void* value = nullptr;
  std::mutex use;  // the library computes parts of a table when they are first needed and keeps them there, unguarded
  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (value != nullptr) xgboost_library().free_table(value);
  }
};

TreeTable::TreeTable(std::span<const float> values, std::size_t rows, std::size_t columns)
    : handle_(std::make_unique<Handle>()), rows_(rows) {
  if (values.size() != rows * columns) throw Error(ErrorCode::internal, "a table of features has the wrong size");
  check(xgboost_library().create_table(values.data(), rows, columns, std::nanf(""), &handle_->value));
}

TreeTable::~TreeTable() = default;
TreeTable::TreeTable(TreeTable&&) noexcept = default;
TreeTable& TreeTable::operator=(TreeTable&&) noexcept = default;

void TreeTable::set_labels(std::span<const float> labels) {
  const std::lock_guard turn(handle_->use);
  check(xgboost_library().set_table_numbers(handle_->value, "label", labels.data(), labels.size()));
}

void TreeTable::set_margins(std::span<const float> margins) {
  const std::lock_guard turn(handle_->use);
  check(xgboost_library().set_table_numbers(handle_->value, "base_margin", margins.data(), margins.size()));
}

struct Trees::Handle {
  void* value = nullptr;
  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (value != nullptr) xgboost_library().free_trees(value);
  }
};

Trees::Trees(const TreeParameters& parameters, std::span<const TreeTable* const> tables)
    : handle_(std::make_unique<Handle>()) {
  std::vector<void*> handles;
  for (const TreeTable* table : tables) handles.push_back(table->handle_->value);
  check(xgboost_library().create_trees(handles.data(), handles.size(), &handle_->value));
  const nlohmann::ordered_json settings = library_parameters(parameters);
  for (const auto& [name, value] : settings.items()) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    check(xgboost_library().set_parameter(handle_->value, name.c_str(), text.c_str()));
  }
  check(xgboost_library().set_parameter(handle_->value, "verbosity", "0"));
}

Trees::~Trees() = default;
Trees::Trees(Trees&&) noexcept = default;
Trees& Trees::operator=(Trees&&) noexcept = default;

void Trees::grow(const TreeTable& train) {
  StopToken().check();
  const std::lock_guard turn(train.handle_->use);
  check(xgboost_library().grow(handle_->value, round_++, train.handle_->value));
}

void Trees::grow(const TreeTable& train, std::span<float> gradients, std::span<float> curvatures) {
  StopToken().check();
  const std::lock_guard turn(train.handle_->use);
  check(xgboost_library().grow_by_gradients(handle_->value, train.handle_->value, gradients.data(), curvatures.data(),
                                            gradients.size()));
  ++round_;
}

std::vector<float> Trees::margins(const TreeTable& table, int rounds) const {
  const std::string config = fmt::format(
      R"({{"type": 1, "training": false, "iteration_begin": 0, "iteration_end": {}, "strict_shape": false}})", rounds);
  const std::uint64_t* shape = nullptr;
  std::uint64_t dimensions = 0;
  const float* result = nullptr;
  const std::lock_guard turn(table.handle_->use);
  check(xgboost_library().predict(handle_->value, table.handle_->value, config.c_str(), &shape, &dimensions, &result));
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
