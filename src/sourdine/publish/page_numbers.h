// Numbers as pages have them. Not installed: it shows a type of a library behind us.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace sourdine {

// As many decimals as estimates.csv has.
inline double rounded_for_page(double value) {
  const double scaled = std::round(value * 1e4) / 1e4;
  return scaled == 0 ? 0 : scaled;
}

// [[get(0), …], …], row by row.
template <class Get>
nlohmann::ordered_json number_matrix(std::size_t rows, std::size_t columns, Get&& get) {
  nlohmann::ordered_json result = nlohmann::ordered_json::array();
  for (std::size_t t = 0; t < rows; ++t) {
    nlohmann::ordered_json row = nlohmann::ordered_json::array();
    for (std::size_t v = 0; v < columns; ++v) row.push_back(rounded_for_page(get(t * columns + v)));
    result.push_back(std::move(row));
  }
  return result;
}

}  // namespace sourdine
