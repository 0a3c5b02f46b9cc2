#include "study/study_command.hpp"

#include "shared/argument_checks.hpp"
#include "shared/interruption.hpp"
#include "shared/messages.hpp"
#include "shared/progress.hpp"
#include "shared/prune_writers.hpp"
#include "shared/select_writers.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>
#include <proxima/fit/model_file.hpp>

#include <set>
#include <utility>

namespace proxima::cli {
namespace {

study::Places places_of(const StudyOptions& options) {
    study::Places places;
    std::error_code ignored;
    places.proxima = options.program.empty()
                         ? std::filesystem::read_symlink("/proc/self/exe", ignored)
                         : std::filesystem::absolute(options.program);
    for (const auto& path : options.path) {
        places.components.push_back(std::filesystem::absolute(path).lexically_normal().string());
    }
    return places;
}

double mean_seconds(const std::vector<study::FinishedRun>& runs) {
    double seconds = 0;
    for (const auto& run : runs) {
        seconds += run.seconds / static_cast<double>(runs.size());
    }
    return seconds;
}

void make_runs(const study::StudyContext& context, const study::StudyDirectory& directory,
               study::Runs& runs) {
    StatusLine line(false);
    const auto show = [&, all = runs.missing.size()](const study::PlannedRun& planned,
                                                     std::size_t number) {
        constexpr std::size_t most_cells = 50;
        const double left = mean_seconds(runs.finished) * static_cast<double>(all - number);
        const auto settings = study::varied(context.plan, context.combination(planned));
        line.show(fmt::format("{}/{}, {} left: {}", number + 1, all, base::human_seconds(left),
                              text::shorten_middle(study::text_of(settings), most_cells, false)));
    };
    const auto say_failed = [&](const study::FailedRun& run) {
        line.clear();
        say_note(run.directory + " " + run.failure);
    };
    study::make_missing(context.study, context.plan, context.recipes, directory,
                        {Interruption::is_wanted(), show, say_failed}, runs);
}

// The files of a point: its core, and the answer to each question.
void write_point(const study::StudyContext& context, const study::PointResult& point) {
    const auto directory = context.directory / point.directory;
    text::write_file(directory / "core.json",
                     [&](text::Output& output) { write_prune_json({point.pruned}, output); });
    text::write_file(directory / "core.dot",
                     [&](text::Output& output) { write_prune_dot(point.pruned, output); });
    for (const auto& made : point.answers) {
        if (made.refusal.empty() && !made.answer.best.empty()) {
            text::write_file(
                directory / ("answer-" + made.question.name + ".json"), [&](text::Output& output) {
                    write_select_json({made.problem, made.answer, made.settings}, output);
                });
        }
    }
}

void analyse(const study::StudyContext& context, study::StudyResult& result) {
    Progress reading("records");
    Progress fitting("models", "fitting");
    const study::AnalysisWishes wishes{Interruption::is_wanted(), Interruption::check,
                                       [&](auto done, auto total) { reading.show(done, total); },
                                       [&](auto done, auto total) { fitting.show(done, total); },
                                       [&](const auto& point) { write_point(context, point); }};
    study::fit_models(context, wishes, result);
    fit::write_models(context.directory / "models.json", fit::models_of(result.models));
    result.untested = study::untested_pairs(context.study, context.plan, result.runs);
    study::answer_points(context, wishes, result);
    study::check_study(context.study, result);
    text::write_file(context.directory / "report.txt",
                     [&](text::Output& output) { write_study_text(context, result, output); });
    text::write_file(context.directory / "report.json",
                     [&](text::Output& output) { write_study_json(context, result, output); });
}

void say_what_is_wrong(const study::StudyResult& result) {
    say_problems(result.problems);
    std::set<std::string> warnings;
    for (const auto& point : result.points) {
        for (const auto& answer : point.answers) {
            warnings.insert(answer.answer.warnings.begin(), answer.answer.warnings.end());
        }
    }
    say_warnings({warnings.begin(), warnings.end()});
}

void write_plan(const study::StudyContext& context, const study::Runs& runs, bool json,
                text::Output& output) {
    if (json) {
        study::StudyResult nothing_yet;
        nothing_yet.runs = runs;
        write_study_json(context, nothing_yet, output);
        return;
    }
    output.print("study {}: {}, {} times each, in random order (seed {}): {}, {} missing\n",
                 context.study.name, base::plural(context.plan.combinations.size(), "combination"),
                 context.study.repetitions, context.study.seed,
                 base::plural(context.plan.order.size(), "run"), runs.missing.size());
    if (!runs.finished.empty() && !runs.missing.empty()) {
        output.print("they will take about {}\n",
                     base::human_time(1e6 * mean_seconds(runs.finished) *
                                      static_cast<double>(runs.missing.size())));
    }
    for (const auto& run : runs.missing) {
        const auto settings = study::varied(context.plan, context.combination(run));
        output.print("  {}. {}\n", run.repetition + 1, base::printable(study::text_of(settings)));
    }
}

// False, after a message, if an assembly cannot be run.
bool can_be_run(const study::StudyContext& context) {
    const auto problems = study::problems_of_assemblies(context.study, context.plan,
                                                        context.recipes, Interruption::is_wanted());
    const int status = say_problems(problems);
    Interruption::check();
    return status == status_ok;
}

// Adds the runs that test pairs, those that were made before and, given where to, the others.
void test_pairs(const study::StudyContext& context, const study::StudyDirectory* make,
                study::Plan& plan, study::RecipeBook& recipes, study::StudyResult& result) {
    const auto& study = context.study;
    const auto first = plan.combinations.size();
    study::add_to(plan, study, study::tests_of_pairs(study, plan, result.runs));
    for (auto i = first; i < plan.combinations.size(); ++i) {
        recipes.read_assembly_of(plan.combinations[i]);
    }
    result.runs = study::finished_runs(study, plan, recipes, context.directory);
    if (make != nullptr) {
        make_runs(context, *make, result.runs);
        Interruption::check();
        return;
    }
    std::set<std::size_t> left;
    for (const auto& missing : std::exchange(result.runs.missing, {})) {
        left.insert(missing.combination);
    }
    for (const auto number : left) {
        result.tests.push_back(plan.combinations[number]);
    }
}

int make_study(const study::StudyContext& context, study::StudyResult& result, bool json,
               text::Output& output) {
    const auto& runs = result.runs;
    if (!runs.missing.empty()) {
        say_error(fmt::format("{} failed, {} missing; the same command makes them",
                              base::plural(runs.failed.size(), "run"), runs.missing.size()));
    }
    if (!runs.finished.empty()) {
        analyse(context, result);
    }
    json || runs.finished.empty() ? write_study_json(context, result, output)
                                  : write_study_text(context, result, output);
    output.flush();
    say_what_is_wrong(result);
    return result.all_is_well() ? status_ok : status_bad_data;
}

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
interrupted, or new in STUDY. With --pairs it also makes the runs that the
report asks for.)";

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
    verb.add_flag("--dry-run", options.dry_run,
                  "check the assemblies, which loads their libraries, and list the missing runs");
    verb.add_flag("--pairs", options.pairs,
                  "also make the runs that test pairs of classes which no run combines");
    verb.add_flag("--json", options.json, "write JSON; times in microseconds");
}

int run_study(const StudyOptions& options, text::Output& output) {
    const Interruption interruption;
    const auto study = study::read_study(options.study);
    auto plan = study::plan_of(study);
    study::RecipeBook recipes(study, plan, places_of(options));
    study::StudyContext context{study, plan, recipes,
                                options.output.empty() ? study.name + ".study" : options.output};
    study::check_directory(context.directory);
    study::StudyResult result;
    result.runs = study::finished_runs(study, plan, recipes, context.directory);
    try {
        if (!result.runs.missing.empty() && !can_be_run(context)) {
            return status_bad_data;
        }
        if (options.dry_run) {
            write_plan(context, result.runs, options.json, output);
            return status_ok;
        }
        const study::StudyDirectory directory(context.directory);
        context.directory = directory.path();
        result.runs = study::finished_runs(study, plan, recipes, context.directory);
        make_runs(context, directory, result.runs);
        Interruption::check();
        if (result.runs.missing.empty()) {
            test_pairs(context, options.pairs ? &directory : nullptr, plan, recipes, result);
        }
        return make_study(context, result, options.json, output);
    } catch (const Interrupted&) {
        say_note(fmt::format("interrupted; {} of {} are there, and the same command goes on",
                             result.runs.finished.size(), base::plural(plan.order.size(), "run")));
        return status_interrupted;
    }
}

} // namespace proxima::cli
