// A store in tables, whichever database has them: everything but connecting, keys and copies. Internal.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>

#include "sourdine/collector/store/batch_keys.h"
#include "sourdine/collector/store/batch_sums.h"
#include "sourdine/collector/store/schema.h"

namespace sourdine {

class SqlStore : public Store {
 public:
  SqlStore(std::unique_ptr<SqlSession> writer, std::unique_ptr<SqlSession> reader, const SqlDialect& dialect,
           const KeyTable& keys);

  void create_collection(const Collection& collection) override;
  bool close_collection(const std::string& id, UnixTime when) override;
  std::vector<std::shared_ptr<const Collection>> collections() override;

  void add_token(const Token& token) override;
  bool revoke_token(const std::string& id, UnixTime when) override;
  std::vector<Token> tokens() override;

  std::vector<BatchOutcome> commit(std::span<const Batch> batches) override;

  std::vector<PeriodCount> periods(const Collection& collection) override;
  std::vector<StoredTally> tallies(const Collection& collection, std::int64_t first, std::int64_t last) override;
  void read_reports(const Collection& collection, std::int64_t first, std::int64_t last, bool is_private,
                    const std::function<void(ReportsView)>& use) override;
  std::vector<Minute> activity(const std::string& collection, std::int64_t since_minute) override;

  void tidy(UnixTime now) override;
  void require_ready() override;

 protected:
  // For what takes long, so that others need not wait for it.
  virtual std::unique_ptr<SqlSession> own_reader() const = 0;

  // One transaction, tried again when it clashed with another; nobody else of this process writes meanwhile.
  void writing(const std::function<void(SqlSession&)>& body);
  SqlRows reading(const char* sql, std::initializer_list<SqlParameter> parameters);

 private:
  void write_sums(SqlSession& session, BatchSums& sums) const;
  void add_to_tally(SqlSession& session, std::int64_t collection, TallySum& sum) const;
  std::shared_ptr<const Collection> remembered(const std::vector<SqlValue>& row);

  const SqlDialect& dialect_;
  const KeyTable& keys_;
  std::mutex writer_mutex_, reader_mutex_, collections_mutex_;
  std::unique_ptr<SqlSession> writer_, reader_;
  std::map<std::string, std::shared_ptr<const Collection>, std::less<>> collections_;  // made once
  std::atomic<std::int64_t> last_written_{0};  // steady clock's nanoseconds of the last commit; 0: it failed
};

// The steps of tidy(), each a transaction or several. `writing` is the store's.
using WritingCall = std::function<void(const std::function<void(SqlSession&)>&)>;
void forget_keys(const WritingCall& writing, const Collection& collection, UnixTime now);
void forget_reports(const WritingCall& writing, const Collection& collection, UnixTime now);
void forget_activity(const WritingCall& writing, UnixTime now);
void join_segments(const WritingCall& writing, const Collection& collection);

}  // namespace sourdine
