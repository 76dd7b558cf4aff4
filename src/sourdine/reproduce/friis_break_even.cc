#include "sourdine/reproduce/friis_break_even.h"

#include "sourdine/range/tree_model.h"

namespace sourdine {
namespace {

double mean_variance(const TreeModel& model, std::uint64_t length, bool is_adjusted) {
  const std::uint64_t places = model.shape().size() - length + 1;
  double sum = 0;
  for (std::uint64_t first = 0; first < places; ++first) {
    const Range range{first, first + length - 1};
    sum += is_adjusted ? model.variance(range) : model.unadjusted_variance(range);
  }
  return sum / static_cast<double>(places);
}

// A node of the flat histogram has variance 1.
TreeModel unit_tree(PrivacyModel model, std::uint64_t size, std::uint64_t degree) {
  const TreeShape shape(size, degree);
  const double height = shape.height();
  if (model == PrivacyModel::central) {
    return {shape, std::vector<double>(shape.height() + 1, (height + 1) * (height + 1))};
  }
  std::vector<double> variances(shape.height() + 1, height);
  variances[0] = 0;
  return {shape, variances};
}

}  // namespace

std::optional<std::uint64_t> break_even_length(PrivacyModel model, std::uint64_t size, std::uint64_t degree,
                                               bool is_adjusted) {
  const TreeModel tree = unit_tree(model, size, degree);
  const bool uses_total = is_adjusted && model == PrivacyModel::local;
  std::optional<std::uint64_t> wins_from;
  for (std::uint64_t length = uses_total ? size / 2 : size - 1; length > 0; --length) {
    const auto r = static_cast<double>(length);
    const double flat = uses_total ? r * (1 - r / static_cast<double>(size)) : r;
    if (mean_variance(tree, length, is_adjusted) >= flat) break;
    wins_from = length;
  }
  return wins_from;
}

std::uint64_t friis_rule(std::uint64_t size, std::uint64_t degree) {
  const std::uint64_t height = TreeShape(size, degree).height();
  return 2 * degree * height * height;
}

FriisBreakEven friis_break_even(std::uint64_t size, std::uint64_t degree) {
  return {.size = size,
          .degree = degree,
          .rule = friis_rule(size, degree),
          .local_plain = break_even_length(PrivacyModel::local, size, degree, false),
          .local_adjusted = break_even_length(PrivacyModel::local, size, degree, true),
          .central_plain = break_even_length(PrivacyModel::central, size, degree, false),
          .central_adjusted = break_even_length(PrivacyModel::central, size, degree, true)};
}

}  // namespace sourdine
