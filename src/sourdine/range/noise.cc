#include "sourdine/range/noise.h"

#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/laplace_table.h"

namespace sourdine {
namespace {

// Fewer numbers than this are drawn in less time than a table takes to make.
constexpr std::size_t table_pays_from = 4096;

}  // namespace

LaplaceNoise::LaplaceNoise(Random& random) : random_(random) {}
LaplaceNoise::~LaplaceNoise() = default;

void LaplaceNoise::add(std::span<std::int64_t> numbers, const LaplaceScale& scale) {
  if (numbers.size() < table_pays_from || !LaplaceTable::fits(scale.t, scale.s)) {
    for (std::int64_t& number : numbers) number += sample_discrete_laplace(random_, scale.t, scale.s);
    return;
  }
  if (!(table_scale_ == scale)) {
    table_ = std::make_unique<const LaplaceTable>(scale.t, scale.s);
    table_scale_ = scale;
  }
  table_->add(random_, numbers);
}

}  // namespace sourdine
