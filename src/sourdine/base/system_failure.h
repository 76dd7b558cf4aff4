// What the operating system refuses, as an Error: the reason in its words, and the code of who can act on it.
#pragma once

#include <string>

namespace sourdine {

// What an errno stands for. Any thread may call it (std::strerror may hand two threads one buffer).
std::string system_reason(int error_number);

// Throws Error("<what>: <reason>"): bad_input when another path would mend it (nothing there, a directory, not
// allowed), io when the path is sound and the machine failed (no space, a device error, a dropped connection).
[[noreturn]] void fail_system(const std::string& what, int error_number, const std::string& hint = {});

// fail_system("cannot read (write) <name>"); `name` is for messages: 'path' in quotes, or "standard input".
[[noreturn]] void fail_read(const std::string& name, int error_number);
[[noreturn]] void fail_write(const std::string& name, int error_number);

}  // namespace sourdine
