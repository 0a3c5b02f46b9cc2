#include "caches.hpp"
#include "class_effects.hpp"
#include "method_table.hpp"
#include "run_work.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>
#include <proxima/gather/gather.hpp>
#include <proxima/gather/run_inputs.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_info.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

namespace proxima::gather {
namespace {

constexpr std::size_t fewest_values = 3; // of an input that carries a formula

using Inputs = std::map<std::string, std::string>;

// Returns the clock's step and the machine of the runs.
Measurements common_of(const std::vector<rundir::RunDirectory>& runs,
                       std::vector<std::string>& problems) {
    Measurements common;
    std::set<std::string> machines;
    for (const auto& run : runs) {
        try {
            const auto info = rundir::load_run_info(run.run_file());
            common.step = std::max(common.step, info.clock.step_ns / 1000);
            common.caches = data_caches(info.host);
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

// Returns the inputs of each run: those that the caller knows, else what the runs recorded.
std::vector<Inputs> inputs_of(const std::vector<rundir::RunDirectory>& runs,
                              const std::vector<RunContext>& given) {
    std::vector<Inputs> inputs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        inputs.push_back(run_inputs(runs[i]));
        if (!given.empty()) {
            std::erase_if(inputs.back(), [](const auto& one) { return one.first != "ranks"; });
            for (const auto& parameter : given[i].parameters) {
                inputs.back()[parameter.name] = parameter.text;
            }
        }
    }
    return inputs;
}

// Makes inputs of the runs parameters of the methods that record no whole number. Divided work
// takes a different time on each number of ranks, so that `ranks` is a parameter of all methods.
void add_inputs(const std::vector<std::string>& names, const std::vector<Inputs>& inputs,
                std::vector<RunContext>& facts) {
    for (const auto& name : names) {
        std::set<std::string> values;
        for (const auto& of_run : inputs) {
            values.insert(of_run.at(name));
        }
        for (std::size_t i = 0; i < facts.size() && values.size() >= fewest_values; ++i) {
            const auto& text = inputs[i].at(name);
            facts[i].parameters.push_back({name, text, base::number_of(text), name != "ranks"});
        }
    }
}

std::vector<double> numbers_of(const std::vector<std::string>& names, const Inputs& inputs) {
    std::vector<double> numbers;
    for (const auto& name : names) {
        numbers.push_back(*base::number_of(inputs.at(name)));
    }
    return numbers;
}

// Lists the callers from the root on: `driver.run -> mesh.advance`.
std::string callers_of(const rundir::Thread& thread, std::size_t call_path) {
    CallersText callers;
    for (auto caller = thread.call_paths[call_path].parent;
         caller != rundir::CallPath::no_parent && !callers.is_full();
         caller = thread.call_paths[caller].parent) {
        const auto& path = thread.call_paths[caller];
        callers.add(path.instance + "." + thread.method(path).name);
    }
    return callers.text();
}

// Sums up records by instance, method and parameters while they are read.
class RecordGatherer : public rundir::RecordVisitor {
public:
    RecordGatherer(const GatherOptions& options, bool with_rank, RunWork* work, PointBudget& budget)
        : options_(options), with_rank_(with_rank), work_(work), budget_(budget) {}

    // Called before a run is read. `methods` are all methods of the run, to tell overloads apart.
    void begin_run(const std::string& run, RunContext facts,
                   std::vector<rundir::RecordedMethod> methods, std::uint64_t bytes_before,
                   std::uint64_t bytes_of_all) {
        run_ = run;
        facts_ = std::move(facts);
        ++runs_;
        methods_ = std::move(methods);
        bytes_before_ = bytes_before;
        bytes_of_all_ = bytes_of_all;
    }

    void begin_thread(const rundir::Thread& thread) override {
        paths_.clear();
        if (work_ != nullptr) {
            work_->begin_thread(thread);
        }
    }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        if (work_ != nullptr) {
            work_->records(thread, first, count);
        }
        for (auto path = paths_.size(); path < thread.call_paths.size(); ++path) {
            paths_.push_back(path_of(thread, path));
        }
        if (thread.number != thread_) {
            for (auto& path : paths_) {
                path.callees = {};
            }
            thread_ = thread.number;
        }
        for (const auto* record = first; record != first + count; ++record) {
            const auto callees = take_callees(thread, *record);
            if (auto* table = paths_[record->call_path].table) {
                const Origin origin{thread.rank, static_cast<std::uint32_t>(thread.number),
                                    paths_[record->call_path].number};
                table->add(origin, thread.method(*record), *record, callees);
            }
        }
    }

    void statistics(const rundir::Thread&, const rundir::BinStatistics* first,
                    std::size_t count) override {
        for (const auto* bin = first; bin != first + count; ++bin) {
            if (bin->call_path < paths_.size()) {
                paths_[bin->call_path].invocations += bin->durations.calls();
            }
        }
    }

    // Marks exclusive times as unknown unless the invocations and all their callees were recorded.
    void end_thread(const rundir::Thread& thread) override {
        for (std::size_t path = 0; path < paths_.size(); ++path) {
            if (paths_[path].invocations > paths_[path].recorded) {
                lose_callees(path);
                lose_callees(thread.containing(path));
            }
        }
    }

    void progress(std::uint64_t bytes_read, std::uint64_t) override {
        if (options_.progress) {
            options_.progress(bytes_before_ + bytes_read, bytes_of_all_);
        }
    }

    // To be called last; frees the tables.
    std::vector<Measurements> measurements(const Measurements& common) {
        std::vector<Measurements> all;
        for (auto& [key, table] : tables_) {
            table->write(common, options_.statistic, all);
            table.reset();
        }
        return all;
    }

private:
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;

    // A call path of the thread being read.
    struct Path {
        MethodTable* table = nullptr;      // null: not selected
        std::uint32_t number = 0;          // of the callers, in the table
        MethodTable::Callees callees = {}; // time since its last invocation ended
        std::uint64_t recorded = 0;
        std::uint64_t invocations = 0; // number in the statistics; 0: all were recorded
    };

    // Returns the time of the callees. These end before the invocation, which ends before the next
    // one with its call path begins.
    MethodTable::Callees take_callees(const rundir::Thread& thread, const rundir::Record& record) {
        auto& path = paths_[record.call_path];
        const auto parent = thread.containing(record.call_path);
        if (parent != rundir::CallPath::no_parent) {
            paths_[parent].callees.ns += record.duration_ns;
            paths_[parent].callees.communication_ns += record.communication_ns;
        }
        ++path.recorded;
        return std::exchange(path.callees, {});
    }

    void lose_callees(std::size_t path) {
        if (path < paths_.size() && paths_[path].table != nullptr) {
            paths_[path].table->lose_callees();
        }
    }

    // Finds or makes the table of a call path's method. Methods of different runs are the same if
    // their names and the types of their parameters agree.
    Path path_of(const rundir::Thread& thread, std::size_t call_path) {
        const auto& path = thread.call_paths[call_path];
        const auto& method = thread.method(path);
        if (options_.wanted && !options_.wanted(path.instance, method)) {
            return {};
        }
        std::string parameters;
        for (std::size_t i = 0; i < method.parameter_count(); ++i) {
            const auto& parameter = method.parameters[i];
            parameters +=
                parameter.name + '\n' + std::to_string(static_cast<int>(parameter.type)) + '\n';
        }
        const auto callers = callers_of(thread, call_path);
        const auto own_callers = options_.by_path ? callers : std::string();
        auto& table = tables_[{path.instance, implementation_of(path.instance, facts_), method.port,
                               method.name + '\n' + method.signature, // timers have no signature
                               own_callers + '\n' + parameters}];
        if (!table) {
            table = std::make_unique<MethodTable>(
                path.instance, method, rundir::display_name(method, methods_),
                MethodTable::Wishes{with_rank_, options_.counter, own_callers, budget_}, facts_);
        }
        table->meet_run(runs_, run_, facts_);
        return {table.get(), table->path_number(callers)};
    }

    const GatherOptions& options_;
    bool with_rank_;
    RunWork* work_; // null: the runs have the same inputs
    PointBudget& budget_;
    std::vector<rundir::RecordedMethod> methods_;
    std::string run_;
    RunContext facts_;     // facts about the present run
    std::size_t runs_ = 0; // number of runs begun
    std::uint64_t bytes_before_ = 0;
    std::uint64_t bytes_of_all_ = 0;
    std::vector<Path> paths_;
    std::uint64_t thread_ = 0;
    std::map<Key, std::unique_ptr<MethodTable>> tables_;
};

Gathered gather_within_budget(const std::vector<rundir::RunDirectory>& runs,
                              const GatherOptions& options) {
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
    if (options.by_rank && ranks > most_ranks) {
        throw base::Error(runs.front().path(), "has " + std::to_string(ranks) + " ranks; " +
                                                   std::to_string(most_ranks) +
                                                   " at most can be fitted apart by rank");
    }
    const auto inputs = inputs_of(runs, options.facts);
    const auto names = varied_numbers(inputs);
    PointBudget budget(bytes);
    RunWork work(names, budget);
    RecordGatherer gatherer(options, options.by_rank && ranks > 1, names.empty() ? nullptr : &work,
                            budget);
    std::vector<RunContext> facts;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        facts.push_back(facts_of(runs[i], options, i));
    }
    if (options.facts.empty()) {
        add_inputs(names, inputs, facts);
    }
    gathered.interactions = add_class_effects(runs, facts);
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& run = runs[i];
        gatherer.begin_run(run.path().string(), facts[i], rundir::recorded_methods(run), before,
                           bytes);
        if (!names.empty()) {
            const auto ranks = inputs[i].find("ranks"); // missing where run.json cannot be read
            work.begin_run(run, numbers_of(names, inputs[i]),
                           ranks == inputs[i].end() ? 1 : *base::number_of(ranks->second));
        }
        const auto outcome = rundir::read_records(run, gatherer);
        if (!names.empty()) {
            work.end_run();
        }
        gathered.records += outcome.records;
        gathered.problems.insert(gathered.problems.end(), outcome.problems.begin(),
                                 outcome.problems.end());
        before += run.record_bytes();
    }
    gathered.measurements = gatherer.measurements(common);
    work.write(common, gathered.measurements);
    return gathered;
}

} // namespace

Gathered gather(const std::vector<rundir::RunDirectory>& runs, const GatherOptions& options) {
    try {
        return gather_within_budget(runs, options);
    } catch (const PointBudget::Exceeded& exceeded) {
        throw base::Error(runs.front().records_directory(), exceeded.what());
    }
}

} // namespace proxima::gather
