#include "sourdine/oracle/projective/projective_space.h"

#include <algorithm>

namespace sourdine {
namespace {

// a⁻¹ mod q by Fermat's little theorem, 0 < a < q.
std::uint32_t inverse(std::uint64_t a, std::uint32_t q) {
  std::uint64_t result = 1;
  for (std::uint32_t exponent = q - 2; exponent != 0; exponent >>= 1) {
    if ((exponent & 1U) != 0) result = result * a % q;
    a = a * a % q;
  }
  return static_cast<std::uint32_t>(result);
}

// All inverses mod q at once, from q = ⌊q/a⌋·a + q mod a.
std::vector<std::uint32_t> inverses(std::uint32_t q) {
  std::vector<std::uint32_t> table(q, 1);
  for (std::uint32_t a = 2; a < q; ++a) {
    table[a] = q - static_cast<std::uint32_t>(std::uint64_t{q / a} * table[q % a] % q);
  }
  return table;
}

// For counts y of the vectors x ∈ F_q^m: R(w, c) = Σ_x y[x]·[⟨x, w⟩ = c] for every point w of m coordinates, in the
// order of their numbers, and every residue c. The coordinates of x are traded one by one for those of w.
class AffineSums {
 public:
  AffineSums(std::uint32_t order, std::span<const std::uint64_t> counts, unsigned length) : order_(order) {
    std::vector<std::uint64_t> left(counts.begin(), counts.end());  // y summed over the coordinates where w is still 0
    for (unsigned lead = 0; lead < length; ++lead) {
      const std::size_t rest = left.size() / order;
      std::vector<std::uint64_t> table(left.size());  // w leads with 1 here: the residue so far is x's coordinate
      std::vector<std::uint64_t> summed(rest);
      for (std::size_t residue = 0; residue < order; ++residue) {
        for (std::size_t r = 0; r < rest; ++r) {
          table[r * order + residue] = left[residue * rest + r];
          summed[r] += left[residue * rest + r];
        }
      }
      descend(table, length - lead - 1);
      left = std::move(summed);
    }
    total_ = left[0];
  }

  std::uint64_t at(std::uint64_t w, std::uint32_t residue) const { return sums_[w * order_ + residue]; }
  std::uint64_t total() const { return total_; }

 private:
  // table[x of the `left` last coordinates][residue so far]: append the sums for every choice of their w, in order.
  void descend(const std::vector<std::uint64_t>& table, unsigned left) {
    if (left == 0) {
      sums_.insert(sums_.end(), table.begin(), table.end());
      return;
    }
    const std::size_t size = table.size() / order_;
    std::vector<std::uint64_t> next(size);
    for (std::uint32_t w = 0; w < order_; ++w) {
      std::fill(next.begin(), next.end(), std::uint64_t{0});
      std::uint32_t shift = 0;  // w·x mod q
      for (std::uint32_t x = 0; x < order_; ++x) {
        add_rotated(std::span(table).subspan(x * size, size), shift, next);
        shift = shift >= order_ - w ? shift - (order_ - w) : shift + w;
      }
      descend(next, left - 1);
    }
  }

  // to[…][c + shift mod q] += from[…][c]
  void add_rotated(std::span<const std::uint64_t> from, std::uint32_t shift, std::span<std::uint64_t> to) const {
    const std::size_t split = order_ - shift;
    for (std::size_t row = 0; row < from.size(); row += order_) {
      for (std::size_t c = 0; c < split; ++c) to[row + c + shift] += from[row + c];
      for (std::size_t c = split; c < order_; ++c) to[row + c - split] += from[row + c];
    }
  }

  std::uint32_t order_;
  std::vector<std::uint64_t> sums_;
  std::uint64_t total_ = 0;
};

}  // namespace

bool is_prime(std::uint64_t number) {
  if (number < 4) return number >= 2;
  if (number % 2 == 0) return false;
  for (std::uint64_t divisor = 3; divisor * divisor <= number; divisor += 2) {
    if (number % divisor == 0) return false;
  }
  return true;
}

std::uint64_t projective_points(std::uint64_t order, unsigned coordinates) {
  std::uint64_t points = 0;
  for (unsigned i = 0; i < coordinates; ++i) {
    if (points > ((std::uint64_t{1} << 63) - 1) / order) return 0;
    points = points * order + 1;
  }
  return points;
}

ProjectiveSpace::ProjectiveSpace(std::uint32_t order, unsigned coordinates) : order_(order), coordinates_(coordinates) {
  powers_[0] = 1;
  for (unsigned i = 1; i <= coordinates; ++i) {
    powers_[i] = powers_[i - 1] * order;
    offsets_[i] = offsets_[i - 1] + powers_[i - 1];
  }
}

std::uint32_t ProjectiveSpace::times(std::uint32_t a, std::uint32_t b) const {
  if (order_ < (1U << 16)) return a * b % order_;  // a shorter division
  return static_cast<std::uint32_t>(std::uint64_t{a} * b % order_);
}

ProjectiveSpace::Vector ProjectiveSpace::point(std::uint64_t number, unsigned length) const {
  Vector vector{};
  unsigned lead = 0;
  while (number >= powers_[length - lead - 1]) {
    number -= powers_[length - lead - 1];
    ++lead;
  }
  vector[lead] = 1;
  for (unsigned i = length - 1; i > lead; --i) {
    vector[i] = static_cast<std::uint32_t>(number % order_);
    number /= order_;
  }
  return vector;
}

// The number of the point that a non-zero vector spans.
std::uint64_t ProjectiveSpace::number(std::span<const std::uint32_t> vector) const {
  std::size_t lead = 0;
  while (vector[lead] == 0) ++lead;
  return number(vector, lead, vector[lead] == 1 ? 1 : inverse(vector[lead], order_));
}

std::uint64_t ProjectiveSpace::number(std::span<const std::uint32_t> vector, std::size_t lead,
                                      std::uint32_t factor) const {
  std::uint64_t digits = 0;
  for (std::size_t i = lead + 1; i < vector.size(); ++i) digits = digits * order_ + times(vector[i], factor);
  return offsets_[vector.size()] - offsets_[vector.size() - lead] + digits;
}

// The point of the next number (behind the last point there is none): its digits count up, and when they are through,
// the leading 1 moves on.
void ProjectiveSpace::advance(Vector& point) const {
  const auto lead = static_cast<unsigned>(std::find(point.begin(), point.end(), 1U) - point.begin());
  for (unsigned i = coordinates_ - 1; i > lead; --i) {
    if (++point[i] < order_) return;
    point[i] = 0;
  }
  point[lead] = 0;
  if (lead + 1 < coordinates_) point[lead + 1] = 1;
}

bool ProjectiveSpace::is_incident(std::uint64_t point_number, std::uint64_t hyperplane) const {
  const Vector u = point(point_number, coordinates_);
  const Vector v = point(hyperplane, coordinates_);
  std::uint64_t product = 0;
  for (unsigned i = 0; i < coordinates_; ++i) product += times(u[i], v[i]);
  return product % order_ == 0;
}

// v leads with 1 in coordinate f. The other t−1 coordinates of u are free up to a factor, that is a point of t−1
// coordinates, and u_f = −Σ u_i·v_i: a bijection, since u_f is 0 when all the others are.
std::uint64_t ProjectiveSpace::point_on(std::uint64_t hyperplane, std::uint64_t i) const {
  const Vector v = point(hyperplane, coordinates_);
  Vector u = point(i, coordinates_ - 1);
  const auto lead = static_cast<unsigned>(std::find(v.begin(), v.end(), 1U) - v.begin());
  std::copy_backward(u.begin() + lead, u.begin() + coordinates_ - 1, u.begin() + coordinates_);
  u[lead] = 0;
  std::uint64_t product = 0;
  for (unsigned j = lead + 1; j < coordinates_; ++j) product += times(u[j], v[j]);
  u[lead] = static_cast<std::uint32_t>((order_ - product % order_) % order_);
  return number(std::span(u).first(coordinates_));
}

// Points u that lead in coordinate f are (0 … 0, 1, x): ⟨u, v⟩ = v_f + ⟨x, w⟩ with w the coordinates of v behind f, and
// R(a·w, a·c) = R(w, c) brings w to its point.
std::vector<std::uint64_t> ProjectiveSpace::hyperplane_sums(std::span<const std::uint64_t> counts,
                                                            std::uint64_t hyperplanes) const {
  const std::vector<std::uint32_t> inverse_of = inverses(order_);
  std::vector<std::uint64_t> sums(hyperplanes);
  for (unsigned f = 0; f < coordinates_; ++f) {
    const unsigned behind = coordinates_ - f - 1;
    const std::uint64_t first = points_of(coordinates_) - points_of(behind + 1);
    const AffineSums affine(order_, counts.subspan(first, powers_[behind]), behind);
    Vector v{1};
    for (std::uint64_t hyperplane = 0; hyperplane < hyperplanes; ++hyperplane, advance(v)) {
      const auto tail = std::span(v).subspan(f + 1, behind);
      const auto lead = std::find_if(tail.begin(), tail.end(), [](std::uint32_t x) { return x != 0; });
      if (lead == tail.end()) {
        sums[hyperplane] += v[f] == 0 ? affine.total() : 0;
      } else {
        const std::uint32_t factor = inverse_of[*lead];
        const std::uint32_t minus = v[f] == 0 ? 0 : order_ - v[f];
        const auto zeros = static_cast<std::size_t>(lead - tail.begin());
        sums[hyperplane] += affine.at(number(tail, zeros, factor), times(minus, factor));
      }
    }
  }
  return sums;
}

}  // namespace sourdine
