#include "input/options.hpp"

#include "shell/help_formatter.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

namespace proxima::gen {
namespace {

constexpr const char* description =
    R"(Reads C++ headers and writes measuring proxies for the ports in them.

Ports are abstract classes. For flux_port.hpp it writes flux_port.proxy.hpp and
flux_port.proxy.cpp, and once per call mastermind.hpp and mastermind.cpp with
the records of every measured method. What follows -- is for the compiler.)";

constexpr const char* footer = R"(Examples:
  proxima-gen -o generated flux_port.hpp -- -std=c++17 -Iinclude
  proxima-gen --list flux_port.hpp
  proxima-gen -o generated --class 'Ns::Op<double>' op.hpp
  proxima-gen -o generated --template Ns::Op op.hpp
  proxima-gen -o generated --class Ipopt::TNLP /usr/include/coin/IpTNLP.hpp
  proxima-gen --pmpi -o generated --compiler mpicxx.openmpi

In C++:  proxima::Proxy<Port> p{target, "name"};  measured when PROXIMA is set,
e.g. PROXIMA=on

Exit status: 0 everything asked for was generated and checked to parse; 1
something was not (nothing is written); 2 the command line makes no sense.)";

/// What stands behind `--` is for Clang, and must not reach the option parser.
std::vector<std::string> take_compiler_flags(std::vector<std::string>& arguments) {
    const auto separator = std::find(arguments.begin(), arguments.end(), "--");
    std::vector<std::string> flags;
    if (separator != arguments.end()) {
        flags.assign(separator + 1, arguments.end());
        arguments.erase(separator, arguments.end());
    }
    return flags;
}

void describe(CLI::App& app, Options& options) {
    app.set_help_flag("-h,--help", "this text");
    app.add_option("header", options.headers, "Headers that declare ports")->type_name("HEADER");
    app.add_flag("--pmpi", options.pmpi,
                 "Write wrappers of the routines of an MPI instead of proxies; HEADER is its mpi.h "
                 "(default: the one of --compiler, else of mpicxx)");
    app.add_option("-o,--output", options.output,
                   "Directory to write to, made when missing; . without it")
        ->type_name("DIR");
    app.add_option("--class", options.classes,
                   "Classes to take, by qualified name; * and ? match, an exact name is found in "
                   "included headers too, "
                   "and may be an instance of a template. Repeatable")
        ->type_name("GLOB")
        ->allow_extra_args(false);
    app.add_option("--template", options.templates,
                   "Class template to get a proxy template for all instances. Repeatable")
        ->type_name("NAME")
        ->allow_extra_args(false);
    app.add_option("--config", options.configuration,
                   "Rules for classes and methods, recorded parameters (JSON with comments)")
        ->type_name("FILE");
    app.add_option("--prelude", options.preludes,
                   "Header to include before each port header. Repeatable")
        ->type_name("HEADER")
        ->allow_extra_args(false);
    app.add_flag("--components", options.components,
                 "Also write proxy_components.cpp, which makes the proxies components of Proxima's "
                 "framework");
    app.add_flag("--list", options.list,
                 "Print eligible and refused classes with reasons; write nothing");
    app.add_option("--explain", options.explain,
                   "Write what happens to each method and why, as JSON (- for standard output)")
        ->type_name("FILE");
    app.add_option("-p", options.flags.build_dir, "Directory with a compile_commands.json")
        ->type_name("BUILD_DIR");
    app.add_option("--compiler", options.flags.compiler,
                   "Compiler to ask for include directories and macros, such as mpicxx")
        ->type_name("CXX");
    app.add_option("--extra-arg", options.flags.extra,
                   "Compiler flag to add behind the others. Repeatable")
        ->type_name("FLAG")
        ->allow_extra_args(false);
    app.add_option("--extra-arg-before", options.flags.extra_before,
                   "Compiler flag to add before the others. Repeatable")
        ->type_name("FLAG")
        ->allow_extra_args(false);
    app.add_option("--depfile", options.depfile, "Write the files read, as a Make rule")
        ->type_name("FILE");
    app.add_option("--depfile-target", options.depfile_target,
                   "Target of that rule (default: mastermind.cpp)")
        ->type_name("NAME");
    app.add_flag("--touch", options.touch,
                 "Give outputs that do not change a new time stamp, for rules of make");
    app.add_option("-j,--jobs", options.jobs, "Headers to read at once (default: one per core)")
        ->type_name("N");
    app.add_flag("-q,--quiet", options.quiet, "Errors only");
    app.add_flag("-v,--verbose", options.verbose, "Also say what each method becomes");
    app.set_version_flag("--version", "proxima-gen " PROXIMA_VERSION, "the version");
    app.footer(footer);
    app.callback([&options] {
        if (options.headers.empty() && !options.pmpi) {
            throw CLI::RequiredError("header");
        }
    });
}

} // namespace

CommandLine parse_command_line(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    CommandLine line;
    line.options.flags.flags = take_compiler_flags(arguments);
    CLI::App app(description, "proxima-gen");
    app.formatter(std::make_shared<shell::HelpFormatter>());
    describe(app, line.options);
    std::reverse(arguments.begin(), arguments.end());
    try {
        app.parse(arguments);
    } catch (const CLI::Success& success) {
        line.exit_status = app.exit(success);
    } catch (const CLI::ParseError& error) {
        std::cerr << "proxima-gen: error: " << error.what() << " (see proxima-gen --help)\n";
        line.exit_status = 2;
    }
    return line;
}

} // namespace proxima::gen
