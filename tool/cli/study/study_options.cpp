#include "shared/argument_checks.hpp"
#include "study/study_command.hpp"

namespace proxima::cli {
namespace {

constexpr const char* study_description =
    R"(Measures all combinations of parameters and classes; finds the best assembly.

The file STUDY names parameters, implementations and ranks. Each combination is
run several times, in random order. A study of an assembly:
  {"format": 1, "name": "hydro",
   "assembly": "hydro.rc", "components": ["lib"],
   "parameters": {"mesh.max_level": [1, 2, 3]},
   "implementations": {"flux": ["GodunovFlux", "EFMFlux"]},
   "ranks": [1, 2], "launcher": "srun -n {ranks}"}
INSTANCE.FIELD sets a parameter of a component; an implementation is the class
of the instance's `instantiate` line. A study of another program with proxies:
  {"format": 1, "name": "engines",
   "command": ["./price", "--engine", "{engine}", "--steps", "{steps}"],
   "parameters": {"steps": [50, 100, 200, 400, 800]},
   "implementations": {"engine": ["trinomial", "binomial"]}}
{NAME} stands for the value in each run; `engine` must be the instance name of
the proxy. runtime/analysis/study/FORMAT.md describes all members, among them
results that the program reports, questions to answer, and checks of the
outcome.

The output directory has runs/, models.json, report.txt, report.json, and for
each point the core, the answers and an assembly script. The study goes on after
a failed run, until five in a row fail, and reports the line of its output that
says why. The same command again makes the missing runs: failed,
interrupted, or new in STUDY.)";

constexpr const char* study_footer = R"(Examples:
  proxima study samples/validation/study.json
  proxima study hydro.json -o hydro.study --dry-run
  proxima study hydro.json --json | jq '.points[] | {point, answers}'
  proxima run hydro.study/at/mesh.max_level=3,ranks=2/best-fastest.rc --path lib

Exit status: 0 success; 1 a run or check failed, or there is no answer; 2 wrong
command line; 130 interrupted.)";

} // namespace

void add_study(CLI::App& verb, StudyOptions& options) {
    verb.description(study_description);
    verb.footer(study_footer);
    add_option(verb, "STUDY", "", options.study, "the study file")->required();
    add_option(verb, "-o,--output", "DIR", options.output, "output directory; default NAME.study");
    add_list(verb, "--path", "DIR", options.path, "component directory, instead of those of STUDY");
    verb.add_flag("--dry-run", options.dry_run, "check the assemblies and list the missing runs");
    verb.add_flag("--json", options.json, "write JSON; times in microseconds");
}

} // namespace proxima::cli
