#include "commands.hpp"

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

constexpr const char* description =
    R"(Measures all combinations of parameters and classes; finds the best assembly.

The file STUDY names parameters, implementations and ranks; each combination is
run several times, in random order, measured. A study of an assembly:
  {"format": 1, "name": "hydro",
   "assembly": "hydro.rc", "components": ["lib"],
   "parameters": {"mesh.max_level": [1, 2, 3]},
   "implementations": {"flux": ["GodunovFlux", "EFMFlux"]},
   "ranks": [1, 2], "launcher": "srun -n {ranks}"}
INSTANCE.FIELD sets a parameter of a component; an implementation is the class
of its `instantiate` line. Of any other program with proxies:
  {"format": 1, "name": "engines",
   "command": ["./price", "--engine", "{engine}", "--steps", "{steps}"],
   "parameters": {"steps": [50, 100, 200, 400, 800]},
   "implementations": {"engine": ["trinomial", "binomial"]}}
{NAME} is replaced by what the run is to have; `engine` is also what the proxy
is called in the records. tool/study/FORMAT.md describes all members: what to
leave out, results that the program reports as qualities, questions to answer,
and checks of what must come out.

Everything goes into a directory: runs/, models.json, pictures/, report.txt,
report.json, and for each point the core, the answers and an assembly script. A
run that fails is named with the line of its output that says why, and the study
goes on, until five fail in a row. The same command makes the runs that are
missing: those that failed, those that ^C or a kill left out, and those that the
study has got since.)";

constexpr const char* footer = R"(Examples:
  proxima study samples/validation/study.json
  proxima study hydro.json -o hydro.study --dry-run
  proxima study hydro.json --json | jq '.points[] | {point, answers}'
  proxima run hydro.study/at/mesh.max_level=3,ranks=2/best-fastest.rc --path lib

Exit status: 0 all is well; 1 runs or checks have failed, or there is no answer;
2 the command line is wrong; 130 interrupted.)";

} // namespace

void add_study(CLI::App& verb, StudyOptions& options) {
    verb.description(description);
    verb.footer(footer);
    verb.add_option("STUDY", options.study, "the file")->type_name("")->required();
    verb.add_option("-o,--output", options.output, "the directory; NAME.study, here")
        ->type_name("DIR");
    verb.add_option("--path", options.path, "look for components here instead; repeatable")
        ->type_name("DIR")
        ->allow_extra_args(false);
    verb.add_flag("--dry-run", options.dry_run,
                  "check the assemblies, and list the runs that are missing");
    verb.add_flag("--json", options.json, "write JSON; times in microseconds");
}

} // namespace proxima::cli
