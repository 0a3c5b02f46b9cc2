#include "record_gatherer.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/base/text.hpp>
#include <proxima/gather/gather.hpp>
#include <proxima/rundir/run_info.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace proxima::gather {
namespace {

constexpr std::size_t most_ranks = 16;

// Returns the clock's step and the machine of the runs.
Measurements common_of(const std::vector<rundir::RunDirectory>& runs,
                       std::vector<std::string>& problems) {
    Measurements common;
    std::set<std::string> machines;
    for (const auto& run : runs) {
        try {
            const auto info = rundir::load_run_info(run.run_file());
            common.step = std::max(common.step, info.clock.step_ns / 1000);
            machines.insert(info.host + (info.processor.empty() ? "" : ", " + info.processor));
        } catch (const base::Error& error) {
            problems.emplace_back(error.what());
        }
    }
    common.machine = base::joined(machines, "; ");
    if (machines.size() > 1) {
        common.notes.emplace_back("the runs are of different machines");
    }
    return common;
}

std::size_t ranks_of(const std::vector<rundir::RunDirectory>& runs) {
    std::set<std::uint64_t> ranks;
    for (const auto& run : runs) {
        for (const auto& thread : run.thread_files()) {
            ranks.insert(thread.rank);
        }
    }
    return ranks.size();
}

// Joins the caller's facts with those of the run; the caller's take precedence.
RunContext facts_of(const rundir::RunDirectory& run, const GatherOptions& options,
                    std::size_t number) {
    auto facts = options.facts.empty() ? RunContext() : options.facts[number];
    facts.implementations.merge(recorded_classes(run));
    return facts;
}

} // namespace

std::map<std::string, std::string> recorded_classes(const rundir::RunDirectory& run) {
    std::map<std::string, std::string> classes;
    const auto file = run.path() / "components.json";
    if (!std::filesystem::exists(file)) {
        return classes;
    }
    const auto json = base::parse_located_json(file, base::read_whole_file(file));
    base::LocatedObject top(file, json, "a list of components");
    for (const auto& [instance, name] :
         top.required("classes", base::LocatedJson::Kind::object).members) {
        top.require_kind(name, base::LocatedJson::Kind::string, "the class of " + instance.text);
        classes[instance.text] = name.text;
    }
    return classes;
}

Gathered gather(const std::vector<rundir::RunDirectory>& runs, const GatherOptions& options) {
    Gathered gathered;
    std::uint64_t bytes = 0;
    for (const auto& run : runs) {
        if (run.thread_files().empty()) {
            throw base::Error(run.records_directory(),
                              "holds no records, a model needs them; measure with records=all or "
                              "records=first:64");
        }
        bytes += run.record_bytes();
    }
    const auto common = common_of(runs, gathered.problems);
    const auto ranks = ranks_of(runs);
    RecordGatherer gatherer(options, options.by_rank && ranks > 1 && ranks <= most_ranks);
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& run = runs[i];
        gatherer.begin_run(run.path().string(), facts_of(run, options, i),
                           rundir::recorded_methods(run), before, bytes);
        const auto outcome = rundir::read_records(run, gatherer);
        gathered.records += outcome.records;
        gathered.problems.insert(gathered.problems.end(), outcome.problems.begin(),
                                 outcome.problems.end());
        before += run.record_bytes();
    }
    gathered.measurements = gatherer.measurements(common);
    return gathered;
}

} // namespace proxima::gather
