// A library that is loaded when it is needed. Linking one that few commands use would make every command wait for it
// and for all the libraries it brings along.
#pragma once

#include <string>

namespace sourdine {

// Libraries are looked for in this folder first (the last one added before the others), then where the system has them:
// for programs that bring them along. Those that are loaded already stay. Any thread may call it.
void add_library_directory(std::string path);

// The handle of dlopen(), or nullptr, and dlerror() says why.
void* load_library(const std::string& file);

class SharedLibrary {
 public:
  // A function of the library; becomes a pointer of the type it is assigned to, which must be the function's.
  class Symbol {
   public:
    template <class Function>
    operator Function*() const {  // implicit: it initialises tables of functions
      return reinterpret_cast<Function*>(address_);
    }

   private:
    friend class SharedLibrary;
    explicit Symbol(void* address) : address_(address) {}
    void* address_;
  };

  // Loads "libx.so.5". `user` is what needs it ("a PostgreSQL database"), `package` Debian's name of what holds it;
  // both are for the Error(bad_input) when it cannot be loaded.
  SharedLibrary(std::string file, std::string user, std::string package);

  // Throws the same Error when the library has no such function. The library is never unloaded: functions stay valid.
  Symbol operator[](const char* function) const;

  // Where it was loaded from: whoever brings it along may have put beside it what it reads.
  std::string folder() const;

 private:
  [[noreturn]] void fail() const;

  std::string file_;
  std::string user_;
  std::string package_;
  void* library_;
};

}  // namespace sourdine
