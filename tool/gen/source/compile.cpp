#include "source/compile.hpp"

#include "analysis/parse/compile_flags.hpp"
#include "source/compile_options.hpp"
#include "source/compiler_command.hpp"
#include "source/expression_check.hpp"
#include "source/find_places.hpp"
#include "source/hot_functions.hpp"
#include "source/processes.hpp"
#include "source/rewrite.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>

#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>

namespace proxima::gen {
namespace {

constexpr int most_attempts = 4; // at a copy that compiles

// One write, so that parallel builds do not mix their lines.
void say(const std::string& text) {
    std::cerr << text + "\n" << std::flush;
}

void say_why_not(const CompilerCommand& command, const std::string& reason) {
    say("proxima-gen: note: " + command.source +
        " is compiled without measuring: " + reason.substr(0, reason.find('\n')));
}

std::string read_file(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> arguments_for_clang(const CompilerCommand& command) {
    FlagSources sources;
    sources.flags = parsing_flags(command);
    sources.compiler = command.compiler;
    std::vector<std::string> arguments = clang_arguments(sources);
    if (optimizes(command)) {
        arguments.emplace_back("-O1");
    }
    // Headers that only the compiler has, such as omp.h, come after Clang's own.
    const std::string own = first_line_of({command.compiler, "-print-file-name=include"});
    arguments.insert(arguments.end(), {"-idirafter", own});
    return arguments;
}

// Throws if the configuration is wrong.
SourcePlaces parse(const CompilerCommand& command, const SourceSelection& selection) {
    std::vector<std::string> arguments;
    try {
        arguments = arguments_for_clang(command);
    } catch (const std::exception& error) {
        return {{}, {}, error.what()};
    }
    SourcePlaces found = find_places(command.source, arguments, selection);
    check_expressions(command.source, arguments, command.is_cxx, found);
    return found;
}

// Parses on a large stack.
SourcePlaces parse_deeply(const CompilerCommand& command, const SourceSelection& selection) {
    enlarge_stacks();
    SourcePlaces found;
    std::exception_ptr failure;
    std::thread([&] {
        try {
            found = parse(command, selection);
        } catch (...) {
            failure = std::current_exception();
        }
    }).join();
    if (failure) {
        std::rethrow_exception(failure);
    }
    return found;
}

std::string list_text(const SourcePlaces& found) {
    std::string text;
    for (const SourcePlace& place : found.places) {
        text += "measured  " + place.name + " (" + place.begin.file + ":" +
                std::to_string(place.begin.line) + ")" + (place.parameters.empty() ? "" : ": ") +
                joined(place.parameters, &SourceParameter::name) + "\n";
    }
    for (const LeftOut& function : found.left_out) {
        text += "left out  " + function.name + ": " + function.reason + " (" +
                function.position.file + ":" + std::to_string(function.position.line) + ")\n";
    }
    return text + std::to_string(found.places.size()) + " measured, " +
           std::to_string(found.left_out.size()) + " left out";
}

// Leaves out the places of which `is_out(index)` is true.
template <class Condition>
void leave_out(SourcePlaces& found, Condition is_out, const std::string& reason) {
    std::vector<SourcePlace> kept;
    for (std::size_t i = 0; i < found.places.size(); ++i) {
        const SourcePlace& place = found.places[i];
        if (is_out(i)) {
            found.left_out.push_back({place.name, reason, place.begin});
        } else {
            kept.push_back(place);
        }
    }
    found.places.swap(kept);
}

// Leaves out the places in whose lines the compiler saw errors. False: there are none.
bool leave_out_errors(const std::string& errors, SourcePlaces& found) {
    const std::size_t before = found.left_out.size();
    const auto has_error = [&](std::size_t i) {
        const base::Place& place = found.places[i].begin;
        return errors.find(place.file + ":" + std::to_string(place.line) + ":") !=
               std::string::npos;
    };
    leave_out(found, has_error, "the changed copy does not compile with it");
    return found.left_out.size() > before;
}

// Loops below a pragma, which stay as they are, need no note.
void leave_out_missing(const CompilerCommand& command, const std::set<std::size_t>& inserted,
                       SourcePlaces& found) {
    std::size_t functions = 0;
    const auto is_missing = [&](std::size_t i) {
        const bool is_function = found.places[i].kind == SourcePlace::Kind::function;
        functions += is_function && inserted.count(i) == 0 ? 1 : 0;
        return inserted.count(i) == 0;
    };
    leave_out(found, is_missing, "below a pragma, or not found in the preprocessed text");
    if (functions != 0) {
        say("proxima-gen: note: " + command.source + ": " + std::to_string(functions) +
            " functions are not measured: not found in the preprocessed text (-v lists them)");
    }
}

// Compiles the changed copy, without the places that do not compile. Returns why the compiler must
// see the source itself; empty: it need not.
std::string compile_copy(const CompilerCommand& command, SourcePlaces& found, bool is_verbose) {
    const TemporaryDirectory directory;
    const std::string copy = directory.path() + (command.is_cxx ? "/copy.ii" : "/copy.i");
    const Finished preprocessed = run_captured(preprocessing_step(command, copy));
    if (preprocessed.status != 0) {
        return "it cannot be preprocessed by itself";
    }
    const std::string text = read_file(copy);
    const std::size_t before = found.left_out.size();
    for (int attempt = 1;; ++attempt) {
        const RewrittenSource source = rewrite(text, found.places, command.is_cxx);
        if (source.inserted.empty() && !found.places.empty()) {
            return "none of its functions was found in the preprocessed text";
        }
        if (!found.places.empty()) {
            std::ofstream changed(copy, std::ios::binary | std::ios::trunc);
            if (!(changed << source.text).flush()) {
                return "its changed copy cannot be written";
            }
        }
        const Finished compiled = run_captured(compiling_step(command, copy));
        const bool is_done = compiled.status == 0;
        if (!is_done && attempt < most_attempts && leave_out_errors(compiled.errors, found) &&
            !found.places.empty()) {
            continue;
        }
        if (is_done || is_verbose) {
            std::cerr << preprocessed.errors + compiled.errors << std::flush;
        }
        for (std::size_t i = before; is_done && i < found.left_out.size(); ++i) {
            const LeftOut& one = found.left_out[i];
            say("proxima-gen: note: " + command.source + ": " + one.name + " in line " +
                std::to_string(one.position.line) + " is not measured: " + one.reason);
        }
        if (is_done) {
            leave_out_missing(command, source.inserted, found);
        }
        return is_done ? "" : "its changed copy does not compile";
    }
}

int compile(const CompilerCommand& command, const CompileOptions& options) {
    SourcePlaces found;
    if (!options.copy_only) {
        found = parse_deeply(command, options.selection);
        if (!found.error.empty()) {
            say_why_not(command, "Clang cannot parse it: " + found.error);
            return run_instead(command.line());
        }
    }
    const bool has_copy = options.copy_only || !found.places.empty();
    const std::string problem = has_copy ? compile_copy(command, found, options.verbose) : "";
    if (!problem.empty()) {
        leave_out(found, [](std::size_t) { return true; }, problem);
    }
    if (options.verbose && !options.copy_only) {
        say(list_text(found));
    }
    if (!has_copy) {
        return run_instead(command.line());
    }
    if (problem.empty()) {
        return 0;
    }
    const int status = run_through(command.line());
    if (status == 0) { // else the compiler has said what is wrong
        say_why_not(command, problem);
    }
    return status;
}

} // namespace

int compile_source(const std::vector<std::string>& arguments) {
    ParsedCompileArguments line = parse_compile_arguments(arguments);
    if (line.exit_status) {
        return *line.exit_status;
    }
    CompileOptions& options = line.options;
    if (options.run) {
        options.selection.hot = hot_functions(*options.run);
    }
    if (options.configuration) {
        options.selection.parameters =
            parse_configuration(*options.configuration,
                                base::read_whole_file(*options.configuration))
                .parameters;
    }
    std::string reason;
    const std::optional<CompilerCommand> command = read_compiler_command(options.command, reason);
    if (!command && options.verbose) {
        say("proxima-gen: note: the command is passed through: " + reason);
    }
    return command ? compile(*command, options) : run_instead(options.command);
}

} // namespace proxima::gen
