#include "help/help.hpp"

namespace proxima::cli {

const char* const study_help =
    R"(Usage: proxima study STUDY [OPTIONS]

Runs an application with every combination of parameters, implementations and
ranks that the file STUDY names, several times, in random order, measured. Then
fits models, finds the core, and says which implementations are the best where.

A study of an assembly (see proxima run):
  {"format": 1, "name": "hydro",
   "assembly": "hydro.rc", "components": ["lib"],
   "parameters": {"mesh.max_level": [1, 2, 3]},
   "implementations": {"flux": ["GodunovFlux", "EFMFlux"]},
   "ranks": [1, 2], "repetitions": 3}
INSTANCE.FIELD sets a parameter of a component; an implementation is the class
of its `instantiate` line. Of any other program with proxies:
  {"format": 1, "name": "engines",
   "command": ["./price", "--engine", "{engine}", "--steps", "{steps}"],
   "parameters": {"steps": {"from": 50, "to": 800, "times": 2}},
   "implementations": {"engine": ["analytic", "binomial"]}}
{NAME} is replaced by what the run is to have; `engine` is also what the proxy
is called in the records. tool/study/FORMAT.md describes all members: what to
leave out, limits, results that the program says itself as qualities, questions
to answer, and checks of what must come out.

What can be known to be wrong is said before anything is run, and by --dry-run.
Everything goes into a directory: runs/ (each run with its output), models.json,
pictures/, report.txt, report.json, and for each point the core, the answer and
an assembly script. When it is there already, the study goes on where it was
stopped, whether by ^C or by a kill: a run that had not ended is made again. A
run that fails is noted, with the line of its output that says why, and the
study goes on. What the study has learned to want since (more values,
repetitions, other questions) is added; a change of how runs are made is
refused.

Options:
  -o, --output DIR  the directory; default: NAME.study, here
  --path DIR        look for components here first; repeatable
  --dry-run         check all, and say what would be run, in which order, and for
                    how long
  --retry           run again what has failed
  --json            write JSON; times in microseconds
  -h, --help        this text

Examples:
  proxima study samples/validation/study.json
  proxima study hydro.json -o hydro.study --dry-run
  proxima study hydro.json --json | jq '.points[] | {point, answers}'
  proxima run hydro.study/at/mesh.max_level=3,ranks=2/best.rc --path lib

Exit status: 0 all is well; 1 runs or checks have failed, or there is no answer;
2 the command line is wrong; 130 interrupted.
)";

} // namespace proxima::cli
