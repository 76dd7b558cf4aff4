#include "command_tree.h"

#include <nlohmann/json.hpp>

#include "app.h"

namespace sourdine::cli {
namespace {

std::string type_of(const OptionDescription& option) {
  if (!option.type.empty() || option.value == "flag") return option.type;
  if (option.value == "number") return "FLOAT";
  return option.value == "whole" ? "UINT" : "TEXT";
}

nlohmann::json option_json(const OptionDescription& option) {
  const bool has_default = option.default_text.has_value();
  return {{"names", option.names},
          {"positional", !option.names.front().starts_with('-')},
          {"flag", option.value == "flag"},
          {"value", option.value},
          {"type", type_of(option)},
          {"words", option.words},
          {"required", option.is_required},
          {"many", option.is_many},
          {"default", has_default ? nlohmann::json(*option.default_text) : nlohmann::json()},
          {"description", option.description}};
}

nlohmann::json command_json(const Command& command) {
  nlohmann::json options = nlohmann::json::array(), subcommands = nlohmann::json::array();
  for (const auto& option : command.options()) options.push_back(option_json(option->description()));
  for (const auto& subcommand : command.subcommands()) subcommands.push_back(command_json(*subcommand));
  return {{"name", command.get_name()},
          {"description", command.description()},
          {"footer", command.footer()},
          {"options", std::move(options)},
          {"subcommands", std::move(subcommands)}};
}

}  // namespace

std::string command_tree() {
  std::string text;
  with_all_commands([&text](const Command& app) { text = command_json(app).dump(); });
  return text;
}

}  // namespace sourdine::cli
