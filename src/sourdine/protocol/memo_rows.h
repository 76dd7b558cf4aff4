// Repeated collections of many people at once, by somebody who holds their values: what MemoClient does for one person
// on the person's own device. Trait and permanent responses are functions of a secret, the attribute, the person's id
// and the symbol, and of nothing else: the same in every collection, on every machine, in any order of the rows. The
// instantaneous responses are fresh; or, where a result may be computed twice, functions of the same and of the name of
// the collection.
//
// Promise: over the secret, the permanent responses of different persons, or to different symbols, are independent
// draws of the protocol's permanent round, for whoever does not know the secret (random/row_bits.h and keyed_rows.h say
// what that is worth). So all reports about one symbol of a person, from any number of collections under one secret and
// attribute, together spend at most symbol_epsilon().
//
// What it does not protect: whoever has the secret can undo the permanent responses; it stays with whoever makes the
// reports, for as long as they report. A name is for one collection at one moment: asked again under it, a person whose
// symbol stayed has the same report and one whose symbol changed another, which tells that and is outside of any ε. A
// person with two ids is two persons. Ids of the other kind (numbers, bytes)
// and a MemoClient's secret have other permanent responses: whoever moves from one to another spends again. How many
// different symbols a person has used is not counted here (longitudinal/memo_budget.h).
//
// How: one pass of CBC-MAC (random/row_macs.h) over id and symbol gives the start of a row, RowBits its words: about
// three blocks of AES for a permanent response, where a MemoClient takes two HMACs and two key schedules. With a name,
// the same start under a label that has the name gives the words of the instantaneous response.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/protocol/protocol.h"
#include "sourdine/random/byte_ids.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/row_secret.h"

namespace sourdine {

struct MemoKey {
  const RowSecret& secret;     // must outlive the call
  std::string_view attribute;  // of the same persons: questions that differ in it have independent responses
};

// Writes one report per value over `reports`, whose size must be theirs; row i is about the person ids[i], who may have
// several rows. Throw Error(bad_input) when the protocol is not Memoised or has several values in a record, a value is
// outside the domain, there are more or fewer ids than values, or offsets lead outside of the bytes; nothing has been
// written then. `now` is the source of the instantaneous responses: a stream per chunk of rows, numbered by the chunk's
// first row behind `first_report`. What is made is private when the secret and `now` are. `threads` 0 means as many as
// the machine offers. Error(cancelled) when the token is asked.
void report_rows(const Protocol& protocol, std::span<const Value> values, std::span<const std::uint64_t> ids,
                 const MemoKey& key, const RandomSource& now, std::span<std::uint8_t> reports, std::size_t threads = 0,
                 std::uint64_t first_report = 0, const StopToken& stop = {});
void report_rows(const Protocol& protocol, std::span<const Value> values, ByteIds<std::int32_t> ids, const MemoKey& key,
                 const RandomSource& now, std::span<std::uint8_t> reports, std::size_t threads = 0,
                 std::uint64_t first_report = 0, const StopToken& stop = {});
void report_rows(const Protocol& protocol, std::span<const Value> values, ByteIds<std::int64_t> ids, const MemoKey& key,
                 const RandomSource& now, std::span<std::uint8_t> reports, std::size_t threads = 0,
                 std::uint64_t first_report = 0, const StopToken& stop = {});

// The same with instantaneous responses that are functions of the secret, too: a task that is tried again, another
// order or number of partitions give the same bytes. What is made is private when the secret is.
struct NamedCollection {
  std::string_view name;
};
void report_rows(const Protocol& protocol, std::span<const Value> values, std::span<const std::uint64_t> ids,
                 const MemoKey& key, NamedCollection collection, std::span<std::uint8_t> reports,
                 std::size_t threads = 0, const StopToken& stop = {});
void report_rows(const Protocol& protocol, std::span<const Value> values, ByteIds<std::int32_t> ids, const MemoKey& key,
                 NamedCollection collection, std::span<std::uint8_t> reports, std::size_t threads = 0,
                 const StopToken& stop = {});
void report_rows(const Protocol& protocol, std::span<const Value> values, ByteIds<std::int64_t> ids, const MemoKey& key,
                 NamedCollection collection, std::span<std::uint8_t> reports, std::size_t threads = 0,
                 const StopToken& stop = {});

// The symbols whose permanent responses report_rows() would use for these rows: for whoever counts how many different
// ones a person has (longitudinal/memo_budget.h). As private as the values. Throws as report_rows() does.
std::vector<std::string> symbols_of_rows(const Protocol& protocol, std::span<const Value> values,
                                         ByteIds<std::int64_t> ids, const MemoKey& key, const StopToken& stop = {});

}  // namespace sourdine
