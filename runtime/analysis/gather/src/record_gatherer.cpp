#include "record_gatherer.hpp"

#include <proxima/rundir/records.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::gather {
namespace {

using rundir::ParameterType;

constexpr double ns_in_us = 1000;
// Microseconds by which two readings of a processor's counter differ by chance.
constexpr double least_resolution_us = 0.02;
constexpr std::uint32_t most_names = 64; // the last one collects all others
enum Metric : std::size_t { time, computation, communication, exclusive, counted };
constexpr const char* metrics[] = {"time", "computation", "communication", "exclusive"};

bool is_number(ParameterType type) {
    return type == ParameterType::integer || type == ParameterType::unsigned_integer ||
           type == ParameterType::real;
}

// Returns the parameters of the run that apply to this method.
std::vector<RunParameter> parameters_of_run(const rundir::RecordedMethod& method,
                                            const RunContext& facts) {
    const auto end =
        method.parameters.begin() + static_cast<std::ptrdiff_t>(method.parameter_count());
    const auto any = [&](const auto& fits) {
        return std::any_of(method.parameters.begin(), end, fits);
    };
    const bool falls_back = !any([](const auto& own) { return is_number(own.type); });
    auto all = facts.parameters;
    std::erase_if(all, [&](const auto& one) {
        return (one.is_fallback && !falls_back) ||
               any([&](const auto& own) { return own.name == one.name; });
    });
    return all;
}

// Lists the callers from the root on: `driver.run -> mesh.advance`.
std::string callers_of(const rundir::Thread& thread, std::size_t call_path) {
    std::string text;
    for (auto caller = thread.call_paths[call_path].parent; caller != rundir::CallPath::no_parent;
         caller = thread.call_paths[caller].parent) {
        const auto& path = thread.call_paths[caller];
        text = path.instance + "." + thread.method(path).name + (text.empty() ? "" : " -> ") + text;
    }
    return text;
}

std::string implementation_of(const std::string& instance, const RunContext& facts) {
    const auto known = facts.implementations.find(instance);
    return known == facts.implementations.end() ? instance : known->second;
}

} // namespace

MethodTable::MethodTable(std::string instance, const rundir::RecordedMethod& method,
                         std::string display_name, const Wishes& wishes, const RunContext& facts)
    : with_rank_(wishes.with_rank), counter_(wishes.counter),
      values_(counter_.empty() ? counted : counted + 1) {
    described_.implementation = implementation_of(instance, facts);
    described_.component = std::move(instance);
    described_.port = method.port;
    described_.method = std::move(display_name);
    described_.path = wishes.path;
    auto& parameters = described_.parameters;
    auto& discrete = described_.discrete;
    for (std::size_t i = 0; i < method.parameter_count(); ++i) {
        const auto& parameter = method.parameters[i];
        if (is_number(parameter.type)) {
            numeric_.push_back(i);
            parameters.push_back(parameter.name);
            if (parameter.type == ParameterType::real) {
                described_.quantities.insert(parameter.name);
            }
        } else {
            named_.push_back(i);
            discrete.push_back({parameter.name, {}});
        }
    }
    for (const auto& one : parameters_of_run(method, facts)) {
        one.number ? parameters.push_back(one.name) : discrete.push_back({one.name, {}});
    }
    if (with_rank_) {
        discrete.push_back({"rank", {}});
    }
    numbers_.resize(discrete.size());
    numbers_of_words_.resize(discrete.size());
    at_.resize(parameters.size());
    in_.resize(discrete.size());
    table_.emplace(parameters.size(), discrete.size(), values_.size());
}

void MethodTable::meet_run(std::size_t number, const std::string& run, const RunContext& facts) {
    if (met_ == number) {
        return;
    }
    met_ = number;
    described_.runs.push_back(run);
    for (const auto& one : facts.parameters) {
        for (auto i = numeric_.size(); i < at_.size(); ++i) {
            at_[i] = one.number && one.name == described_.parameters[i] ? *one.number : at_[i];
        }
        for (auto i = named_.size(); i + (with_rank_ ? 1 : 0) < in_.size(); ++i) {
            const bool is_it = !one.number && one.name == described_.discrete[i].name;
            in_[i] = is_it ? number_of(i, one.text) : in_[i];
        }
    }
}

std::uint32_t MethodTable::number_of(std::size_t discrete, std::string value) {
    auto& values = described_.discrete[discrete].values;
    if (values.size() + 1 >= most_names && numbers_[discrete].count(value) == 0) {
        value = "(others)";
    }
    const auto [found, made] =
        numbers_[discrete].emplace(value, static_cast<std::uint32_t>(values.size()));
    if (made) {
        values.push_back(std::move(value));
    }
    return found->second;
}

void MethodTable::add_discrete(const rundir::RecordedMethod& method, const rundir::Record& record) {
    for (std::size_t i = 0; i < named_.size(); ++i) {
        const auto& parameter = method.parameters[named_[i]];
        if (parameter.type == ParameterType::text) {
            in_[i] = number_of(i, rundir::text_of(parameter, record));
            continue;
        }
        auto& known = numbers_of_words_[i];
        const auto found = known.find(record.word(parameter));
        if (found != known.end()) {
            in_[i] = found->second;
        } else {
            in_[i] = number_of(i, rundir::text_of(parameter, record));
            if (known.size() < most_names) {
                known.emplace(record.word(parameter), in_[i]);
            }
        }
    }
}

const rundir::RecordedParameter*
MethodTable::counter_of(const rundir::RecordedMethod& method) const {
    for (auto i = method.parameter_count(); i < method.parameters.size(); ++i) {
        if (method.parameters[i].name == counter_) {
            return &method.parameters[i];
        }
    }
    return nullptr;
}

void MethodTable::add(std::uint32_t rank, const rundir::RecordedMethod& method,
                      const rundir::Record& record, const Callees& callees) {
    for (std::size_t i = 0; i < numeric_.size(); ++i) {
        const auto& parameter = method.parameters[numeric_[i]];
        at_[i] = rundir::number_of(parameter.type, record.word(parameter));
        if (!std::isfinite(at_[i])) {
            return; // infinity and NaN are no sizes
        }
    }
    if (!counter_.empty()) {
        const auto* counter = counter_of(method);
        if (counter == nullptr) {
            return;
        }
        counter_in_ns_ = counter->counter == rundir::CounterUnit::nanoseconds;
        values_[counted] =
            static_cast<double>(record.word(*counter)) / (counter_in_ns_ ? ns_in_us : 1);
    }
    add_discrete(method, record);
    if (with_rank_) {
        in_.back() = number_of(in_.size() - 1, std::to_string(rank));
    }
    values_[time] = record.duration_ns / ns_in_us;
    values_[computation] = (record.duration_ns - record.communication_ns) / ns_in_us;
    values_[communication] = record.communication_ns / ns_in_us;
    values_[exclusive] = (record.duration_ns - callees.ns) / ns_in_us;
    calls_ = calls_ || callees.ns > 0;
    described_.waiting += (record.communication_ns - callees.communication_ns) / ns_in_us;
    table_->add(at_, in_, values_);
}

bool MethodTable::has(std::size_t metric) const {
    const bool communicates = table_->any(communication);
    switch (metric) {
    case computation:
    case communication:
        return communicates;
    case exclusive:
        return calls_ && callees_known_;
    default:
        return table_->invocations() > 0;
    }
}

void MethodTable::write(const Measurements& common, Statistic statistic,
                        std::vector<Measurements>& all) const {
    for (std::size_t metric = 0; metric < values_.size(); ++metric) {
        if (!has(metric)) {
            continue;
        }
        Measurements made = described_;
        made.machine = common.machine;
        made.notes = common.notes;
        made.metric = metric == counted ? counter_ : metrics[metric];
        made.unit = metric != counted || counter_in_ns_ ? "us" : "count";
        made.step = metric != counted ? common.step : 0;
        // Communication includes waiting, whose outliers are no preemption.
        const bool waits =
            metric == counted || (table_->any(communication) && metric != computation);
        // A measured time may be off by two steps of the clock.
        table_->write(metric, made,
                      {statistic, !waits, std::max(2 * made.step, least_resolution_us)});
        drop_single_values(made);
        all.push_back(std::move(made));
    }
}

void RecordGatherer::begin_run(const std::string& run, RunContext facts,
                               std::vector<rundir::RecordedMethod> methods,
                               std::uint64_t bytes_before, std::uint64_t bytes_of_all) {
    run_ = run;
    facts_ = std::move(facts);
    ++runs_;
    methods_ = std::move(methods);
    bytes_before_ = bytes_before;
    bytes_of_all_ = bytes_of_all;
}

void RecordGatherer::begin_thread(const rundir::Thread&) {
    paths_.clear();
}

void RecordGatherer::records(const rundir::Thread& thread, const rundir::Record* first,
                             std::size_t count) {
    for (auto path = paths_.size(); path < thread.call_paths.size(); ++path) {
        paths_.push_back({table_of(thread, path)});
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
            table->add(thread.rank, thread.method(*record), *record, callees);
        }
    }
}

// Returns the time of the callees. These end before the invocation, which ends before the next one
// with its call path begins.
MethodTable::Callees RecordGatherer::take_callees(const rundir::Thread& thread,
                                                  const rundir::Record& record) {
    auto& path = paths_[record.call_path];
    const auto parent = thread.call_paths[record.call_path].parent;
    if (parent != rundir::CallPath::no_parent) {
        paths_[parent].callees.ns += record.duration_ns;
        paths_[parent].callees.communication_ns += record.communication_ns;
    }
    ++path.recorded;
    return std::exchange(path.callees, {});
}

void RecordGatherer::lose_callees(std::size_t path) {
    if (path < paths_.size() && paths_[path].table != nullptr) {
        paths_[path].table->lose_callees();
    }
}

void RecordGatherer::statistics(const rundir::Thread&, const rundir::BinStatistics* first,
                                std::size_t count) {
    for (const auto* bin = first; bin != first + count; ++bin) {
        if (bin->call_path < paths_.size()) {
            paths_[bin->call_path].invocations += bin->durations.calls();
        }
    }
}

// Marks exclusive times as unknown unless the invocations and all their callees were recorded.
void RecordGatherer::end_thread(const rundir::Thread& thread) {
    for (std::size_t path = 0; path < paths_.size(); ++path) {
        if (paths_[path].invocations > paths_[path].recorded) {
            lose_callees(path);
            lose_callees(thread.call_paths[path].parent);
        }
    }
}

// Finds or makes the table of a call path's method. Methods of different runs are the same if their
// names and the types of their parameters agree.
MethodTable* RecordGatherer::table_of(const rundir::Thread& thread, std::size_t call_path) {
    const auto& path = thread.call_paths[call_path];
    const auto& method = thread.method(path);
    if (options_.wanted && !options_.wanted(path.instance, method)) {
        return nullptr;
    }
    std::string parameters;
    for (std::size_t i = 0; i < method.parameter_count(); ++i) {
        const auto& parameter = method.parameters[i];
        parameters +=
            parameter.name + '\n' + std::to_string(static_cast<int>(parameter.type)) + '\n';
    }
    const auto callers = options_.by_path ? callers_of(thread, call_path) : std::string();
    auto& table = tables_[{path.instance, implementation_of(path.instance, facts_), method.port,
                           method.signature, callers + '\n' + parameters}];
    if (!table) {
        table = std::make_unique<MethodTable>(
            path.instance, method, rundir::display_name(method, methods_),
            MethodTable::Wishes{with_rank_, options_.counter, callers}, facts_);
    }
    table->meet_run(runs_, run_, facts_);
    return table.get();
}

void RecordGatherer::progress(std::uint64_t bytes_read, std::uint64_t) {
    if (options_.progress) {
        options_.progress(bytes_before_ + bytes_read, bytes_of_all_);
    }
}

std::vector<Measurements> RecordGatherer::measurements(const Measurements& common) const {
    std::vector<Measurements> all;
    for (const auto& [key, table] : tables_) {
        table->write(common, options_.statistic, all);
    }
    return all;
}

} // namespace proxima::gather
