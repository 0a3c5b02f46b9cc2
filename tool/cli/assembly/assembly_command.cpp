#include "assembly/assembly_command.hpp"

#include "assembly/assembly.hpp"
#include "assembly/run_command.hpp"

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

constexpr const char* run_description =
    R"(Assembles components as a script says, and runs them, measured.

Loads components from shared libraries, connects their ports and starts the
assembly. Started by mpirun it does so on every rank, with MPI initialised
before the first component is made.

A script has a command a line; `#` and `!` start comments:
  path init                      the directories of $PROXIMA_COMPONENT_PATH
  path append|prepend|set DIR    where libCLASS.so are; relative to the script.
                                 The first directory that has a class counts;
                                 a warning says where it is once more
  repository get-global CLASS    load a component
  instantiate CLASS INSTANCE     make an instance (it loads its class, too)
  connect USER USESPORT PROVIDER PROVIDESPORT
  disconnect USER USESPORT PROVIDER PROVIDESPORT
  parameters INSTANCE PORT [FIELD [VALUE]]     show parameters, or set one
  go INSTANCE PORT               run
  remove INSTANCE
  display palette|arena|component INSTANCE|chain, repository list
  quit
A name that ends in .json is read as JSON; `proxima assembly --json` shows how
that looks.)";

constexpr const char* run_footer = R"(WHAT is measured:
  all            every connection, and the Go port
  flux           what instance flux provides
  'flux.*'       the same; flux.compute is one port
  'driver -> *'  what instance driver uses
  'hydro::*'     ports by their type
Of several that match the last decides, `!WHAT` excludes. The proxies are made
by proxima_add_proxies(... COMPONENTS); their library must be in the path.

Examples:
  proxima run --check hydro.rc
  proxima run hydro.rc --measure all -o run1 && proxima report run1
  proxima run hydro.rc --measure 'flux.*' --measure '!* -> flux.other'
  mpirun -n 4 proxima run hydro.rc --measure all
  proxima run optimized.rc --replay run1/decisions.json

Exit status: what go() returned, 255 if that is not in 0 to 255; 1 after an error,
or if a component has called exit(0); 2 the command line is wrong.)";

constexpr const char* assembly_description =
    "Draws an assembly, or writes it in another format, without loading its components.";

constexpr const char* assembly_examples = R"(Examples:
  proxima assembly hydro.rc --dot | dot -Tsvg > hydro.svg
  proxima assembly hydro.rc --json > hydro.json)";

std::string check_pattern(const std::string& text) {
    return text.empty() || text == "!" ? "a pattern is empty; `all` matches everything"
                                       : std::string();
}

} // namespace

void add_run(CLI::App& verb, RunVerbOptions& options) {
    verb.description(run_description);
    verb.footer(run_footer);
    const auto add = [&](const char* name, const char* kind, auto& value, const char* help) {
        return verb.add_option(name, value, help)->type_name(kind);
    };
    add("SCRIPT", "", options.script, "what to assemble")->required();
    verb.add_flag("--check", options.check,
                  "do everything but `go`: are the libraries, ports, types and parameters as they "
                  "must be? Says all errors there are, or how many instances and connections are "
                  "right");
    add("--measure", "WHAT", options.measure,
        "put a proxy into these connections, and measure; repeatable")
        ->allow_extra_args(false)
        ->check(check_pattern);
    add("--rules", "FILE", options.rules,
        "the same from a file: lines `include WHAT`, `exclude WHAT`")
        ->allow_extra_args(false);
    add("-o,--output", "DIR", options.output,
        "the run directory; $PROXIMA says the rest (default: on)");
    add("--path", "DIR", options.path, "look for components here first; repeatable")
        ->allow_extra_args(false);
    add("--mpi", "WHICH", options.mpi,
        "openmpi, mpich, a plug-in's file, or none; without it, that whose mpirun has started "
        "this process");
    add("--replay", "FILE", options.replay,
        "a decisions.json: the Optimizer makes its swaps again, at the same safe points, decides "
        "nothing, and so the results are the same bits; nothing else is measured, unless "
        "--measure says so");
}

void add_assembly(CLI::App& verb, AssemblyOptions& options) {
    verb.description(assembly_description);
    verb.footer(assembly_examples);
    verb.add_option("SCRIPT", options.file, "an assembly script, or JSON")
        ->type_name("")
        ->required();
    auto* formats = verb.add_option_group("Format");
    const auto add_format = [&](const char* name, AssemblyFormat format, const char* help) {
        formats->add_flag_callback(name, [&options, format] { options.format = format; }, help);
    };
    add_format("--dot", AssemblyFormat::dot,
               "the wiring diagram for Graphviz: an arrow leads from the user of a port to its "
               "provider");
    add_format("--json", AssemblyFormat::json, "JSON");
    add_format("--rc", AssemblyFormat::script, "a script");
    formats->require_option(1);
}

int run_assembly_verb(const AssemblyOptions& options, Output& output) {
    const assembly::Assembly read = assembly::read_assembly(options.file);
    switch (options.format) {
    case AssemblyFormat::dot:
        output.write(assembly::to_dot(read));
        break;
    case AssemblyFormat::json:
        output.write(assembly::to_json(read));
        break;
    case AssemblyFormat::script:
        output.write(assembly::to_script(read));
        break;
    }
    return 0;
}

} // namespace proxima::cli
