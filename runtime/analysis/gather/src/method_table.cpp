#include "method_table.hpp"

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
constexpr std::uint64_t copies = 10;     // of a description, for all metrics and their models
enum Metric : std::size_t { time, computation, communication, exclusive, counted };
constexpr const char* metrics[] = {"time", "computation", "communication", "exclusive"};

bool is_number(ParameterType type) {
    return type == ParameterType::integer || type == ParameterType::unsigned_integer ||
           type == ParameterType::real;
}

bool belongs_to(const RunParameter& parameter, const std::string& instance,
                const rundir::RecordedMethod& method) {
    return parameter.only_of.first.empty() || parameter.only_of == std::pair(instance, method.name);
}

// Returns the parameters of the run that apply to this method.
std::vector<RunParameter> parameters_of_run(const std::string& instance,
                                            const rundir::RecordedMethod& method,
                                            const RunContext& facts) {
    const auto end =
        method.parameters.begin() + static_cast<std::ptrdiff_t>(method.parameter_count());
    const auto any = [&](const auto& fits) {
        return std::any_of(method.parameters.begin(), end, fits);
    };
    // A real number is rarely a size: the time in a simulation does not tell how large its mesh is.
    const bool falls_back = !any(
        [](const auto& own) { return is_number(own.type) && own.type != ParameterType::real; });
    auto all = facts.parameters;
    std::erase_if(all, [&](const auto& one) {
        return (one.is_fallback && !falls_back) || !belongs_to(one, instance, method) ||
               any([&](const auto& own) { return own.name == one.name; });
    });
    return all;
}

// Bytes of a table without points: its description, which each metric has, too.
std::uint64_t bytes_of(const std::string& instance, const rundir::RecordedMethod& method,
                       const MethodTable::Wishes& wishes) {
    constexpr std::uint64_t plain = 4096;
    constexpr std::uint64_t parameter = 300;
    return plain + parameter * method.parameters.size() +
           copies * (instance.size() + method.port.size() + method.signature.size() +
                     wishes.path.size());
}

} // namespace

std::string implementation_of(const std::string& instance, const RunContext& facts) {
    const auto known = facts.implementations.find(instance);
    return known == facts.implementations.end() ? instance : known->second;
}

MethodTable::MethodTable(std::string instance, const rundir::RecordedMethod& method,
                         std::string display_name, const Wishes& wishes, const RunContext& facts)
    : budget_(wishes.budget), with_rank_(wishes.with_rank), counter_(wishes.counter),
      values_(counter_.empty() ? counted : counted + 1) {
    budget_.take(bytes_of(instance, method, wishes));
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
    for (const auto& one : parameters_of_run(described_.component, method, facts)) {
        one.number ? parameters.push_back(one.name)
                   : discrete.push_back({one.name, {}, !one.only_of.first.empty()});
        if (one.number) {
            described_.settings.insert(one.name);
        }
    }
    if (with_rank_) {
        discrete.push_back({"rank", {}});
    }
    numbers_.resize(discrete.size());
    numbers_of_words_.resize(discrete.size());
    at_.resize(parameters.size());
    in_.resize(discrete.size());
    table_.emplace(parameters.size(), discrete.size(), values_.size(), &budget_);
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
        if (parameter.type == ParameterType::text || record.is_missing(parameter)) {
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

std::uint32_t MethodTable::path_number(const std::string& callers) {
    auto& paths = described_.paths;
    const auto found = std::find(paths.begin(), paths.end(), callers);
    const auto number = static_cast<std::uint32_t>(found - paths.begin());
    if (found == paths.end() && paths.size() < most_names) {
        budget_.take(copies * callers.size());
        paths.push_back(callers);
    }
    return std::min(number, most_names - 1);
}

void MethodTable::add(const Origin& origin, const rundir::RecordedMethod& method,
                      const rundir::Record& record, const Callees& callees) {
    for (std::size_t i = 0; i < numeric_.size(); ++i) {
        const auto& parameter = method.parameters[numeric_[i]];
        if (record.is_missing(parameter)) {
            ++incomplete_;
            return;
        }
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
        in_.back() = number_of(in_.size() - 1, std::to_string(origin.rank));
    }
    values_[time] = record.duration_ns / ns_in_us;
    values_[computation] = (record.duration_ns - record.communication_ns) / ns_in_us;
    values_[communication] = record.communication_ns / ns_in_us;
    values_[exclusive] = (record.duration_ns - callees.ns) / ns_in_us;
    calls_ = calls_ || callees.ns > 0;
    described_.waiting += (record.communication_ns - callees.communication_ns) / ns_in_us;
    table_->add(at_, in_, values_, origin);
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
        made.caches = common.caches;
        made.notes = common.notes;
        if (incomplete_ > 0) {
            made.notes.push_back(std::to_string(incomplete_) + " of " +
                                 std::to_string(incomplete_ + table_->invocations()) +
                                 " calls are left out, because a parameter is missing");
        }
        made.metric = metric == counted ? counter_ : metrics[metric];
        made.unit = metric != counted || counter_in_ns_ ? "us" : "count";
        made.step = metric != counted ? common.step : 0;
        // A measured time may be off by two steps of the clock.
        table_->write(metric, made, {statistic, std::max(2 * made.step, least_resolution_us)});
        drop_single_values(made);
        all.push_back(std::move(made));
    }
}

} // namespace proxima::gather
