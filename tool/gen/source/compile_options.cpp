#include "source/compile_options.hpp"

#include "shell/help_formatter.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

namespace proxima::gen {
namespace {

constexpr const char* description =
    R"(Compiles one C or C++ source with its functions measured.

Runs the compiler on a preprocessed copy in which functions, and on request
outer loops, are call sites with their parameters. The source stays as it is;
lines, debug information and warnings are its own. Link the program with
Proxima::c (-lproxima_measurement), and run it with PROXIMA=on.

Other commands, such as linking, pass through unchanged. A source that Clang
cannot parse is compiled without measuring, and a line says so.)";

constexpr const char* footer = R"(Examples:
  proxima-gen compile g++ -O2 -c flux.cpp -o flux.o
  proxima-gen compile --functions 'hydro::*' --loops -- g++ -O2 -c flux.cpp
  make CC='proxima-gen compile gcc' LDLIBS=-lproxima_measurement
  cmake -DCMAKE_CXX_COMPILER_LAUNCHER='proxima-gen;compile;--files;*/src/*' ...

Exit status: that of the compiler; 2 if the command line is invalid.)";

void describe(CLI::App& app, CompileOptions& options) {
    const auto repeatable = [&app](const std::string& name, std::vector<std::string>& values,
                                   const std::string& text) {
        app.add_option(name, values, text)->type_name("GLOB")->allow_extra_args(false);
    };
    app.set_help_flag("-h,--help", "Print this help");
    repeatable("--functions", options.selection.functions,
               "Measure functions of this qualified name; * and ? are wildcards. An exact name is "
               "measured even if it is small. Repeatable (default: all)");
    repeatable("--files", options.selection.files,
               "Measure functions in files of this path or name, headers included. Repeatable "
               "(default: all but system headers)");
    app.add_flag("--loops", options.selection.loops, "Measure outer loops, too");
    app.add_option("--from", options.run,
                   "Measure only what took 1 % or more of the time in this run: methods of ports "
                   "in their implementations, and functions")
        ->type_name("RUN");
    app.add_option("--config", options.configuration,
                   "JSON file whose \"parameters\" say what is recorded of calls: expressions for "
                   "functions by their qualified names")
        ->type_name("FILE");
    app.add_option("--small", options.selection.small,
                   "Leave out functions of fewer than N statements without loop and call "
                   "(default: 8; 0: measure all)")
        ->type_name("N");
    app.add_flag("--copy-only", options.copy_only,
                 "Compile the preprocessed copy without measuring, to compare object code");
    app.add_flag("-v,--verbose", options.verbose,
                 "Print what is measured, what is left out and why, and why a command is "
                 "passed through");
    app.footer(footer);
    app.prefix_command();
}

} // namespace

ParsedCompileArguments parse_compile_arguments(std::vector<std::string> arguments) {
    ParsedCompileArguments line;
    CLI::App app(description, "proxima-gen compile");
    app.formatter(std::make_shared<shell::HelpFormatter>());
    describe(app, line.options);
    std::reverse(arguments.begin(), arguments.end());
    try {
        app.parse(arguments);
        line.options.command = app.remaining();
        if (!line.options.command.empty() && line.options.command.front() == "--") {
            line.options.command.erase(line.options.command.begin());
        }
        if (line.options.command.empty()) {
            throw CLI::RequiredError("the compiler's command");
        }
    } catch (const CLI::Success& success) {
        line.exit_status = app.exit(success);
    } catch (const CLI::ParseError& error) {
        std::cerr << "proxima-gen: error: " << error.what()
                  << " (see proxima-gen compile --help)\n";
        line.exit_status = 2;
    }
    return line;
}

} // namespace proxima::gen
