// The commands as data, for interfaces that are made from them: a verb or an option that is added appears there by
// itself.
#pragma once

#include <string>

namespace sourdine::cli {

// JSON of the program: {"name", "description", "footer", "options", "subcommands"}, and so are its subcommands. An
// option has "names" (["--out", "-o"]; of a positional argument ["FILES"]), "positional", "flag", "value" ("text",
// "number", "whole"; "flag"), "type" (the word in the help: "FILE"; "TEXT", "FLOAT" or "UINT" where it has none of its
// own), "words" (all that it may be, or []), "required", "many", "default" (as the help shows it, or null),
// "description".
// --help is not among them.
std::string command_tree();

}  // namespace sourdine::cli
