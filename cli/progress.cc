#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

namespace sourdine::cli {

Progress::Progress(std::ostream& err) : err_(err), is_shown_(&err == &std::cerr && isatty(STDERR_FILENO) == 1) {}
Progress::~Progress() { clear(); }

void Progress::say(const std::string& what) {
  if (is_shown_) err_ << "\r\033[K" << what << " …" << std::flush;
}

void Progress::say(const std::string& what, std::size_t done, std::size_t all) {
  constexpr std::size_t width = 30;
  const std::size_t filled = all == 0 ? width : done * width / all;
  std::string bar;
  for (std::size_t i = 0; i < width; ++i) bar += i < filled ? "█" : "░";
  say(fmt::format("{} {:3} % {}", bar, all == 0 ? 100 : done * 100 / all, what));
}

void Progress::clear() {
  if (is_shown_) err_ << "\r\033[K" << std::flush;
}

}  // namespace sourdine::cli
