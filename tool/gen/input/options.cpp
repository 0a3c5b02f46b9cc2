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
the records of every measured method. Arguments after -- go to the compiler.)";

constexpr const char* footer = R"(Examples:
  proxima-gen -o generated flux_port.hpp -- -std=c++17 -Iinclude
  proxima-gen --list flux_port.hpp
  proxima-gen -o generated --class 'Ns::Op<double>' op.hpp
  proxima-gen -o generated --template Ns::Op op.hpp
  proxima-gen -o generated --class Ipopt::TNLP /usr/include/coin/IpTNLP.hpp
  proxima-gen --pmpi -o generated --compiler mpicxx.openmpi
  proxima-gen compile g++ -c flux.cpp -o flux.o   (see proxima-gen compile --help)

In C++:  proxima::Proxy<Port> p{target, "name"};
Run the program with PROXIMA=on to measure.

Exit status: 0 if all output was generated and parses (with --check: and
compiles); 1 if not (nothing is written); 2 if the command line is invalid.)";

// Removes and returns the arguments behind `--`. They are for Clang; the option parser would refuse
// them.
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
    const auto repeatable = [&app](const std::string& name, std::vector<std::string>& values,
                                   const std::string& text, const std::string& type) {
        app.add_option(name, values, text)->type_name(type)->allow_extra_args(false);
    };
    app.set_help_flag("-h,--help", "Print this help");
    app.add_option("header", options.headers, "Headers that declare ports")->type_name("HEADER");
    app.add_flag("--pmpi", options.pmpi,
                 "Write wrappers for MPI routines instead of proxies; HEADER is the mpi.h to wrap "
                 "(default: that of --compiler, or of mpicxx)");
    app.add_option("-o,--output", options.output,
                   "Output directory, created if missing (default: .)")
        ->type_name("DIR");
    repeatable("--class", options.classes,
               "Select classes by qualified name; * and ? are wildcards. An exact name may be an "
               "instance of a template, and is found in included headers too. Repeatable",
               "GLOB");
    repeatable("--template", options.templates,
               "Write a proxy template for all instances of this class template. Repeatable",
               "NAME");
    app.add_option("--config", options.configuration,
                   "Select classes, methods and recorded parameters by rules (JSON with comments)")
        ->type_name("FILE");
    repeatable("--prelude", options.preludes,
               "Include this header before each port header. Repeatable", "HEADER");
    app.add_flag("--components", options.components,
                 "Also write proxy_components.cpp, which makes the proxies components of Proxima's "
                 "framework");
    app.add_flag("--list", options.list,
                 "Print eligible and refused classes with reasons; write nothing");
    app.add_option("--explain", options.explain,
                   "Write the treatment of each method and its reason as JSON (-: standard output)")
        ->type_name("FILE");
    app.add_option("--compiler", options.flags.compiler,
                   "Use the include directories and macros of this compiler, such as mpicxx")
        ->type_name("CXX");
    app.add_option("--check", options.check,
                   "Let this compiler, such as g++, compile the output before it is written")
        ->type_name("CXX");
    app.add_option("--depfile", options.depfile, "Write a Make rule that lists the files read")
        ->type_name("FILE");
    app.add_option("--depfile-target", options.depfile_target,
                   "Target of that rule (default: mastermind.cpp)")
        ->type_name("NAME");
    app.add_option("-j,--jobs", options.jobs, "Parse N headers at once (default: one per core)")
        ->type_name("N");
    app.add_flag("--force", options.force,
                 "Replace files of the same names that proxima-gen has not written");
    app.add_flag("-q,--quiet", options.quiet, "Print errors only");
    app.add_flag("-v,--verbose", options.verbose, "Also print the treatment of each method");
    app.set_version_flag("--version", "proxima-gen " PROXIMA_VERSION, "Print the version");
    const auto exclude = [&app](const char* option, std::initializer_list<const char*> others) {
        for (const char* other : others) {
            app.get_option(option)->excludes(app.get_option(other));
        }
    };
    exclude("--pmpi", {"--class", "--template", "--config", "--components", "--list", "--explain",
                       "--check", "--jobs", "--verbose"});
    exclude("--list", {"--components", "--check", "--depfile", "--depfile-target", "--force"});
    app.footer(footer);
    app.callback([&options] {
        if (options.headers.empty() && !options.pmpi) {
            throw CLI::RequiredError("header");
        }
    });
}

} // namespace

ParsedArguments parse_command_line(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    ParsedArguments line;
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
