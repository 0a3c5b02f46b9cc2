#include "measurements/record_gatherer.hpp"

#include "measurements/few_values.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::model {
namespace {

using rundir::ParameterType;

constexpr double ns_in_us = 1000;
/// Clocks step in ten nanoseconds or so; an invocation may meet two steps more.
constexpr double resolution_us = 0.02;
constexpr std::uint32_t most_names = 64; ///< the last stands for all others
constexpr const char* metrics[] = {"time", "computation", "communication"};
constexpr std::size_t metric_count = 3;
constexpr std::size_t computation = 1;

bool is_number(ParameterType type) {
    return type == ParameterType::integer || type == ParameterType::unsigned_integer ||
           type == ParameterType::real;
}

double number(const rundir::Record& record, const rundir::Parameter& parameter) {
    switch (parameter.type) {
    case ParameterType::integer:
        return static_cast<double>(record.integer(parameter));
    case ParameterType::unsigned_integer:
        return static_cast<double>(record.word(parameter));
    default:
        return record.real(parameter);
    }
}

std::string name(const rundir::Record& record, const rundir::Parameter& parameter) {
    if (parameter.type == ParameterType::boolean) {
        return record.word(parameter) != 0 ? "true" : "false";
    }
    if (parameter.type == ParameterType::text) {
        const auto value = record.text(parameter);
        return std::string(value.text) + (value.truncated ? "..." : "");
    }
    const auto* constant = parameter.constant_name(record.integer(parameter));
    return constant != nullptr ? *constant : std::to_string(record.integer(parameter));
}

std::size_t count_of(const rundir::Method& method, bool numbers) {
    return static_cast<std::size_t>(std::count_if(
        method.parameters.begin(),
        method.parameters.begin() + static_cast<std::ptrdiff_t>(method.parameter_count()),
        [&](const auto& p) { return is_number(p.type) == numbers; }));
}

bool has_parameter(const rundir::Method& method, const std::string& parameter) {
    const auto end =
        method.parameters.begin() + static_cast<std::ptrdiff_t>(method.parameter_count());
    return std::any_of(method.parameters.begin(), end,
                       [&](const auto& known) { return known.name == parameter; });
}

/// Those that are parameters of this method.
std::vector<std::pair<std::string, double>>
parameters_of_run(const rundir::Method& method, const RunFacts& facts, bool falls_back) {
    auto all = facts.parameters;
    if (falls_back) {
        all.insert(all.end(), facts.fallback_parameters.begin(), facts.fallback_parameters.end());
    }
    std::erase_if(all, [&](const auto& one) { return has_parameter(method, one.first); });
    return all;
}

std::string implementation_of(const std::string& instance, const RunFacts& facts) {
    const auto known = facts.implementations.find(instance);
    return known == facts.implementations.end() ? instance : known->second;
}

} // namespace

MethodTable::MethodTable(std::string instance, const rundir::Method& method,
                         std::string display_name, bool with_rank, const RunFacts& facts)
    : instance_(std::move(instance)), implementation_(implementation_of(instance_, facts)),
      port_(method.port), method_(std::move(display_name)), with_rank_(with_rank),
      falls_back_(count_of(method, true) == 0),
      of_run_(parameters_of_run(method, facts, falls_back_).size()),
      table_(count_of(method, true) + of_run_, count_of(method, false) + (with_rank ? 1 : 0),
             metric_count, resolution_us) {
    for (std::size_t i = 0; i < method.parameter_count(); ++i) {
        const auto& parameter = method.parameters[i];
        if (is_number(parameter.type)) {
            numeric_.push_back(i);
            parameters_.push_back(parameter.name);
        } else {
            named_.push_back(i);
            discrete_.push_back({parameter.name, {}});
        }
    }
    for (const auto& [name, value] : parameters_of_run(method, facts, falls_back_)) {
        parameters_.push_back(name);
    }
    if (with_rank) {
        discrete_.push_back({"rank", {}});
    }
    numbers_.resize(discrete_.size());
    numbers_of_words_.resize(discrete_.size());
    at_.resize(parameters_.size());
    in_.resize(discrete_.size());
}

void MethodTable::meet_run(std::size_t number, const std::string& run, const RunFacts& facts) {
    if (met_ == number) {
        return;
    }
    met_ = number;
    runs_.push_back(run);
    for (std::size_t i = at_.size() - of_run_; i < at_.size(); ++i) {
        for (const auto* parameters : {&facts.parameters, &facts.fallback_parameters}) {
            for (const auto& [name, value] : *parameters) {
                at_[i] = name == parameters_[i] ? value : at_[i];
            }
        }
    }
}

std::uint32_t MethodTable::number_of(std::size_t discrete, std::string value) {
    auto& values = discrete_[discrete].values;
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

void MethodTable::add_discrete(const rundir::Method& method, const rundir::Record& record) {
    for (std::size_t i = 0; i < named_.size(); ++i) {
        const auto& parameter = method.parameters[named_[i]];
        if (parameter.type == ParameterType::text) {
            in_[i] = number_of(i, name(record, parameter));
            continue;
        }
        auto& known = numbers_of_words_[i];
        const auto found = known.find(record.word(parameter));
        if (found != known.end()) {
            in_[i] = found->second;
        } else {
            in_[i] = number_of(i, name(record, parameter));
            if (known.size() < most_names) {
                known.emplace(record.word(parameter), in_[i]);
            }
        }
    }
}

void MethodTable::add(std::uint32_t rank, const rundir::Method& method,
                      const rundir::Record& record) {
    for (std::size_t i = 0; i < numeric_.size(); ++i) {
        at_[i] = number(record, method.parameters[numeric_[i]]);
        if (!std::isfinite(at_[i])) {
            return; // no size
        }
    }
    add_discrete(method, record);
    if (with_rank_) {
        in_.back() = number_of(in_.size() - 1, std::to_string(rank));
    }
    const double values[metric_count] = {record.duration_ns / ns_in_us,
                                         (record.duration_ns - record.communication_ns) / ns_in_us,
                                         record.communication_ns / ns_in_us};
    table_.add(at_, in_, values);
}

void MethodTable::write(const Measurements& common, Statistic statistic,
                        std::vector<Measurements>& all) const {
    const bool communicates = table_.any(metric_count - 1);
    for (std::size_t metric = 0; metric < (communicates ? metric_count : 1); ++metric) {
        Measurements made = common;
        made.component = instance_;
        made.implementation = implementation_;
        made.runs = runs_;
        made.port = port_;
        made.method = method_;
        made.metric = metrics[metric];
        made.parameters = parameters_;
        made.discrete = discrete_;
        // Waiting for others is what communication is; it comes at random, too.
        const bool waits = communicates && metric != computation;
        table_.write(metric, made, {statistic, waits ? Delays::none : Delays::interruptions});
        drop_single_values(made);
        make_few_values_discrete(made);
        all.push_back(std::move(made));
    }
}

void RecordGatherer::begin_run(const std::string& run, std::vector<rundir::Method> methods,
                               std::uint64_t bytes_before, std::uint64_t bytes_of_all) {
    run_ = run;
    ++runs_;
    methods_ = std::move(methods);
    bytes_before_ = bytes_before;
    bytes_of_all_ = bytes_of_all;
}

void RecordGatherer::begin_lane(const rundir::Lane&) {
    of_path_.clear();
}

void RecordGatherer::records(const rundir::Lane& lane, const rundir::Record* first,
                             std::size_t count) {
    for (auto path = of_path_.size(); path < lane.call_paths.size(); ++path) {
        of_path_.push_back(table_of(lane, path));
    }
    for (const auto* record = first; record != first + count; ++record) {
        if (auto* table = of_path_[record->call_path]) {
            table->add(lane.rank, lane.method(*record), *record);
        }
    }
}

/// Methods that have the same name and parameters of the same types are the same, whatever run they
/// are from.
MethodTable* RecordGatherer::table_of(const rundir::Lane& lane, std::size_t call_path) {
    const auto& path = lane.call_paths[call_path];
    const auto& method = lane.method(path);
    if (options_.wanted && !options_.wanted(method)) {
        return nullptr;
    }
    std::string parameters;
    for (std::size_t i = 0; i < method.parameter_count(); ++i) {
        const auto& parameter = method.parameters[i];
        parameters +=
            parameter.name + '\n' + std::to_string(static_cast<int>(parameter.type)) + '\n';
    }
    auto& table = tables_[{path.instance, implementation_of(path.instance, facts()), method.port,
                           method.signature, parameters}];
    if (!table) {
        table = std::make_unique<MethodTable>(
            path.instance, method, rundir::display_name(method, methods_), with_rank_, facts());
    }
    table->meet_run(runs_, run_, facts());
    return table.get();
}

const RunFacts& RecordGatherer::facts() const {
    static const RunFacts nothing_known;
    return options_.facts.empty() ? nothing_known : options_.facts[runs_ - 1];
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

} // namespace proxima::model
