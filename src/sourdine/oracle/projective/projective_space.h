// The projective space PG(t−1, q) over a prime field: K = (q^t−1)/(q−1) points, numbered 0 … K−1, and its hyperplanes.
//
// A point is a vector of F_q^t up to a factor, written with its first non-zero coordinate 1. Numbers: first the
// q^(t−1) points that lead in coordinate 0, then those that lead in coordinate 1 …; among these by the coordinates
// behind, read as digits in base q. Hyperplane v holds the (q^(t−1)−1)/(q−1) points u with ⟨u, v⟩ = 0 mod q.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sourdine {

// True for primes up to 2^32, by trial division.
bool is_prime(std::uint64_t number);
// (q^t − 1)/(q − 1), the number of points; 0 when it exceeds 2^63.
std::uint64_t projective_points(std::uint64_t order, unsigned coordinates);

class ProjectiveSpace {
 public:
  static constexpr unsigned max_coordinates = 32;

  // A prime order < 2^31 and 2 ≤ coordinates ≤ 32, with fewer than 2^32 points.
  ProjectiveSpace(std::uint32_t order, unsigned coordinates);

  std::uint32_t order() const { return order_; }
  unsigned coordinates() const { return coordinates_; }
  std::uint64_t points() const { return points_of(coordinates_); }
  std::uint64_t points_per_hyperplane() const { return points_of(coordinates_ - 1); }
  std::uint64_t points_per_intersection() const { return points_of(coordinates_ - 2); }

  bool is_incident(std::uint64_t point, std::uint64_t hyperplane) const;
  // The i-th point of the hyperplane, i < points_per_hyperplane(), in an order of its own.
  std::uint64_t point_on(std::uint64_t hyperplane, std::uint64_t i) const;

  // Σ counts[u] over the points of hyperplane v, for v = 0 … hyperplanes−1. Dynamic programme over the coordinates:
  // O(K·q·t) additions in O(K) memory, instead of hyperplanes × points per hyperplane.
  std::vector<std::uint64_t> hyperplane_sums(std::span<const std::uint64_t> counts, std::uint64_t hyperplanes) const;

 private:
  using Vector = std::array<std::uint32_t, max_coordinates>;

  std::uint64_t points_of(unsigned length) const { return offsets_[length]; }
  Vector point(std::uint64_t number, unsigned length) const;
  std::uint64_t number(std::span<const std::uint32_t> vector) const;
  // The same where the first non-zero coordinate is known, and its inverse.
  std::uint64_t number(std::span<const std::uint32_t> vector, std::size_t lead, std::uint32_t factor) const;
  void advance(Vector& point) const;
  std::uint32_t times(std::uint32_t a, std::uint32_t b) const;

  std::uint32_t order_;
  unsigned coordinates_;
  std::array<std::uint64_t, max_coordinates + 1> powers_{};   // q^i
  std::array<std::uint64_t, max_coordinates + 1> offsets_{};  // 1 + q + … + q^(i−1): the points of i coordinates
};

}  // namespace sourdine
