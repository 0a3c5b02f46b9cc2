#include "assembly/assembly_command.hpp"

#include "assembly/run_command.hpp"
#include "shared/argument_checks.hpp"

#include <proxima/assembly/assembly.hpp>

namespace proxima::cli {
namespace {

constexpr const char* run_description =
    R"(Runs an assembly of components, and measures its connections; with --threads a
program, and preloads what sees its threads and tasks.

Loads components from shared libraries, connects their ports and starts the
assembly. Under mpirun every rank does so, and MPI is initialized before the
first component is made.

A script has one command per line; `#` and `!` start comments:
  path init                      use the directories of $PROXIMA_COMPONENT_PATH
  path append|prepend|set DIR    directory with libCLASS.so files, relative to
                                 the script; the first that has a class is used
  repository get-global CLASS    load a class
  instantiate CLASS INSTANCE     load a class and make an instance of it
  connect USER USESPORT PROVIDER PROVIDESPORT
  disconnect USER USESPORT PROVIDER PROVIDESPORT
  parameters INSTANCE PORT [FIELD [VALUE]]     show parameters, or set one
  go INSTANCE PORT               run
  remove INSTANCE
  display palette|arena|component INSTANCE|chain, repository list
  quit)";

constexpr const char* run_footer = R"(WHAT is measured:
  all            every connection, and the Go port
  flux           all ports that instance flux provides
  'flux.*'       the same; flux.compute is one port
  'driver -> *'  all ports that instance driver uses
  'hydro::*'     ports of these types
`!WHAT` excludes. The last WHAT that matches a connection decides; * and ? match
whole names, as in PROXIMA's include= and exclude=, which choose methods
instead: PROXIMA='exclude=*::get_*' measures these connections without getters.
The proxies come from proxima_add_proxies(... COMPONENTS); their library must be
in the component path.

Examples:
  proxima run --check hydro.rc
  proxima run hydro.rc --measure all -o run1 && proxima report run1
  proxima run hydro.rc --measure 'flux.*' --measure '!* -> flux.other'
  mpirun -n 4 proxima run hydro.rc --measure all
  proxima run optimized.rc --replay run1/decisions.json
  proxima run --threads -o run2 -- ./application input.txt
  mpirun -n 4 proxima run --threads -- ./application

Exit status: the result of go(), or 255 if that is not in 0 to 255; 1 after an
error, or if a component called exit(0); 2 wrong command line.)";

constexpr const char* assembly_description = "Draws an assembly without loading its components.";

constexpr const char* assembly_examples = R"(Examples:
  proxima assembly hydro.rc --dot | dot -Tsvg > hydro.svg)";

std::string check_pattern(const std::string& text) {
    return text.empty() || text == "!" ? "a pattern is empty; `all` matches everything"
                                       : std::string();
}

} // namespace

void add_run(CLI::App& verb, RunVerbOptions& options) {
    verb.description(run_description);
    verb.footer(run_footer);
    add_option(verb, "SCRIPT", "", options.script, "the script of the assembly, or a program")
        ->required();
    add_option(verb, "ARGUMENTS", "", options.arguments, "arguments of the program");
    auto* threads = verb.add_flag(
        "--threads", options.threads,
        "run a program with libproxima_threads preloaded: calls on its threads stand below the "
        "calls that started them. Write `--` before it");
    auto* check = verb.add_flag(
        "--check", options.check,
        "check libraries, ports, types and parameters without `go`; report all errors. Loads "
        "the libraries, whose constructors run");
    auto* measure =
        add_list(verb, "--measure", "WHAT", options.measure, "measure these connections, see below")
            ->check(check_pattern);
    add_option(verb, "-o,--output", "DIR", options.output,
               "the run directory; other settings come from $PROXIMA");
    add_list(verb, "--path", "DIR", options.path, "directory of components, searched first");
    add_option(
        verb, "--mpi", "WHICH", options.mpi,
        "openmpi, mpich, a plug-in's file, or none; default the MPI whose mpirun started this "
        "process");
    auto* replay = add_option(
        verb, "--replay", "FILE", options.replay,
        "repeat the Optimizer's swaps in this decisions.json, at the same safe points: the "
        "results are the same bits. Without --measure nothing else is measured");
    for (auto* of_assemblies : {check, measure, replay}) {
        threads->excludes(of_assemblies);
    }
}

void add_assembly(CLI::App& verb, AssemblyOptions& options) {
    verb.description(assembly_description);
    verb.footer(assembly_examples);
    add_option(verb, "SCRIPT", "", options.file, "the script of the assembly")->required();
    verb.add_flag("--dot")->required()->description(
        "the wiring diagram for Graphviz: arrows from users of ports to their providers");
}

int run_assembly_verb(const AssemblyOptions& options, text::Output& output) {
    output.write(assembly::to_dot(assembly::read_assembly(options.file)));
    return 0;
}

} // namespace proxima::cli
