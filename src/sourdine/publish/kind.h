// Kind: what Sourdine publishes, one row each (kinds/table.h). A publication is read, paid for, drawn and written by
// one order for all (publish/publish.h); a kind says what is its own:
//
//   configuration → Ground (checked; what is private is read last) → Drawn (noise that nobody has seen) → published
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/ledger_store/payment.h"
#include "sourdine/publish/head.h"
#include "sourdine/publish/promise.h"
#include "sourdine/publish/table.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/row_secret.h"

namespace sourdine {

// What a publication is on the disk.
enum class Form {
  directory,  // with manifest, statement, page and sums
  file,       // one of the kind's own
  files,      // a directory of these, and of nothing else
  kept,       // a file that is kept like the data, and never published
};

struct Kind {
  std::string_view name;  // of manifests: "blur"
  std::string_view verb;  // that publishes it: "blur"
  Words title;            // "blurred places"
  Form form = Form::directory;
  std::string_view page_bundle;  // empty: it has no page
  // What manifests of earlier versions called it; empty: they had no name of a kind.
  std::optional<std::string_view> earlier_name = {};

  bool is_called(std::string_view manifest_name) const {
    return manifest_name == name || (earlier_name && manifest_name == *earlier_name);
  }
};

// One fact about a publication: for the manifest, for --json, and with a label for people.
struct Fact {
  std::string key;
  nlohmann::ordered_json value;
};

// State that a publication leaves behind: a memo's key, symbols that people have used, a stream.
class KeptState {
 public:
  virtual ~KeptState() = default;
  // What cannot be written fails here, when nothing was paid.
  virtual void prepare() = 0;
  // After the reservation, before the first byte is published.
  virtual void keep() = 0;
  // Whether it is as it was found: only then may a reservation be cancelled.
  virtual bool is_unchanged() const = 0;
};

// A file of the kind's own form, in a directory or alone.
struct OwnFile {
  std::string name;  // empty: the publication is this file
  std::function<void(const std::string& path)> write;
};

// What was drawn, and nobody has seen.
struct Drawn {
  Promise promise;
  std::vector<Spending> spendings = {};  // empty: it costs nothing
  bool is_seeded = false;
  std::vector<Fact> facts = {};        // of the manifest and --json
  std::vector<Fact> more_facts = {};   // of --json alone
  std::vector<std::string> told = {};  // for the terminal: sentences in English, before the promise
  std::vector<Table> tables = {};
  std::vector<OwnFile> files = {};
  StatementDetails details = {};                                 // of PRIVACY.md
  std::function<nlohmann::ordered_json()> page = {};             // what the page shows beside head and promise
  std::vector<std::pair<std::string, std::string>> opened = {};  // for the terminal: what people open, and its file
};

// What a check says of a publication that is not made, for the eyes of whoever holds the data.
struct Outlook {
  std::vector<Fact> facts = {};         // objects are merged into those of the same key
  std::vector<std::string> told = {};   // for the terminal: sentences
  std::vector<std::string> notes = {};  // what to look at although it can be made
  // Why draw() would refuse: all that was found, where draw() throws the first.
  std::vector<Error> problems = {};
  // Why it would be of no use, though made and paid for.
  std::vector<std::string> warnings = {};
  Language language = Language::en;  // of these, and of all that the terminal says of the check
};

// What the command line says beside the configuration.
struct Reading {
  std::string source = {};  // of the rows; empty: the configuration's
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  StopToken stop = {};
  // No folder, no lock is made; outlook() follows: what draw() would refuse is to be found, all of it.
  bool is_check = false;
  // As publish() was told.
  bool replaces = false;
  std::optional<RowSecret> secret = {};  // of a memo, in place of the kept one: for seeded runs
};
struct Drawing {
  const RandomSource& random;
  std::optional<RowSecret> secret = {};  // as above
  std::string purpose = {};              // what is published: the directory, the file
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  StopToken stop = {};

  bool is_seeded() const { return !random.is_private(); }
};

class Ground {
 public:
  virtual ~Ground() = default;
  virtual const Kind& kind() const = 0;
  virtual const Head& head() const = 0;
  // Known after read(), where it depends on what is read.
  virtual Form form() const { return kind().form; }
  // Throws Error(bad_input) unless a publication of this kind and form is there: what --force may replace.
  virtual void require_replaceable(const std::string& out) const;

  // Reads what is private, up to the point where noise would be drawn. Throws Error(bad_input).
  virtual void read(const Reading& reading) = 0;
  // What it will cost at most, after read() and before anything is drawn; empty: nothing.
  virtual std::vector<Spending> spendings(const Drawing& drawing) const = 0;
  virtual Drawn draw(const Drawing& drawing) = 0;
  // In place of draw(): what would come of it. Throws what draw() would.
  virtual Outlook outlook(const Drawing&) { return {}; }
  // Where it leaves some.
  virtual KeptState* state() { return nullptr; }
};

}  // namespace sourdine
