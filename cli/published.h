// What the commands that publish a directory from a table (release, blur, anonymize) have in common: where its rows
// come from, and how they end: what was spent, the fingerprint and the files; in words, or as one JSON object.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "app.h"
#include "sourdine/privacy/ledger/totals.h"
#include "sourdine/publish/publish.h"

namespace sourdine::cli {

// The positional `name` ("EVENTS") of a command whose configuration may name the source too.
void add_source(Command& command, const char* name, std::string& source);

struct PublishedDirectory {
  std::string directory;
  std::string ledger;  // not shown as it is: it may hold a password
  std::string dataset;
  LedgerTotal spent;  // on the data set
  std::string fingerprint;
  std::vector<std::pair<std::string, std::string>> files;  // what people open: "page", "index.html"
};

// The same of what publish() made: its facts and sentences, promise, spending, fingerprint and files.
void print_publication(Context& context, bool as_json, const Ground& ground, const Published& published);

// What check() found, and whether it would be refused: the exit code says so, too.
void print_check(Context& context, bool as_json, const Ground& ground, const Checked& checked);

// `facts`: what the command's JSON object says beside the directory, its fingerprint and the ledger. `words`: the same
// for people, before these.
void print_published(Context& context, bool as_json, const PublishedDirectory& made,
                     const std::function<nlohmann::json()>& facts, const std::function<void(std::ostream&)>& words);

}  // namespace sourdine::cli
