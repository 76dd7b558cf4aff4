// ColumnChoice: which columns of a table hold the time and the place of an event. What is certain is taken, what is not
// is asked. Internal to init/.
#pragma once

#include <string>

#include "sourdine/init/first_config.h"

namespace sourdine {

class ColumnChoice {
 public:
  // All three must outlive it.
  ColumnChoice(const TableProfile& profile, const FirstConfigOptions& options, const AskQuestion& ask)
      : profile_(profile), options_(options), ask_(ask) {}

  // Throws Error(bad_input) for tables that are no events.
  void require_table() const;
  // Fill in what is chosen: time, clock, format, zone and days; the place. Throw Error(bad_input) as
  // make_first_config() does.
  void choose_time(FirstConfig& first) const;
  void choose_place(FirstConfig& first) const;
  // The only one of that name. `option`: that names it.
  const ColumnProfile& column(const std::string& name, const char* option) const;
  // Error(bad_input) about the events.
  [[noreturn]] void fail(const std::string& what, const std::string& hint) const;

 private:
  std::string ask(const Question& question) const;
  // The only one of these, or else the one that is answered. `remark`: beside each.
  std::string ask_column(const char* text, const char* option, const std::vector<const ColumnProfile*>& columns,
                         std::string (*remark)(const ColumnProfile&)) const;
  void refuse_mixed_times(const std::string& column) const;
  [[noreturn]] void fail_without_time() const;
  std::string time_column() const;
  void choose_clock(const ColumnProfile& time, FirstConfig& first) const;
  void choose_format(const ColumnProfile& time, FirstConfig& first) const;
  void choose_zone(const ColumnProfile& time, FirstConfig& first) const;
  void survey(FirstConfig& first) const;
  bool may_be_place(const ColumnProfile& column, const FirstConfig& first) const;

  const TableProfile& profile_;
  const FirstConfigOptions& options_;
  const AskQuestion& ask_;
};

}  // namespace sourdine
