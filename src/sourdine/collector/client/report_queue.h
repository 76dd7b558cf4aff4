// ReportQueue: reports that wait to be sent, in a folder that survives whatever happens to the process or the machine.
//
//   waiting/N.reports   reports of one period, growing until they are sent
//   waiting/N.batch     what was refused and taken back: it waits for a new key
//   sending/N.batch     what was made of it: idempotency key and body, written before the first byte is sent
//   refused/KEY.batch   what the collector will not take, with the reason in KEY.txt
//   uncertain/KEY.batch what was sent, never acknowledged, and is too old to be sent again: counted or not
//   damaged/…           what cannot be read
//   lock                held by the one process that uses the folder
//
// Every step is one file that appears, grows or goes, and the disk has it before the next step; so after a crash at any
// moment each report is in exactly one place: waiting, or in one batch with one key and one body. A report that add()
// returned for is there (with `durable`, after a power cut, too); one that it did not return for is there or not.
// Only reports are here, never values. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sourdine/collector/client/queue_file.h"

namespace sourdine {

struct QueueCounts {
  std::uint64_t waiting = 0;  // reports
  std::uint64_t sending = 0;  // reports in batches with a key
  std::uint64_t refused = 0;  // batches
  std::uint64_t uncertain = 0;
  std::uint64_t damaged = 0;  // files
};

enum class SetAside { refused, uncertain };

class ReportQueue {
 public:
  // Makes the folder, for its owner alone. Throws Error(bad_input) when another process uses it, or it cannot be used.
  explicit ReportQueue(std::string folder, bool is_durable = true);
  ~ReportQueue();

  const std::string& folder() const { return folder_; }
  QueueCounts counts() const;

  // What decides which file reports join: an older one of the same header but for `due` that is not full, and either
  // not due yet or `joins_due`; otherwise a new one with this header.
  struct Room {
    std::uint64_t max_reports = 0;
    UnixTime now = {};
    bool joins_due = false;
  };
  // Appends reports of header.report_bytes each, in order. Throws Error(io) when the disk cannot take them: then none
  // of those that go into one file is there.
  void add(const WaitingHeader& header, std::span<const std::uint8_t> reports, std::uint64_t count, const Room& room);

  struct Waiting {
    std::uint64_t number = 0;
    WaitingHeader header;
    std::uint64_t count = 0;
    bool is_taken_back = false;
  };
  // The file that is due first; nothing when none waits. What was taken back is due at once, and its header has no more
  // than collection and period.
  std::optional<Waiting> first_waiting() const;
  // Its reports. From now on nothing is added to it. Throws Error(bad_input) when it is not as it was.
  std::string close_waiting(std::uint64_t number);
  // The batch that was taken back, with its old key.
  BatchFile read_taken_back(std::uint64_t number) const;
  // The file becomes a batch, which is on the disk before it returns.
  void begin(std::uint64_t number, const BatchFile& batch);

  // The oldest batch that has a key; nothing when there is none.
  std::optional<std::uint64_t> first_sending() const;
  BatchFile read_sending(std::uint64_t number) const;
  void acknowledge(std::uint64_t number);
  // Returns the new path.
  std::string set_aside(std::uint64_t number, SetAside why, const std::string& text);
  // Batches of refused/ wait again, for new keys: they were not counted. Returns how many.
  std::uint64_t take_back_refused();

 private:
  struct OpenFile;
  struct Sending {
    std::uint64_t reports = 0;
  };
  void lock();
  void recover();
  void recover_waiting(const std::string& name);
  void recover_taken_back(std::uint64_t number, const std::string& path);
  void recover_sending(const std::string& name);
  OpenFile& file_for(const WaitingHeader& header, const Room& room);
  std::string path_of(std::string_view place, const std::string& name) const;
  std::string waiting_path(std::uint64_t number) const;
  void drop_waiting(std::uint64_t number);
  void move_damaged(const std::string& path);

  std::string folder_;
  bool is_durable_;
  int lock_ = -1;
  std::uint64_t next_number_ = 1;
  std::map<std::uint64_t, OpenFile> waiting_;
  std::map<std::uint64_t, Sending> sending_;
};

}  // namespace sourdine
