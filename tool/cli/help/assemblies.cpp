#include "help/help.hpp"

namespace proxima::cli {

const char* const run_help =
    R"(Usage: proxima run SCRIPT [OPTIONS]

Does what a script says: loads components from shared libraries, connects their
ports and starts the assembly. Started by mpirun it does so on every rank, with
MPI initialised before the first component is made.

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
that looks.

Options:
  --check           do everything but `go`: are the libraries, ports, types and
                    parameters as they must be? Says all errors there are, or
                    how many instances and connections are right
  --measure WHAT    put a proxy into these connections, and measure; repeatable,
                    of several that match the last decides, `!WHAT` excludes.
                      all            every connection, and the Go port
                      flux           what instance flux provides
                      'flux.*'       the same; flux.compute is one port
                      'driver -> *'  what instance driver uses
                      'hydro::*'     ports by their type
                    The proxies are made by proxima_add_proxies(... COMPONENTS);
                    their library must be in the path
  --rules FILE      the same from a file: lines `include WHAT`, `exclude WHAT`
  -o, --output DIR  the run directory; $PROXIMA says the rest (default: on)
  --path DIR        look for components here first; repeatable
  --mpi WHICH       openmpi, mpich, a plug-in's file, or none; without it, that
                    whose mpirun has started this process
  -h, --help        this text

Examples:
  proxima run --check hydro.rc
  proxima run hydro.rc --measure all -o run1 && proxima report run1
  proxima run hydro.rc --measure 'flux.*' --measure '!* -> flux.other'
  mpirun -n 4 proxima run hydro.rc --measure all

Exit status: what go() returned, 255 if that is not in 0 to 255; 1 after an error,
or if a component has called exit(0); 2 the command line is wrong.
)";

const char* const assembly_help =
    R"(Usage: proxima assembly SCRIPT --dot | --json | --rc

Writes an assembly as something else, without loading its components.

Formats:
  --dot       the wiring diagram for Graphviz: an arrow leads from the user of a
              port to its provider
  --json      JSON
  --rc        a script
  -h, --help  this text

Examples:
  proxima assembly hydro.rc --dot | dot -Tsvg > hydro.svg
  proxima assembly hydro.rc --json > hydro.json
)";

} // namespace proxima::cli
