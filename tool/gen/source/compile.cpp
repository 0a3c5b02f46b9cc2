#include "source/compile.hpp"

#include "analysis/parse/compile_flags.hpp"
#include "source/compile_options.hpp"
#include "source/compiler_command.hpp"
#include "source/find_places.hpp"
#include "source/hot_functions.hpp"
#include "source/processes.hpp"
#include "source/rewrite.hpp"

#include <proxima/base/error.hpp>

#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>

namespace proxima::gen {
namespace {

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

SourcePlaces parse(const CompilerCommand& command, const SourceSelection& selection) {
    try {
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
        return find_places(command.source, arguments, selection);
    } catch (const std::exception& error) {
        return {{}, {}, error.what()};
    }
}

std::string list_text(const SourcePlaces& found) {
    std::string text;
    for (const SourcePlace& place : found.places) {
        text += "measured  " + place.name + " (" + place.begin.file + ":" +
                std::to_string(place.begin.line) + ")\n";
    }
    for (const LeftOut& function : found.left_out) {
        text += "left out  " + function.name + ": " + function.reason + " (" +
                function.position.file + ":" + std::to_string(function.position.line) + ")\n";
    }
    return text + std::to_string(found.places.size()) + " measured, " +
           std::to_string(found.left_out.size()) + " left out";
}

// Compiles the changed copy. Returns why the compiler must see the source itself; empty: it need
// not.
std::string compile_copy(const CompilerCommand& command, const std::vector<SourcePlace>& places,
                         bool is_verbose) {
    const TemporaryDirectory directory;
    const std::string copy = directory.path() + (command.is_cxx ? "/copy.ii" : "/copy.i");
    const Finished preprocessed = run_captured(preprocessing_step(command, copy));
    if (preprocessed.status != 0) {
        return "it cannot be preprocessed by itself";
    }
    const RewrittenSource source = rewrite(read_file(copy), places, command.is_cxx);
    if (source.inserted == 0 && !places.empty()) {
        return "none of its functions was found in the preprocessed text";
    }
    if (!places.empty()) {
        std::ofstream changed(copy, std::ios::binary | std::ios::trunc);
        if (!(changed << source.text).flush()) {
            return "its changed copy cannot be written";
        }
    }
    const Finished compiled = run_captured(compiling_step(command, copy));
    if (compiled.status == 0 || is_verbose) {
        std::cerr << preprocessed.errors + compiled.errors << std::flush;
    }
    return compiled.status == 0 ? "" : "its changed copy does not compile";
}

int compile(const CompilerCommand& command, const CompileOptions& options) {
    SourcePlaces found;
    if (!options.copy_only) {
        found = parse(command, options.selection);
        if (!found.error.empty()) {
            say_why_not(command, "Clang cannot parse it: " + found.error);
            return run_instead(command.line());
        }
        if (options.verbose) {
            say(list_text(found));
        }
    }
    if (found.places.empty() && !options.copy_only) {
        return run_instead(command.line());
    }
    const std::string problem = compile_copy(command, found.places, options.verbose);
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
    const std::optional<CompilerCommand> command = read_compiler_command(options.command);
    return command ? compile(*command, options) : run_instead(options.command);
}

} // namespace proxima::gen
