// StreamCounter: how many so far, and how many between any two past steps, told after every step (continual counting,
// the binary mechanism). The count of each step comes in once and is not kept.
//
// Nodes: step t belongs to one dyadic block of 1, 2, 4 … 2^(L−1) steps each. A block's counter begins with its noise
//   and grows with the steps: its noise is drawn once, when the block begins, and the state holds no exact count at any
//   time. Only finished blocks are ever answered from.
// Known horizon T: L = ⌊log2 T⌋ + 1 levels.
// Unknown horizon: epochs of 1, 2, 4, 8 … steps, one after the other, epoch k with L = k + 1 levels of its own. A
//   record lies in one epoch only, so every epoch has the whole ε (nothing is split between them).
// Privacy: one record counts in one step and hence in L blocks, each with discrete Laplace noise of scale L/ε: ε for
//   all answers at all times together. Neighbours: add or remove one record (the steps' times are public). The saved
//   state, seen once, is ε-private together with all answers up to then; a second state, or a later answer about a
//   block that was open in it, differs from it by exact counts: keep states like the data (range/stream_file.h).
// Answer: a block's estimate combines its own counter with those of its finished parts (Honaker 2015); it never changes
//   once the block is finished. Variance of a block of level j: V_0 = s², V_j = 1/(1/s² + 1/(2·V_(j−1))), from s² to
//   s²/2, where s² = 2α/(1−α)² and α = e^(−ε/L). A range adds up at most 2(L−1) blocks per epoch.
// Cost: a step O(1) amortised, an answer O(L), memory two numbers per step.
//
// References: Chan, Shi, Song, TISSEC 2011; Dwork, Naor, Pitassi, Rothblum, STOC 2010.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "sourdine/range/noise.h"
#include "sourdine/range/range_structure.h"

namespace sourdine {

struct StreamSpec {
  double epsilon = 0;
  std::optional<std::uint64_t> horizon = {};  // how many steps there will be at most; unknown when not given

  friend bool operator==(const StreamSpec&, const StreamSpec&) = default;
};

class StreamCounter final : public RangeStructure {
 public:
  static constexpr std::uint64_t max_steps = std::uint64_t{1} << 30;
  static constexpr std::uint64_t max_count = std::uint64_t{1} << 31;  // of one step

  // Throws Error(bad_input) for ε that is not positive and a horizon of 0 or beyond max_steps. `is_private` false:
  // seeded bits will take part, and the stream says so from its beginning.
  explicit StreamCounter(const StreamSpec& spec, bool is_private = true);

  // The next step's count. Throws Error(bad_input) beyond the horizon or max_steps and for a count above max_count.
  void push(std::uint64_t count, Noise& noise);
  void push(std::uint64_t count, Random& random);
  // One step after the other; when one of them cannot be, none is.
  void push_all(std::span<const std::uint64_t> counts, Random& random);
  // How many so far: answer({0, size() − 1}). Throws Error(bad_input) before the first step.
  Estimate total(const Confidence& confidence = Confidence::customary()) const;

  std::string_view kind() const override { return file_kind; }
  std::uint64_t size() const override { return steps_; }
  Guarantee guarantee() const override;
  std::vector<RangeCaveat> caveats() const override;
  bool is_private() const override { return is_private_; }
  Estimate answer(const Range& range, const Confidence& confidence = Confidence::customary()) const override;
  std::vector<RangeNode> nodes(const Range& range) const override;
  // Streams do not merge: Error(bad_input).
  void merge(const RangeStructure& other) override;
  void write(Output& output) const override;
  static std::unique_ptr<StreamCounter> read(std::string_view spec_json, std::vector<std::int64_t> words,
                                             bool is_private);

  const StreamSpec& spec() const { return spec_; }

  // The finished blocks of an epoch, from which its answers are made: level j has those of 2^j steps.
  struct FinishedBlocks {
    std::uint64_t start, length;  // of the epoch: its first step, how many it can have
    std::vector<double> variances;
    std::vector<std::vector<double>> estimates;
  };
  std::vector<FinishedBlocks> finished_blocks() const;
  static constexpr std::string_view file_kind = "stream";

 private:
  struct Epoch {
    std::uint64_t start = 0;   // its first step
    std::uint64_t length = 0;  // how many steps it can have
    LaplaceScale scale = {1, 1};
    std::vector<double> variances = {};                    // V per level, blocks of one step first
    std::vector<std::vector<std::int64_t>> counters = {};  // per level; the last may be unfinished
    std::vector<std::vector<double>> estimates = {};       // of finished blocks
  };
  struct Block {
    const Epoch* epoch;
    unsigned level;
    std::uint64_t index;
  };

  void require_room(std::span<const std::uint64_t> counts) const;
  Epoch new_epoch(std::uint64_t start, std::uint64_t length) const;
  void begin_epoch();
  static void finish_block(Epoch& epoch, unsigned level);
  std::vector<Block> decompose(const Range& range) const;

  StreamSpec spec_;
  std::uint64_t nano_;
  bool is_private_ = true;
  std::uint64_t steps_ = 0;
  std::vector<Epoch> epochs_;
};

}  // namespace sourdine
