// Compressed inputs, read as what they hold: gzip (also several members, one behind the other) and zstd (also several
// frames). They are decompressed as they are read, through buffers of fixed size, whatever they hold; zstd windows of
// more than 128 MiB are refused. zlib and libzstd are loaded by the first input that needs them.
#pragma once

#include <memory>
#include <string_view>

#include "sourdine/base/stream.h"

namespace sourdine {

enum class Compression { none, gzip, zstd };

// By the first bytes of an input, whatever its name is.
Compression find_compression(std::string_view head);

// The input as it is, or what it holds when it is compressed. Reading throws Error(bad_input) naming the input when it
// is cut short or damaged; both can show only at its end, after much of it was read.
std::unique_ptr<Input> decompressed(std::unique_ptr<Input> input);

}  // namespace sourdine
