#include "sourdine/range/stream_counter.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/range/central.h"
#include "sourdine/range/range_file.h"

namespace sourdine {
namespace {

std::string to_json(const StreamSpec& spec) {
  nlohmann::json json = {{"epsilon", spec.epsilon}, {"horizon", nullptr}};
  if (spec.horizon) json["horizon"] = *spec.horizon;
  return json.dump();
}

}  // namespace

StreamCounter::StreamCounter(const StreamSpec& spec, bool is_private)
    : spec_(spec), nano_(ExactEpsilon::spendable(spec.epsilon).nano), is_private_(is_private) {
  if (spec.horizon && (*spec.horizon == 0 || *spec.horizon > max_steps)) {
    fail_input(fmt::format("the horizon of a stream must lie between 1 and 2^30 steps, not {}", *spec.horizon),
               "Leave it out when it is not known.");
  }
}

StreamCounter::Epoch StreamCounter::new_epoch(std::uint64_t start, std::uint64_t length) const {
  const auto levels = static_cast<std::size_t>(std::bit_width(length));
  Epoch epoch{start, length, LaplaceScale::of_budget(nano_, 1, levels, 1)};
  const double counter_variance = epoch.scale.variance();
  epoch.variances = {counter_variance};
  while (epoch.variances.size() < levels) {
    const double parts = 2 * epoch.variances.back();
    epoch.variances.push_back(counter_variance + parts == 0 ? 0
                                                            : counter_variance / (counter_variance + parts) * parts);
  }
  epoch.counters.resize(levels);
  epoch.estimates.resize(levels);
  return epoch;
}

void StreamCounter::begin_epoch() {
  if (epochs_.empty()) {
    epochs_.push_back(new_epoch(0, spec_.horizon.value_or(1)));
  } else {
    epochs_.push_back(new_epoch(epochs_.back().start + epochs_.back().length, 2 * epochs_.back().length));
  }
}

void StreamCounter::require_room(std::span<const std::uint64_t> counts) const {
  for (const std::uint64_t count : counts) {
    if (count > max_count) fail_input(fmt::format("a step's count must be at most 2^31, not {}", count));
  }
  const std::uint64_t end = spec_.horizon.value_or(max_steps);
  if (counts.size() <= end - steps_) return;
  fail_input(
      fmt::format("the stream ends after the {} steps it was made for: it has seen {}, and {} would follow", end,
                  steps_, counts.size()),
      "Begin a new stream for the steps that follow. A record lies in one of the two streams: each of them protects "
      "its own records with its own epsilon.");
}

void StreamCounter::push(std::uint64_t count, Noise& noise) {
  require_room(std::span(&count, 1));
  if (epochs_.empty() || steps_ == epochs_.back().start + epochs_.back().length) begin_epoch();
  Epoch& epoch = epochs_.back();
  const std::uint64_t step = steps_ - epoch.start;
  const auto levels = static_cast<unsigned>(epoch.counters.size());
  for (unsigned level = 0; level < levels; ++level) {
    auto& counters = epoch.counters[level];
    if (step % (std::uint64_t{1} << level) == 0) {
      std::int64_t fresh = 0;
      noise.add(std::span(&fresh, 1), epoch.scale);
      counters.push_back(fresh);
    }
    counters.back() += static_cast<std::int64_t>(count);
  }
  is_private_ = is_private_ && noise.is_private();
  ++steps_;
  for (unsigned level = 0; level < levels && (step + 1) % (std::uint64_t{1} << level) == 0; ++level) {
    finish_block(epoch, level);
  }
}

void StreamCounter::push(std::uint64_t count, Random& random) {
  LaplaceNoise noise(random);
  push(count, noise);
}

void StreamCounter::push_all(std::span<const std::uint64_t> counts, Random& random) {
  require_room(counts);
  LaplaceNoise noise(random);
  for (const std::uint64_t count : counts) push(count, noise);
}

void StreamCounter::finish_block(Epoch& epoch, unsigned level) {
  auto& estimates = epoch.estimates[level];
  const auto counted = static_cast<double>(epoch.counters[level][estimates.size()]);
  if (level == 0) {
    estimates.push_back(counted);
    return;
  }
  const auto& parts = epoch.estimates[level - 1];
  const double together = parts[2 * estimates.size()] + parts[2 * estimates.size() + 1];
  // The better of two estimates weighs more: V/σ² for the block's own counter.
  const double counter_variance = epoch.variances[0];
  const double weight = counter_variance == 0 ? 1 : epoch.variances[level] / counter_variance;
  estimates.push_back(weight * counted + (1 - weight) * together);
}

// Dyadic blocks, the largest that fit from the left, epoch by epoch; all of them are finished.
std::vector<StreamCounter::Block> StreamCounter::decompose(const Range& range) const {
  require_inside(range, steps_);
  std::vector<Block> blocks;
  for (const Epoch& epoch : epochs_) {
    std::uint64_t first = std::max(range.first, epoch.start) - epoch.start;
    const std::uint64_t end = std::min(range.last + 1, epoch.start + epoch.length);
    while (epoch.start + first < end) {
      const std::uint64_t left = end - epoch.start - first;
      const unsigned aligned = first == 0 ? 63 : static_cast<unsigned>(std::countr_zero(first));
      const unsigned level = std::min(
          {aligned, static_cast<unsigned>(std::bit_width(left)) - 1, static_cast<unsigned>(epoch.counters.size()) - 1});
      blocks.push_back({&epoch, level, first >> level});
      first += std::uint64_t{1} << level;
    }
  }
  return blocks;
}

Estimate StreamCounter::answer(const Range& range, const Confidence& confidence) const {
  double value = 0, variance = 0;
  for (const Block& block : decompose(range)) {
    value += block.epoch->estimates[block.level][block.index];
    variance += block.epoch->variances[block.level];
  }
  return central_estimate(value, variance, confidence);
}

Estimate StreamCounter::total(const Confidence& confidence) const {
  if (steps_ == 0) fail_input("the stream has not seen a step yet");
  return answer({0, steps_ - 1}, confidence);
}

std::vector<RangeNode> StreamCounter::nodes(const Range& range) const {
  std::vector<RangeNode> nodes;
  for (const Block& block : decompose(range)) {
    const std::uint64_t first = block.epoch->start + (block.index << block.level);
    nodes.push_back({block.level,
                     {first, first + (std::uint64_t{1} << block.level) - 1},
                     block.epoch->estimates[block.level][block.index],
                     std::sqrt(block.epoch->variances[block.level])});
  }
  return nodes;
}

std::vector<StreamCounter::FinishedBlocks> StreamCounter::finished_blocks() const {
  std::vector<FinishedBlocks> blocks;
  for (const Epoch& epoch : epochs_) blocks.push_back({epoch.start, epoch.length, epoch.variances, epoch.estimates});
  return blocks;
}

Guarantee StreamCounter::guarantee() const {
  return central_guarantee(
      spec_.epsilon, {Unit::event, Neighbours::add_remove, "one record, in one step", "add or remove one record"});
}

std::vector<RangeCaveat> StreamCounter::caveats() const {
  return {RangeCaveat::several_steps, RangeCaveat::seen_by_curator, RangeCaveat::kept_state};
}

void StreamCounter::merge(const RangeStructure&) {
  fail_input("streams cannot be merged", "Add the answers up; their variances add up as well.");
}

// Words: the number of steps, then the counters of every epoch, level by level.
void StreamCounter::write(Output& output) const {
  RangeRecord record{.kind = std::string(file_kind),
                     .spec = to_json(spec_),
                     .is_private = is_private_,
                     .words = {static_cast<std::int64_t>(steps_)},
                     .domain = domain()};
  for (const Epoch& epoch : epochs_) {
    for (const auto& level : epoch.counters) record.words.insert(record.words.end(), level.begin(), level.end());
  }
  write_range_record(output, record);
}

std::unique_ptr<StreamCounter> StreamCounter::read(std::string_view spec_json, std::vector<std::int64_t> words,
                                                   bool is_private) {
  StreamSpec spec;
  try {
    const auto json = parse_bounded_json(spec_json);
    json.at("epsilon").get_to(spec.epsilon);
    if (!json.at("horizon").is_null()) spec.horizon = whole_number(json.at("horizon"));
  } catch (const nlohmann::json::exception& error) {
    fail_input(error.what());
  }
  require_canonical_spec(spec_json, to_json(spec));
  auto stream = std::make_unique<StreamCounter>(spec);
  // Every step has a counter of its own, so there cannot be more steps than words.
  if (words.empty() || words[0] < 0 || static_cast<std::uint64_t>(words[0]) >= words.size()) {
    fail_input("its number of steps does not fit its counters");
  }
  if (static_cast<std::uint64_t>(words[0]) > spec.horizon.value_or(max_steps)) {
    fail_input("it has more steps than the stream was made for");
  }
  // Room for everything that may still come: 2^30 steps of 2^31.
  constexpr std::int64_t largest = std::int64_t{1} << 61;
  const auto is_too_large = [](std::int64_t word) { return word > largest || word < -largest; };
  if (std::any_of(words.begin(), words.end(), is_too_large)) fail_input("a counter is impossibly large");
  stream->steps_ = static_cast<std::uint64_t>(words[0]);
  stream->is_private_ = is_private;
  auto next = words.begin() + 1;
  for (std::uint64_t seen = 0; seen < stream->steps_;) {
    stream->begin_epoch();
    Epoch& epoch = stream->epochs_.back();
    const std::uint64_t steps = std::min(stream->steps_ - seen, epoch.length);
    for (unsigned level = 0; level < epoch.counters.size(); ++level) {
      const std::uint64_t count = ((steps - 1) >> level) + 1;
      if (static_cast<std::uint64_t>(words.end() - next) < count) fail_input("it has too few counters");
      epoch.counters[level].assign(next, next + static_cast<std::ptrdiff_t>(count));
      next += static_cast<std::ptrdiff_t>(count);
      for (std::uint64_t block = 0; block < steps >> level; ++block) finish_block(epoch, level);
    }
    seen += steps;
  }
  if (next != words.end()) fail_input("it has too many counters");
  return stream;
}

}  // namespace sourdine
