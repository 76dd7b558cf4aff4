#include "sourdine/forecast/xgboost_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <xgboost/c_api.h>

#include "sourdine/base/error.h"
#include "sourdine/base/shared_library.h"

namespace sourdine {
namespace {

[[noreturn]] void fail_loading(const std::string& reason) {
  throw Error(ErrorCode::io, fmt::format("forecasts need XGBoost, which cannot be loaded: {}", reason),
              "Debian and Ubuntu: apt install libxgboost0");
}

// `Function` is named by its declaration in c_api.h and never linked, so the compiler checks ours against it.
template <class Function>
Function* find(void* library, const char* name) {
  void* const symbol = dlsym(library, name);
  if (symbol == nullptr) fail_loading(fmt::format("it has no function {}; versions 1.5 to 1.7 have", name));
  return reinterpret_cast<Function*>(symbol);
}

}  // namespace

XgboostLibrary load_xgboost(const std::vector<std::string>& files) {
  void* library = nullptr;
  std::string reasons;
  for (const std::string& file : files) {
    library = load_library(file);
    if (library != nullptr) break;
    reasons += fmt::format("{}{}", reasons.empty() ? "" : "; ", dlerror());
  }
  if (library == nullptr) fail_loading(reasons);
  return {
      .version = find<decltype(XGBoostVersion)>(library, "XGBoostVersion"),
      .last_error = find<decltype(XGBGetLastError)>(library, "XGBGetLastError"),
      .create_table = find<decltype(XGDMatrixCreateFromMat)>(library, "XGDMatrixCreateFromMat"),
      .set_table_numbers = find<decltype(XGDMatrixSetFloatInfo)>(library, "XGDMatrixSetFloatInfo"),
      .free_table = find<decltype(XGDMatrixFree)>(library, "XGDMatrixFree"),
      .create_trees = find<decltype(XGBoosterCreate)>(library, "XGBoosterCreate"),
      .set_parameter = find<decltype(XGBoosterSetParam)>(library, "XGBoosterSetParam"),
      .grow = find<decltype(XGBoosterUpdateOneIter)>(library, "XGBoosterUpdateOneIter"),
      .grow_by_gradients = find<decltype(XGBoosterBoostOneIter)>(library, "XGBoosterBoostOneIter"),
      .predict = find<decltype(XGBoosterPredictFromDMatrix)>(library, "XGBoosterPredictFromDMatrix"),
      .free_trees = find<decltype(XGBoosterFree)>(library, "XGBoosterFree"),
  };
}

const XgboostLibrary& xgboost_library() {
  static const XgboostLibrary library = load_xgboost({"libxgboost.so.0", "libxgboost.so"});
  return library;
}

}  // namespace sourdine
