#include "sourdine/tuple/sampled_reports.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace sourdine {

PossibleSamples::PossibleSamples(const std::vector<std::shared_ptr<const Oracle>>& oracles)
    : attributes_(oracles.size()) {
  for (const auto& oracle : oracles) body_bytes_ = std::max(body_bytes_, oracle->report_bytes());
  pairs_.resize(body_bytes_ == 1 ? std::size_t{1} << 16 : 0);
  bits_.resize(body_bytes_ == 2 ? (oracles.size() + 1) << 10 : 0);  // nothing is possible of any further attribute
  for (std::size_t attribute = 0; attribute < oracles.size(); ++attribute) {
    const std::size_t size = oracles[attribute]->report_bytes();
    for (std::size_t body = 0; body < std::size_t{1} << (8 * size); ++body) {
      const std::array bytes{static_cast<std::uint8_t>(body), static_cast<std::uint8_t>(body >> 8)};
      if (oracles[attribute]->is_possible(std::span(bytes).first(size))) add(attribute, body);
    }
  }
}

void PossibleSamples::add(std::size_t attribute, std::size_t body) {
  if (body_bytes_ == 1) {
    pairs_[attribute | body << 8] = 1;
  } else {
    bits_[attribute << 10 | body >> 6] |= std::uint64_t{1} << (body & 63);
  }
}

bool PossibleSamples::has_all_pairs(ReportsView reports) const {
  const std::uint8_t* const bytes = reports.bytes.data();
  std::uint8_t are_possible = 1;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    are_possible &= pairs_[std::size_t{bytes[2 * i]} | std::size_t{bytes[2 * i + 1]} << 8];
  }
  return are_possible != 0;
}

bool PossibleSamples::has_all_bits(ReportsView reports) const {
  const std::uint8_t* report = reports.bytes.data();
  std::uint64_t are_possible = 1;
  for (std::size_t i = 0; i < reports.size(); ++i, report += 3) {
    const std::size_t attribute = std::min<std::size_t>(report[0], attributes_);
    const std::size_t body = std::size_t{report[1]} | std::size_t{report[2]} << 8;
    are_possible &= bits_[attribute << 10 | body >> 6] >> (body & 63);
  }
  return (are_possible & 1) != 0;
}

SampledBodies::SampledBodies(const std::vector<std::shared_ptr<const Oracle>>& oracles)
    : drawn_(ways * oracles.size()), first_(oracles.size()), next_(oracles.size()) {
  for (const auto& oracle : oracles) {
    sizes_.push_back(oracle->report_bytes());
    longest_ = std::max(longest_, oracle->report_bytes());
  }
}

void SampledBodies::fill(ReportsView reports) {
  count(reports);
  std::size_t room = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    first_[i] = room;
    room += drawn_[i] * sizes_[i] + spare;
  }
  if (bytes_.size() < room) bytes_.resize(room);
  for (std::size_t i = 0; i < sizes_.size(); ++i) next_[i] = bytes_.data() + first_[i];
  // So many bytes at a time whatever the size of a body is: what is too much is written over by the next, or is spare.
  if (longest_ <= 2) {
    place<2>(reports);
  } else if (longest_ <= 4) {
    place<4>(reports);
  } else if (longest_ <= spare) {
    place<spare>(reports);
  } else {
    place<0>(reports);
  }
}

void SampledBodies::count(ReportsView reports) {
  std::fill(drawn_.begin(), drawn_.end(), std::size_t{0});
  const std::size_t width = sizes_.size(), step = reports.report_bytes;
  const std::uint8_t* report = reports.bytes.data();
  std::size_t left = reports.size();
  for (; left >= ways; left -= ways, report += ways * step) {
    for (std::size_t way = 0; way < ways; ++way) ++drawn_[way * width + report[way * step]];
  }
  for (; left > 0; --left, report += step) ++drawn_[*report];
  for (std::size_t i = 0; i < width; ++i) {
    for (std::size_t way = 1; way < ways; ++way) drawn_[i] += drawn_[way * width + i];
  }
}

// 0: as many bytes as the body has.
template <std::size_t at_once>
void SampledBodies::place(ReportsView reports) {
  const std::size_t step = reports.report_bytes;
  // The last ones could read beyond the reports.
  const std::size_t safe = at_once > 0 && reports.size() > spare ? reports.size() - spare : 0;
  const std::uint8_t* report = reports.bytes.data();
  // Bytes that are written could be anything's, the members' too, for all the compiler knows.
  std::uint8_t** const next = next_.data();
  const std::size_t* const sizes = sizes_.data();
  std::size_t i = 0;
  for (; i < safe; ++i, report += step) {
    const std::size_t attribute = report[0];
    std::uint8_t* const to = next[attribute];
    next[attribute] = to + sizes[attribute];
    std::memcpy(to, report + 1, at_once);
  }
  for (; i < reports.size(); ++i, report += step) {
    const std::size_t attribute = report[0];
    next[attribute] = std::copy_n(report + 1, sizes[attribute], next[attribute]);
  }
}

}  // namespace sourdine
