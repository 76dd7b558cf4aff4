// A stream on the disk: the state of a StreamCounter that goes on where it stopped, whatever happens in between.
//
// One at a time: who appends holds the file's lock (base/file_lock.h); others wait, and go on from what they then find.
// Once: the steps' noise is drawn, the new state is on the disk under the old one's name, and only then does the caller
//   get answers to show. A crash before that leaves the old state, and noise that nobody saw; a crash after it leaves
//   the new one. So no step is ever answered with two different noises. (A copy of the file that is put back and fed
//   the same counts again would do exactly that: never restore an older state.)
// Sensitive: no counter in the file is exact, and one look at it, with all answers up to then, is ε-private. But what
//   is seen of the stream later (a second look, or answers about blocks that were open at the first) differs from it by
//   exact counts. The file is made for its owner alone (mode 0600): keep it like the data, and publish answers only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sourdine/random/random_source.h"
#include "sourdine/range/stream_counter.h"

namespace sourdine {

// Throws Error(bad_input) as load_range() does, and when the file holds another structure.
std::unique_ptr<StreamCounter> load_stream(const std::string& path);

// Makes the file, for its owner alone. `write` puts the first state there, under the path's name, and may refuse by an
// exception: nothing is left then. Throws Error(bad_input) when there is something at the path: a stream is not
// replaced.
void create_stream_file(const std::string& path, const std::function<void()>& write);

// What the counts of the next steps are, given what the stream has seen.
using NextCounts = std::function<std::vector<std::uint64_t>(const StreamCounter&)>;

// Appends the counts, one per step, and returns the stream as it is on the disk now. All or nothing: an
// Error(bad_input) (of `next`, of the counts, of the file) has changed nothing. Seeded randomness is refused for a
// stream that is private.
std::unique_ptr<StreamCounter> append_to_stream(const std::string& path, const NextCounts& next,
                                                const RandomSource& random);

}  // namespace sourdine
