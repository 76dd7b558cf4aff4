#include "sourdine/audit/planted.h"

#include <iterator>

#include "sourdine/audit/zoo.h"

namespace sourdine {

std::span<const Planted> planted_violations() {
  static const std::vector<Planted> all = [] {
    std::vector<Planted> planted = zoo::broken_bits();
    for (const auto make_rows :
         {zoo::broken_answers, zoo::broken_noise, zoo::broken_mechanisms, zoo::broken_places, zoo::broken_tuples}) {
      auto rows = make_rows();
      planted.insert(planted.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    }
    return planted;
  }();
  return all;
}

}  // namespace sourdine
