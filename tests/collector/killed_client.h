// A client in a process of its own that reports until it is killed at some moment.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sourdine/collector/client/client.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine::testing {

// How many reports it was promised. A program of its own, never a fork of this one: here a server's threads run, and
// one of them may hold a lock of the allocator at that moment, for which a forked child would wait for ever.
inline std::uint64_t reports_until_killed(const ClientOptions& options, Value first, Value step) {
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) std::abort();
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  std::string words[] = {SOURDINE_ENDLESS_CLIENT, options.url,           options.token,
                         options.queue,           std::to_string(first), std::to_string(step)};
  char* arguments[std::size(words) + 1] = {};
  for (std::size_t i = 0; i < std::size(words); ++i) arguments[i] = words[i].data();
  pid_t child = 0;
  if (::posix_spawn(&child, arguments[0], &actions, nullptr, arguments, environ) != 0) std::abort();
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  std::uint64_t promised = 0;
  char byte = 0;
  // After so many reports, however fast the machine is, and a random time; now and then while it starts.
  for (auto wait = SecureBits::this_thread().below(8); wait != 0 && ::read(pipe[0], &byte, 1) == 1; --wait) ++promised;
  ::usleep(static_cast<useconds_t>(SecureBits::this_thread().below(5'000)));
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFSIGNALED(status)) std::abort();  // it could not report at all
  while (::read(pipe[0], &byte, 1) == 1) ++promised;
  ::close(pipe[0]);
  return promised;
}

}  // namespace sourdine::testing
