#include "view/view_command.hpp"

#include "shared/argument_checks.hpp"
#include "shared/balance_facts.hpp"
#include "shared/fit_summary.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "shared/progress.hpp"
#include "shared/run_facts.hpp"
#include "view/page.hpp"

#include <proxima/base/error.hpp>
#include <proxima/fit/fit.hpp>
#include <proxima/gather/gather.hpp>
#include <proxima/gather/summed_times.hpp>
#include <proxima/profile/perturbation.hpp>
#include <proxima/profile/whole_time.hpp>
#include <proxima/rundir/run_info.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

namespace proxima::cli {
namespace {

namespace fs = std::filesystem;

// The absolute path: `/data/run1`, also for `run1/`, and for `.` in that directory.
fs::path full_path(const rundir::RunDirectory& run) {
    auto path = fs::absolute(run.path()).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

// Reads what the page shows of a run.
class Viewing {
public:
    explicit Viewing(const rundir::RunDirectory& run) : run_(run) {
        made_.name = full_path(run).filename().string();
        read_graph();
        info_ = rundir::load_run_info(run.run_file());
        made_.info = info_;
        made_.mpi = rundir::load_or_rebuild_mpi_use(run, problems_);
        made_.facts = run_facts(info_, made_.graph, made_.mpi);
        made_.whole = profile::whole_time(info_, made_.graph, made_.mpi);
        run_us_ = made_.whole.us_of_rank(made_.graph);
        for (const auto& added :
             profile::perturbations(made_.graph, profile::call_cost(info_, made_.graph))) {
            made_.added_us.push_back(added.inclusive_us);
        }
    }

    void read_records(double level) {
        if (run_.thread_files().empty()) {
            return;
        }
        read_samples();
        view::MpiTimeline timeline(info_.duration_us);
        const auto outcome = rundir::read_records(run_, timeline);
        made_.mpi_times = std::move(timeline).times();
        std::copy(outcome.problems.begin(), outcome.problems.end(), std::back_inserter(problems_));
        rundir::ReadOutcome said_already;
        for (auto& fact : balance_facts(profile::read_balances(run_, made_.graph, said_already),
                                        made_.graph, run_us_)) {
            made_.facts.push_back(std::move(fact));
        }
        if (outcome.records > 0) {
            try {
                fit_methods(level);
            } catch (const base::Error& error) { // a page without models is better than none
                problems_.emplace_back(error.what());
            }
        }
    }

    // The page lists unreadable parts, too.
    view::ViewedRun finish() && {
        for (const auto& problem : problems_) {
            made_.facts.push_back({"damaged", problem, true});
        }
        return std::move(made_);
    }

    const std::vector<std::string>& problems() const { return problems_; }

private:
    void read_graph() {
        rundir::ReadOutcome outcome;
        made_.graph = load_graph(run_, outcome);
        problems_ = outcome.problems;
        if (made_.graph.nodes.empty()) {
            throw base::Error(run_.path(), "holds no call: nothing was measured");
        }
    }

    // A page without functions is better than none.
    void read_samples() {
        try {
            auto below = inside::functions_below(run_, made_.graph);
            made_.functions = std::move(below.functions);
            made_.has_waiting = below.has_waiting;
            for (const auto& line : below.lines) {
                made_.sampled_us += line.us;
            }
            auto sources = inside::read_source_lines(run_, below.lines);
            made_.sources = std::move(sources.files);
            std::move(sources.problems.begin(), sources.problems.end(),
                      std::back_inserter(problems_));
            std::move(below.problems.begin(), below.problems.end(), std::back_inserter(problems_));
        } catch (const base::Error& error) {
            problems_.emplace_back(error.what());
        }
    }

    void fit_methods(double level) {
        Progress reading("records");
        gather::GatherOptions gathering;
        gathering.progress = [&](auto done, auto total) { reading.show(done, total); };
        auto gathered = gather::gather({run_}, gathering);
        for (const auto& measured : gathered.measurements) {
            if (measured.implementation != measured.component) {
                made_.classes.emplace(measured.component, measured.implementation);
            }
        }
        const auto shown = gather::main_measurements(gathered.measurements, 1);
        fit::FitOptions how;
        how.level = level;
        made_.level = level;
        Progress fitting("models", "fitting");
        for (std::size_t i = 0; i < shown.size(); ++i) {
            fitting.show(i, shown.size());
            made_.methods.push_back(fitted(shown[i], how));
        }
    }

    // The formula with its unit, and with the time that it does not describe.
    static std::string formula_text(const fit::FitOutcome& outcome, const std::string& unit) {
        const auto formula = paper_formula(outcome) + " " + (unit == "us" ? "\u00b5s" : unit);
        const auto left_out = left_out_text(outcome);
        return outcome.model->fit->left_out >= 0.5 ? "no answer, " + left_out + ": " + formula
               : left_out.empty()                  ? formula
                                                   : formula + ", " + left_out;
    }

    static view::FittedMethod fitted(const gather::Measurements& measured,
                                     const fit::FitOptions& how) {
        view::FittedMethod method{{}, measured, {}};
        for (auto& outcome : fit::fit(measured, how)) {
            auto formula = outcome.model ? formula_text(outcome, measured.unit) : std::string();
            method.fits.push_back({std::move(outcome), std::move(formula)});
        }
        fit::FitOutcome all;
        all.measurements = measured;
        method.title = title_of(all, measured.metric == "exclusive" ? "itself" : "", false);
        return method;
    }

    const rundir::RunDirectory& run_;
    rundir::RunInfo info_;
    double run_us_ = 0; // elapsed time
    view::ViewedRun made_;
    std::vector<std::string> problems_;
};

// The page of the user's choice, or one beside the run that is named after it.
fs::path target_of(const ViewOptions& options, const rundir::RunDirectory& run,
                   const std::optional<rundir::RunDirectory>& other) {
    fs::path target = options.output;
    if (target.empty()) {
        const auto path = full_path(run);
        target = fs::path(path).replace_filename(
            path.filename().string() +
            (other ? "_to_" + full_path(*other).filename().string() : "") + ".html");
    }
    std::error_code ignored;
    if (!options.force && fs::exists(fs::symlink_status(target, ignored))) {
        throw UsageError(target.string() + " exists; --force replaces it, -o names another file");
    }
    return target;
}

constexpr const char* view_description =
    R"(Writes an interactive page of a run, or of the changes between two runs.

One HTML file for any browser, without network access: flame graph and call
tree, methods, growth of time with each parameter, message passing and ranks
over time, connections of the components, and the core of the run with sliders
for its thresholds. With RUN2 the page shows RUN2 and what changed since RUN.)";

constexpr const char* view_footer = R"(Examples:
  proxima view run1                      writes run1.html beside run1
  proxima view before after -o diff.html)";

} // namespace

void add_view(CLI::App& verb, ViewOptions& options) {
    verb.description(view_description);
    verb.footer(view_footer);
    add_run_argument(verb, options.run);
    add_option(verb, "RUN2", "", options.other, "a later run to compare with RUN");
    add_option(verb, "-o,--output", "FILE", options.output,
               "the page; default RUN.html beside the run");
    verb.add_flag("--force", options.force, "replace an existing file");
}

int run_view(const ViewOptions& options, text::Output& output) {
    const auto run = open_run(options.run);
    std::optional<rundir::RunDirectory> other;
    if (!options.other.empty()) {
        other = open_run(options.other);
    }
    const auto target = target_of(options, run, other);
    // Shows the second of two runs, with the changes since the first.
    Viewing viewing(other ? *other : run);
    std::optional<Viewing> earlier;
    if (other) {
        earlier.emplace(run);
    }
    constexpr double level = 0.9;
    viewing.read_records(level);
    const auto problems = viewing.problems();
    auto shown = std::move(viewing).finish();
    std::optional<view::ViewedRun> before;
    if (earlier) {
        before = std::move(*earlier).finish();
    }
    text::write_file(target, [&](text::Output& file) {
        view::write_page(std::move(shown), std::move(before), file);
    });
    for (const auto& problem : problems) {
        say_error(problem);
    }
    output.print("page: {}\n", target.string());
    return problems.empty() ? status_ok : status_bad_data;
}

} // namespace proxima::cli
