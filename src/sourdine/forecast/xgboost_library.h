// The functions of XGBoost's C interface that are called, found in its shared library when the first one is needed:
// whoever makes no forecast neither waits for that library nor needs to have it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sourdine {

// As <xgboost/c_api.h> declares them, handles being void*. All but the first two return 0, or last_error() says why
// not.
struct XgboostLibrary {
  void (*version)(int* major, int* minor, int* patch);
  const char* (*last_error)();

  int (*create_table)(const float* values, std::uint64_t rows, std::uint64_t columns, float missing, void** table);
  int (*set_table_numbers)(void* table, const char* name, const float* values, std::uint64_t size);
  int (*free_table)(void* table);

  int (*create_trees)(void* const tables[], std::uint64_t size, void** trees);
  int (*set_parameter)(void* trees, const char* name, const char* value);
  int (*grow)(void* trees, int round, void* table);
  int (*grow_by_gradients)(void* trees, void* table, float* gradients, float* curvatures, std::uint64_t size);
  int (*predict)(void* trees, void* table, const char* config, const std::uint64_t** shape, std::uint64_t* dimensions,
                 const float** result);
  int (*free_trees)(void* trees);
};

// Loads the first of the files that there is; it stays loaded. Throws Error when there is none, or it lacks a function.
XgboostLibrary load_xgboost(const std::vector<std::string>& files);

// Debian's library, or that of another distribution; loaded by the first call. For use by any number of threads.
const XgboostLibrary& xgboost_library();

}  // namespace sourdine
