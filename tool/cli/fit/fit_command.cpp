#include "fit/fit_command.hpp"

#include "shared/argument_checks.hpp"
#include "shared/fit_summary.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "shared/method_selection.hpp"
#include "shared/progress.hpp"
#include "text/text.hpp"

#include <proxima/base/error.hpp>
#include <proxima/fit/fit.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/gather/extrap_file.hpp>
#include <proxima/gather/gather.hpp>
#include <proxima/gather/summed_times.hpp>
#include <proxima/inside/growth.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace proxima::cli {
namespace {

constexpr const char* always_gathered[] = {"time", "computation", "communication", "exclusive",
                                           "calls"};

// Other metrics are counters.
bool is_counter(const std::string& metric) {
    return !metric.empty() && metric.rfind("mean ", 0) != 0 &&
           std::find(std::begin(always_gathered), std::end(always_gathered), metric) ==
               std::end(always_gathered);
}

// A file is in Extra-P's format unless it lies in a run directory.
bool is_extrap(const std::string& source) {
    const std::filesystem::path path(source);
    return std::filesystem::is_regular_file(path) && path.filename() != "run.json" &&
           path.filename() != "callgraph.json";
}

class Fitting {
public:
    explicit Fitting(const FitArguments& options)
        : options_(options), selection_(options.methods) {}

    std::vector<gather::Measurements> measurements() {
        read();
        if (all_.empty() && !is_counter(options_.metric)) {
            throw UsageError(
                options_.methods.empty()
                    ? "no invocation is recorded; measure with records=all, every:N or first:N"
                    : "no invocation of these methods has ended");
        }
        std::erase_if(all_, [&](const auto& m) {
            return !options_.metric.empty() && m.metric != options_.metric;
        });
        if (all_.empty()) {
            throw UsageError("nothing was measured of the metric `" + options_.metric +
                             "`; there are time, exclusive where measured methods were called, "
                             "computation and communication where MPI was measured, calls "
                             "and the `mean` of numbers where inputs of the runs differ, and what "
                             "counters= has counted");
        }
        if (!options_.implementation.empty()) {
            for (auto& measured : all_) {
                measured.implementation = options_.implementation;
            }
        }
        return std::move(all_);
    }

    const std::vector<std::string>& problems() const { return problems_; }
    const std::vector<compare::ClassEffect>& interactions() const { return interactions_; }

private:
    void read() {
        std::vector<rundir::RunDirectory> runs;
        std::vector<rundir::InstanceMethod> known;
        for (const auto& source : options_.sources) {
            if (is_extrap(source)) {
                for (auto& measured : gather::read_extrap(source, options_.statistic)) {
                    rundir::RecordedMethod method;
                    method.name = measured.method;
                    known.push_back({measured.component,
                                     std::make_shared<rundir::RecordedMethod>(std::move(method))});
                    all_.push_back(std::move(measured));
                }
            } else {
                runs.push_back(open_run(source));
            }
        }
        if (options_.sources.empty()) {
            runs.push_back(open_run(""));
        }
        if (options_.by_line && options_.inside.empty()) {
            throw UsageError("--by line wants --inside METHOD");
        }
        if (!options_.inside.empty()) {
            read_inside(runs);
            return;
        }
        for (const auto& run : runs) {
            const auto more = rundir::recorded_instance_methods(run);
            known.insert(known.end(), more.begin(), more.end());
        }
        selection_.require_any_of(known);
        std::erase_if(all_, [&](const auto& measured) {
            return !selection_.has({measured.component, {}, measured.method});
        });
        if (!runs.empty()) {
            read(runs);
        }
    }

    void read_inside(const std::vector<rundir::RunDirectory>& runs) {
        if (runs.empty()) {
            throw UsageError("--inside wants a run with stack samples, not measurements");
        }
        const auto by = options_.by_line ? inside::PartsBy::line : inside::PartsBy::function;
        auto times = inside::measure_functions(runs, options_.inside, by);
        all_ = std::move(times.measurements);
        problems_ = std::move(times.problems);
        if (all_.empty() && !problems_.empty()) {
            throw base::Error(problems_.front());
        }
        if (all_.empty()) {
            throw UsageError("no call of `" + options_.inside + "` with a record was sampled");
        }
    }

    void read(const std::vector<rundir::RunDirectory>& runs) {
        Progress progress("records");
        auto gathered = gather::gather(
            runs, {[&](const auto& instance, const auto& method) {
                       return selection_.has(instance, method);
                   },
                   [&](auto done, auto total) { progress.show(done, total); }, options_.statistic,
                   is_counter(options_.metric) ? options_.metric : "", options_.by_rank,
                   options_.by_path});
        std::move(all_.begin(), all_.end(), std::back_inserter(gathered.measurements));
        all_ = std::move(gathered.measurements);
        problems_ = std::move(gathered.problems);
        interactions_ = std::move(gathered.interactions);
    }

    const FitArguments& options_;
    MethodSelection selection_;
    std::vector<gather::Measurements> all_;
    std::vector<std::string> problems_;
    std::vector<compare::ClassEffect> interactions_;
};

std::vector<fit::FitOutcome> fit_all(const std::vector<gather::Measurements>& all,
                                     const FitArguments& options) {
    fit::FitOptions how;
    how.level = options.level_percent / 100;
    how.split = options.split;
    Progress progress("models", "fitting");
    return fit::fit(all, how, [&](auto done, auto total) { progress.show(done, total); });
}

// Samples are few, so a line for each part tells which exponents they allow.
void write_exponents(const std::vector<gather::Measurements>& all, const FitArguments& options,
                     text::Output& output) {
    constexpr std::size_t widest = 44;
    for (const auto& measured : all) {
        for (const auto& note : measured.notes) {
            if (!options.inside.empty()) {
                output.print("{}: {}\n",
                             text::shorten_middle(base::printable(measured.method), widest, false),
                             base::printable(note));
            }
        }
    }
}

void write_files(const std::vector<gather::Measurements>& all,
                 const std::vector<fit::Model>& models, const FitArguments& options) {
    if (!options.extrap.empty()) {
        gather::write_extrap(options.extrap, all);
    }
    if (!options.output.empty() && !models.empty()) {
        fit::write_models(options.output, models);
    }
}

constexpr const char* fit_description =
    R"(Models of how the time of each method grows with its parameters.

A RUN is a run directory, or a file of measurements in Extra-P's JSON lines,
whose times count as microseconds. The answer has a line for each method, most
time first, until they cover 95 % of the computing time:
  share          of the time of all methods; exclusive time where the method
                 calls other measured methods
  formula        the time of a call in microseconds: the simplest formula that
                 is as good as any. 0.12(3) is 0.12 +- 0.03, one standard error
  error          how far the formula misses points, also those left out of it
  90 % of calls  lie within this distance, or this factor, of the formula
  leaves out     time of calls that the formula does not describe; slow calls
                 among them have a line of their own
  (!)            unreliable; --method NAME says why and what to measure next
Last lines have the time that no formula describes: of calls far slower than
others with equal parameters, and of message passing and waiting. Several
implementations of an instance have a line each. A model needs four points, of
one parameter three; with fewer the line has the mean. A name or truth value among the parameters splits a
method into several models if that clearly pays.

Where the runs differ in inputs that are numbers (parameters of components,
arguments of the command, ranks), -o also writes models of how often each call
path is called, and with which numbers on average: select --at and prune --at
compose them to runs that were not made.)";

constexpr const char* fit_footer = R"(Examples:
  for n in 1000 2000 4000 8000 16000; do PROXIMA=output=run.$n ./app $n; done
  proxima fit run.*
  proxima fit run.* --method compute -o models.json
  proxima fit run.* --json | jq '.[].model.mean'
  proxima fit measurements.jsonl --level 95)";

} // namespace

void add_fit(CLI::App& verb, FitArguments& options) {
    verb.description(fit_description);
    verb.footer(fit_footer);
    add_option(
        verb, "RUN", "", options.sources,
        "run directories, or files of Extra-P; all runs together make one set of measurements");
    add_methods(verb, options.methods);
    add_option(
        verb, "--metric", "NAME", options.metric,
        "only these measurements: time, computation, communication, exclusive (without measured "
        "callees), calls (of a rank in a run), 'mean NAME' (of a number that the calls record), or "
        "a "
        "counter of the run, such as THREAD_CPU_TIME");
    add_option(verb, "--inside", "METHOD", options.inside,
               "models of the functions below a method, from the samples of runs with "
               "PROXIMA=sample=1ms");
    add_option(
        verb, "--implementation", "NAME", options.implementation,
        "name of what was measured, for proxima select; without it the class that `proxima run` "
        "recorded, or the instance");
    add_option(verb, "-o,--output", "FILE", options.output, "write the models as JSON");
    add_option(
        verb, "--extrap", "DIR", options.extrap,
        "write the measurements for Extra-P: a file of JSON lines for each method and metric");
    add_choice<gather::Statistic>(
        verb, "--statistic", "NAME",
        {{"auto", gather::Statistic::automatic},
         {"mean", gather::Statistic::mean},
         {"median", gather::Statistic::median},
         {"minimum", gather::Statistic::minimum},
         {"maximum", gather::Statistic::maximum}},
        options.statistic,
        "of invocations with equal parameters: auto (default: the mean without outliers), mean, "
        "median, minimum or maximum");
    add_level(verb, options.level_percent);
    add_by(verb,
           {{"rank", &options.by_rank}, {"path", &options.by_path}, {"line", &options.by_line}},
           "rank: a model for each rank where ranks clearly differ; path: a model for each call "
           "path; line: with --inside, a model for each line instead of each function; repeatable");
    verb.add_flag(
        "-v,--verbose", options.verbose,
        "all methods and metrics in full: deviation, domain, intervals, outliers, and which "
        "parameters matter");
    verb.add_flag_callback(
        "--no-split", [&options] { options.split = false; },
        "one model for each method: do not split by names and truth values");
    verb.add_flag("--json", options.json, "write JSON: models and refusals");
}

int run_fit(const FitArguments& options, text::Output& output) {
    Fitting fitting(options);
    const auto all = fitting.measurements();
    const bool in_full = options.verbose || !options.methods.empty() || !options.metric.empty();
    const bool all_of_them = in_full || options.json || !options.output.empty();
    const auto outcomes = fit_all(all_of_them ? all : gather::main_measurements(all), options);
    if (options.json) {
        write_fit_json(outcomes, output);
    } else if (in_full) {
        write_fit_text(outcomes, options.level_percent / 100, output);
    } else {
        write_fit_summary(outcomes, all, options.level_percent / 100, output);
        write_exponents(all, options, output);
    }
    if (!options.json) {
        for (const auto& effect : fit::modelled(fitting.interactions(), outcomes)) {
            output.print("{}\n", effect.text());
        }
    }
    output.flush();
    const auto models = fit::models_of(outcomes);
    write_files(all, models, options);
    const int status = say_problems(fitting.problems());
    if (models.empty()) {
        say_error(
            "no formula for any method; `--verbose` says why and what to measure" +
            (options.output.empty() ? std::string() : "; " + options.output + " is not written"));
        return status_bad_data;
    }
    return status;
}

} // namespace proxima::cli
