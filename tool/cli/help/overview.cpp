#include "help/help.hpp"

namespace proxima::cli {

const char* const overview_help =
    R"(Usage: proxima VERB [RUN | SCRIPT] [OPTIONS]

Says where the time of a measured run went. A program built with proxies made by
proxima-gen leaves a run directory when it runs with PROXIMA=on in its
environment. RUN is that directory, or a file in it; without RUN the newest
proxima-run* in the current directory is taken.

Verbs:
  report      the call tree: who called what, how often, for how long
  records     every recorded invocation and its parameters, as CSV or JSON lines
  callgraph   the call graph for Graphviz, flame graphs and Hatchet
  prune       the core of a run: what is left without insignificant branches
  select      which implementation of each component to take
  recover     complete the run directory of a program that was killed
  run         assemble components as a script says, and run them, measured
  assembly    draw an assembly, or write it in another format
  fit         models of how the time of each method grows with its parameters
  kb          the knowledge base: runs, models and decisions, to be asked later
  study       run an application with many parameters and implementations, fit
              models, and find the best assembly

Options:
  -h, --help  this text; `proxima VERB --help` says more about a verb
  --version   the version of this program

Examples:
  PROXIMA=on ./simulation               measure, into proxima-run
  proxima report                        the call tree of that run
  proxima records --csv > records.csv   every invocation, for pandas or R
  proxima callgraph --dot | dot -Tsvg > graph.svg
  proxima run hydro.rc --measure all    run components, every port measured
  proxima fit run1 run2 -o models.json  how each method scales
  proxima kb add run1 run2 models.json  keep them for later

Exit status: 0 all is well; 1 the run cannot be read, or not completely (what
can be read is written); 2 the command line is wrong.
)";

} // namespace proxima::cli
