#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

namespace sourdine::cli {

Progress::Progress(const Context& context)
    : context_(context), is_shown_(!context.progress && &context.err == &std::cerr && isatty(STDERR_FILENO) == 1) {}
Progress::~Progress() { clear(); }

void Progress::say(const std::string& what) {
  if (context_.progress) context_.progress(what);
  if (is_shown_) context_.err << "\r\033[K" << what << " …" << std::flush;
}

void Progress::say(const std::string& what, std::size_t done, std::size_t all) {
  const std::size_t percent = all == 0 ? 100 : done * 100 / all;
  if (context_.progress) return context_.progress(fmt::format("{} % {}", percent, what));
  constexpr std::size_t width = 30;
  const std::size_t filled = all == 0 ? width : done * width / all;
  std::string bar;
  for (std::size_t i = 0; i < width; ++i) bar += i < filled ? "█" : "░";
  say(fmt::format("{} {:3} % {}", bar, percent, what));
}

void Progress::clear() {
  if (is_shown_) context_.err << "\r\033[K" << std::flush;
}

}  // namespace sourdine::cli
