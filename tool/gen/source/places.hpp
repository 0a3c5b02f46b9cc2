// Places of a source that are measured, and functions that are left out: plain data between the
// parser and the text.
#pragma once

#include "input/configuration.hpp"

#include <proxima/base/error.hpp>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace proxima::gen {

constexpr const char* object_name = "this"; // among the arguments of an expression

constexpr std::size_t most_source_parameters = 8; // of a place, that of missing values included

// The functions, files and loops to measure.
struct SourceSelection {
    std::vector<std::string> functions; // globs of qualified names; none: all
    std::vector<std::string> files;     // globs of paths; none: all but system headers
    bool loops = false;                 // outer loops as well
    unsigned small = 8;                 // leave out functions of fewer statements without work
    std::optional<std::set<std::string>> hot; // qualified names of a run; nothing: no matter
    std::vector<ParameterRule> parameters;    // of functions, by their names
};

struct SourceParameter {
    std::string name;
    std::string expression;
    std::string type; // "integer", "unsigned", "real" or "boolean"

    // The rest is that of expressions of the configuration.
    std::vector<std::string> arguments{}; // names that it uses, `this` for `target`
    bool may_throw = false;
    base::Place position{}; // in the configuration; empty: a default parameter
};

// Text goes behind the brace at `begin` (a function), or before `begin` and behind the brace at
// `end` (a loop).
struct SourcePlace {
    enum class Kind { function, loop };

    // A byte of a file, whatever #line says.
    struct Physical {
        std::string file;
        std::size_t offset = 0;
    };

    Kind kind = Kind::function;
    base::Place begin;
    base::Place end;   // of a loop
    Physical physical; // of the brace of a function
    std::string name;
    std::vector<SourceParameter> parameters;
    bool is_configured = false;        // its parameters are those of the configuration
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
