// Places of a source that are measured, and functions that are left out: plain data between the
// parser and the text.
#pragma once

#include <proxima/base/error.hpp>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace proxima::gen {

// The functions, files and loops to measure.
struct SourceSelection {
    std::vector<std::string> functions; // globs of qualified names; none: all
    std::vector<std::string> files;     // globs of paths; none: all but system headers
    bool loops = false;                 // outer loops as well
    unsigned small = 8;                 // leave out functions of fewer statements without work
    std::optional<std::set<std::string>> hot; // qualified names of a run; nothing: no matter
};

struct SourceParameter {
    std::string name;
    std::string expression;
    std::string type; // "integer", "unsigned", "real" or "boolean"
};

// Text goes behind the brace at `begin` (a function), or before `begin` and behind the brace at
// `end` (a loop).
struct SourcePlace {
    enum class Kind { function, loop };

    Kind kind = Kind::function;
    base::Place begin;
    base::Place end; // of a loop
    std::string name;
    std::vector<SourceParameter> parameters;
    bool is_named_by_compiler = false; // the file is included several times, with other names
};

struct LeftOut {
    std::string name;
    std::string reason;
    base::Place position;
};

struct SourcePlaces {
    std::vector<SourcePlace> places;
    std::vector<LeftOut> left_out; // selected, but not measured
    std::string error;             // Clang's first error; empty: none
};

} // namespace proxima::gen
