// Reports keyed by rows: the report of a row is a function of a secret, the protocol, the row's id and its values, and
// of nothing else. A task that is tried again, a result that is computed twice, another order, another number of
// partitions or of threads give the same bytes, and never a second draw, which would spend ε again.
//
// Promise: over the secret, reports of different rows are independent draws from the protocol's channel, for whoever
// does not know the secret (random/row_bits.h has the size of "for whoever": 2^-49 for 2^40 blocks). Rows differ when
// their ids do or, the id being the same, when a value does: the values are part of what is drawn from, since one draw
// used for two values would tell both. Another secret, another spec, or ids of the other kind (numbers, bytes) share
// nothing either; two questions with the same answers have one spec, and need two secrets.
//
// What it does not protect: two rows with the same id and the same values get the same report. Where they are two
// people, or two events of one person, each report keeps its ε, but the two together do not: they tell whether the
// values agree. And counts vary more than estimates state. Ids must be unique among the rows. A secret is for
// one question at one moment: asked again under it, the id of a person whose value stayed has the same report and one
// whose value changed another, which tells that with certainty and is outside of any ε. Whoever has the secret can undo
// every report.
//
// How: one value and an id that is a number are the row's start as they are (id 64 bits, value 32, block counter 32),
// so no two rows ever share a block. Several values or ids of bytes become a start of 128 bits by CBC-MAC (AES-256
// under a key of its own, over messages whose first block tells their length, so none is the beginning of another). Two
// of n rows of at most A blocks each then share a block with probability n²·A/2^129, and the MAC tells itself from a
// random function with 12·ℓ·n²/2^128 for messages of ℓ blocks (Bellare, Pietrzak and Rogaway, 2005): together below
// 2^-60 for 10^9 rows with ids of up to 64 bytes and reports of 64 blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sourdine/base/stop.h"
#include "sourdine/protocol/protocol.h"
#include "sourdine/random/byte_ids.h"
#include "sourdine/random/row_secret.h"

namespace sourdine {

// Writes one report per record over `reports`, whose size must be theirs. Narrower numbers are widened to 64 bits, by
// whoever has them always in the same way. Throw Error(bad_input) when a value is outside its domain, when there are
// more or fewer ids than records, or when offsets decrease or lead outside of the bytes; nothing has been written then.
// `threads` 0 means as many as the machine offers; few rows start none. Error(cancelled) when the token is asked.
void randomize_rows(const Protocol& protocol, RecordsView records, std::span<const std::uint64_t> ids,
                    const RowSecret& secret, std::span<std::uint8_t> reports, std::size_t threads = 0,
                    const StopToken& stop = {});
void randomize_rows(const Protocol& protocol, RecordsView records, ByteIds<std::int32_t> ids, const RowSecret& secret,
                    std::span<std::uint8_t> reports, std::size_t threads = 0, const StopToken& stop = {});
void randomize_rows(const Protocol& protocol, RecordsView records, ByteIds<std::int64_t> ids, const RowSecret& secret,
                    std::span<std::uint8_t> reports, std::size_t threads = 0, const StopToken& stop = {});

}  // namespace sourdine
