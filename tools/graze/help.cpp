// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <cstdio>

#include "arguments.h"

namespace command {
namespace {

using Takes = OptionRow::Takes;

constexpr OptionRow kReading[] = {
    {"--units", Takes::value, "U",
     "unit of all files' lengths: m, mm, cm, in, ft, ... or metres as a number"},
    {"--up", Takes::value, "y|z", "up axis of all files"},
    {"--root", Takes::value, "DIR",
     "files that a file refers to are read below this folder; default: its own"},
    {"--trigger", Takes::value, "NAME", "start the animation NAME, which waits for an event (repeatable)"},
    {"--trigger-all", Takes::nothing, "", "start all animations that wait for an event"},
    {"--grouping", Takes::value, "automatic|groups|shapes",
     "objects are named groups where there are any, groups, or shapes"},
    {"--include-excluded", Takes::nothing, "", "also what the file takes out of collisions"},
    {"--surface", Takes::nothing, "", "closed meshes are surfaces, not solids"},
};
constexpr OptionRow kPairs[] = {
    {"--set", Takes::value, "NAME=PATTERN", "objects whose name matches belong to this set (repeatable)"},
    {"--between", Takes::value, "A,B", "check set A against set B only (repeatable); A,A is a set in itself"},
    {"--exclude", Takes::value, "A,B", "leave out pairs of names that match these patterns (repeatable)"},
    {"--exclude-parent-child", Takes::nothing, "",
     "leave out objects one of which is directly above the other"},
    {"--exclude-adjacent", Takes::nothing, "", "leave out objects that meet at the begin of the animation"},
    {"--rules", Takes::value, "FILE", "leave out the pairs that this file lists"},
    {"--job", Takes::value, "FILE", "files, sets, rules and settings from a JSON file"},
};
constexpr OptionRow kFindings[] = {
    {"--clearance", Takes::value, "D", "also find objects closer than this, such as 0.1 or 2mm"},
    {"--tolerance", Takes::value, "D",
     "up to this depth or gap objects touch; default: what the file's digits resolve"},
    {"--no-touching", Takes::nothing, "", "touching is no finding"},
    {"--baseline", Takes::value, "FILE", "findings of an earlier --json file do not count"},
    {"--max-findings", Takes::value, "N", "keep the worst N; default: 1000000"},
};
constexpr OptionRow kTime[] = {
    {"--time", Takes::value, "A:B", "seconds of the animation, or one moment; default: all of it"},
    {"--fps", Takes::value, "N", "samples per second of what deforms, and of --frames-only; default: 30"},
    {"--frames-only", Takes::nothing, "", "look at the frames, not between them"},
};
constexpr OptionRow kRobot[] = {
    {"--states", Takes::value, "FILE",
     "rows of values of a robot's joints (text or .npy), and all that lies between two rows"},
    {"--srdf", Takes::value, "FILE", "SRDF of the robot: pairs of links that may touch"},
};
constexpr OptionRow kOneTime[] = {
    {"--time", Takes::value, "T", "moment of the animation in seconds; default: 0"},
};
constexpr OptionRow kPictures[] = {
    {"--csv", Takes::maybe_value, "FILE", "print CSV, or write it to FILE (--csv=FILE)"},
    {"--svg", Takes::maybe_value, "FILE",
     "print a picture of the worst findings, or write it to FILE (--svg=FILE)"},
    {"--html", Takes::value, "FILE", "write a page that shows the findings in 3D, for any browser, to FILE"},
};
constexpr OptionRow kOutput[] = {
    {"--json", Takes::maybe_value, "FILE", "print JSON, or write it to FILE (--json=FILE)"},
    {"--color", Takes::value, "auto|always|never", "colours; auto: on a terminal, unless NO_COLOR is set"},
    {"--quiet", Takes::nothing, "", "print errors only; the exit code says the rest"},
    {"--verbose", Takes::nothing, "", "print more: points, bounds, all warnings, times"},
    {"--threads", Takes::value, "N", "threads; default: all of the machine"},
    {"--help", Takes::nothing, "", "print this help"},
};
constexpr OptionRow kCast[] = {
    {"--max-distance", Takes::value, "D", "how far the ray goes; default: without end"},
    {"--all", Takes::nothing, "", "the first point in every object, not in the nearest alone"},
};

constexpr std::string_view kCheckExamples =
    R"(  graze check assembly.wrl                          what touches what, and how deep
  graze check robot.gltf --clearance 5mm            and what comes closer than 5 mm, at any time
  graze check cell.wrl --set arm='robot/*' --set rest='cell/*' --between arm,rest
  graze check a.wrl b.wrl --json=found.json         files together; findings for a program
  graze check a.wrl b.wrl --baseline found.json     later: only what is new counts
  graze check arm.urdf cell.wrl --states plan.csv   what a robot meets on its way from row to row
  graze check --job nightly.json --quiet            a check that is kept in version control
  graze check a.wrl --html report.html              a page to look at the findings in 3D, and to send to others
)";
constexpr std::string_view kDistanceExamples =
    R"(  graze distance cell.wrl 'robot/arm/*' cell/fence  how close they come, and when
  graze distance cell.wrl arm fence --time 1.5      at one moment
)";
constexpr std::string_view kInfoExamples =
    R"(  graze info part.wrl                               objects, problems of its meshes, units, animation
  graze info part.wrl --verbose                     with a row for every object
)";
constexpr std::string_view kCastExamples =
    R"(  graze cast cell.wrl 0,5,0 0,-1,0                  what lies below the point (0, 5, 0)
  graze cast cell.wrl 0,5,0 0,-1,0 --all            everything that the ray goes into
)";

void print_options(const CommandRow& command) {
  std::printf("\noptions:\n");
  for (const OptionRow* row : options_of(command)) {
    std::string left(row->name);
    if (row->takes == Takes::value) left += " " + std::string(row->value);
    if (row->takes == Takes::maybe_value) left += "[=" + std::string(row->value) + "]";
    const bool is_long = left.size() > 26;
    std::printf("  %-26s%s%s\n", left.c_str(), is_long ? "\n                              " : "  ",
                row->help.data());
  }
}

constexpr std::string_view kExitCodes =
    "exit codes: 0 nothing found, 1 findings, 2 error, 3 nothing found in partial input or unfinished work\n";

void print_program_help() {
  std::printf(
      "graze asks questions about scene files: what touches what, how deep, how close, and "
      "when.\n\nusage:\n");
  for (const CommandRow& row : all_commands())
    std::printf("  graze %-9s%-30s %s\n", row.name.data(), row.operands.data(), row.summary.data());
  std::printf("  graze --version | --help | COMMAND --help | --completion bash|zsh\n\nexamples:\n");
  for (const CommandRow& row : all_commands())
    std::printf("%s", std::string(row.examples.substr(0, row.examples.find('\n') + 1)).c_str());
  std::printf("\n%sManual: man graze\n", kExitCodes.data());
}

/// Words that a shell may offer after a sub-command.
std::string option_words(const CommandRow& command) {
  std::string words;
  for (const OptionRow* row : options_of(command))
    words += (words.empty() ? "" : " ") + std::string(row->name);
  return words;
}

void print_bash_completion() {
  std::printf(
      "# bash completion for graze\n_graze() {\n  local word=${COMP_WORDS[COMP_CWORD]} "
      "before=${COMP_WORDS[COMP_CWORD-1]}\n");
  std::string names;
  for (const CommandRow& row : all_commands()) names += std::string(row.name) + " ";
  std::printf(
      "  if [ \"$COMP_CWORD\" = 1 ]; then COMPREPLY=($(compgen -W '%s--help --version --completion' -- "
      "\"$word\")); return; fi\n",
      names.c_str());
  std::printf("  case $before in\n");
  for (const OptionRow& row : {kReading[1], kReading[5], kOutput[1]}) {
    std::string choices;
    for (const std::string_view choice : split(row.value, '|'))
      choices += (choices.empty() ? "" : " ") + std::string(choice);
    std::printf("    %s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n", row.name.data(),
                choices.c_str());
  }
  std::printf(
      "    --root) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n  esac\n  case $word in\n    -*) case "
      "${COMP_WORDS[1]} in\n");
  for (const CommandRow& row : all_commands())
    std::printf("      %s) COMPREPLY=($(compgen -W '%s' -- \"$word\")) ;;\n", row.name.data(),
                option_words(row).c_str());
  std::printf(
      "    esac ;;\n    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n  esac\n}\ncomplete -o filenames -F "
      "_graze graze\n");
}

/// Text between square brackets of zsh's _arguments, which a ']' or ':' would end.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == ':' || c == '[' || c == ']' || c == '\'' ? ' ' : c;
  return result;
}

void print_zsh_completion() {
  std::printf("#compdef graze\n_graze() {\n  if (( CURRENT == 2 )); then\n    local -a commands=(\n");
  for (const CommandRow& row : all_commands())
    std::printf("      '%s:%s'\n", row.name.data(), zsh_text(row.summary).c_str());
  std::printf(
      "    )\n    _describe command commands\n    return\n  fi\n  local command=$words[2]\n  shift words; (( "
      "CURRENT-- ))\n  case $command in\n");
  for (const CommandRow& row : all_commands()) {
    std::printf("    %s) _arguments", row.name.data());
    for (const OptionRow* option : options_of(row)) {
      const bool has_choices = option->value.find('|') != std::string_view::npos;
      std::string choices(option->value);
      for (char& c : choices) c = c == '|' ? ' ' : c;
      const std::string value =
          has_choices ? ":value:(" + choices + ")" : ":" + zsh_text(option->value) + ":_files";
      const char* sign = option->takes == Takes::maybe_value ? "=-" : "";
      std::printf(" \\\n      '*%s%s[%s]%s'", option->name.data(), sign, zsh_text(option->help).c_str(),
                  option->takes == Takes::nothing       ? ""
                  : option->takes == Takes::maybe_value ? (":" + value).c_str()
                                                        : value.c_str());
    }
    std::printf(" \\\n      '*:file:_files' ;;\n");
  }
  std::printf("  esac\n}\n_graze \"$@\"\n");
}

}  // namespace

const std::vector<CommandRow>& all_commands() {
  static const std::vector<CommandRow> rows = {
      {"check",
       "FILE... [options]",
       "all pairs of objects, or sets: what touches, overlaps, comes too close",
       {kPairs, kFindings, kTime, kRobot, kReading, kPictures, kOutput},
       kCheckExamples},
      {"distance",
       "FILE... A B [options]",
       "how close objects A come to objects B, or how deep they overlap",
       {kTime, kReading, kOutput},
       kDistanceExamples},
      {"info",
       "FILE... [options]",
       "objects, primitives, problems of meshes, memory, length of the animation",
       {kOneTime, kReading, kOutput},
       kInfoExamples},
      {"cast",
       "FILE... ORIGIN DIRECTION [options]",
       "what a ray hits; ORIGIN and DIRECTION as x,y,z",
       {kCast, kOneTime, kReading, kOutput},
       kCastExamples},
  };
  return rows;
}

std::vector<const OptionRow*> options_of(const CommandRow& command) {
  std::vector<const OptionRow*> rows;
  for (const std::span<const OptionRow> group : command.groups)
    for (const OptionRow& row : group) rows.push_back(&row);
  return rows;
}

void print_help(const CommandRow* command) {
  if (command == nullptr) return print_program_help();
  std::printf("graze %s: %s\n\nusage: graze %s %s\n\nexamples:\n%s", command->name.data(),
              command->summary.data(), command->name.data(), command->operands.data(),
              command->examples.data());
  print_options(*command);
  std::printf("\n%s", kExitCodes.data());
}

void print_completion(std::string_view shell) {
  if (shell == "bash") return print_bash_completion();
  if (shell == "zsh") return print_zsh_completion();
  throw UserError("--completion: bash or zsh, not '" + printable(shell) + "'");
}

}  // namespace command
