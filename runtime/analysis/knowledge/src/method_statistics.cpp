#include "method_statistics.hpp"

#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/records.hpp>

#include <cmath>
#include <string>
#include <utility>

namespace proxima::knowledge {
namespace {

using rundir::ParameterType;
using rundir::RecordedParameter;

constexpr double us = 1e-3; // microseconds in a nanosecond

// A few bytes of records can ask for a combination, which takes some hundred.
constexpr std::uint64_t plain_combinations = 20'000;
constexpr std::uint64_t bytes_of_combination = 100;

template <typename Table>
Table& made(std::unique_ptr<Table>& table) {
    table = table ? std::move(table) : std::make_unique<Table>();
    return *table;
}

// Returns a number, or the name of the value; null if it is missing.
Json value_of(const RecordedParameter& parameter, const rundir::Record& record) {
    if (record.is_missing(parameter)) {
        return nullptr;
    }
    if (parameter.type == ParameterType::integer) {
        return record.integer(parameter);
    }
    if (parameter.type == ParameterType::unsigned_integer) {
        return record.word(parameter);
    }
    const bool is_real =
        parameter.type == ParameterType::real && std::isfinite(record.real(parameter));
    return is_real ? Json(record.real(parameter)) : Json(rundir::text_of(parameter, record));
}

// Returns `[LOW, HIGH]` for numbers, else the name of the bin.
Json bin_value(const RecordedParameter& parameter, int bin) {
    const auto range = rundir::bin_range(parameter.type, bin);
    if (!range) {
        return rundir::bin_text(&parameter, bin);
    }
    constexpr double exact = 9007199254740992; // 2^53: greater whole numbers are not exact
    const auto end = [&](double value) {
        const bool is_whole = parameter.type != ParameterType::real && std::abs(value) <= exact;
        return is_whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
    };
    return Json::array({end(range->low), end(range->high)});
}

Json parameters_of(const rundir::RecordedMethod& method, const std::uint64_t* words) {
    rundir::Record record;
    record.parameters = words;
    std::map<std::string, Json> values; // sorted by name, so that equal ones get equal texts
    for (std::size_t i = 0; i < method.parameter_count(); ++i) {
        values[method.parameters[i].name] = value_of(method.parameters[i], record);
    }
    return values;
}

} // namespace

// Takes the bins of the call graph, which are exact if not all invocations are recorded.
MethodStatistics::MethodStatistics(const rundir::CallGraph& graph,
                                   const rundir::MethodNumbers& numbers,
                                   const RunSettings& settings, std::uint64_t record_bytes)
    : graph_(graph), numbers_(numbers), settings_(settings), index_(graph),
      most_(plain_combinations + record_bytes / bytes_of_combination),
      recorded_(numbers.components.size()), binned_(numbers.components.size()) {
    for (const auto& bin : graph.bins) {
        auto& table = made(binned_[numbers.of_component[graph.nodes[bin.node].component]]);
        if (!table.method) {
            auto method = std::make_shared<rundir::RecordedMethod>();
            table.is_binned = true;
            if (!bin.parameter.empty()) {
                auto& parameter = method->parameters.emplace_back();
                parameter.name = bin.parameter;
                parameter.type = bin.type;
            }
            table.method = std::move(method);
        }
        auto& sums = table.sums[{static_cast<std::uint64_t>(bin.bin)}];
        sums.durations.merge(bin.durations);
        sums.communication_ns.reset();
        table.calls += bin.durations.calls();
    }
}

void MethodStatistics::records(const rundir::Thread& thread, const rundir::Record* first,
                               std::size_t count) {
    index_.follow(thread, nodes_);
    for (const auto* record = first; record != first + count; ++record) {
        const auto node = nodes_[record->call_path];
        if (node != rundir::Node::no_parent) {
            add(made(recorded_[numbers_.of_component[graph_.nodes[node].component]]), thread,
                *record);
        }
    }
}

void MethodStatistics::add(Table& table, const rundir::Thread& thread,
                           const rundir::Record& record) {
    const auto& method = thread.method(record);
    if (table.is_left_out) {
        return;
    }
    if (!table.method) {
        methods_.resize(thread.methods.size());
        auto& shared = methods_[thread.call_paths[record.call_path].method];
        shared = shared ? shared : std::make_shared<const rundir::RecordedMethod>(method);
        table.method = shared;
    }
    const auto words_of = [&] {
        return table.is_binned
                   ? Words{static_cast<std::uint64_t>(rundir::bin_of(method, record))}
                   : Words(record.parameters, record.parameters + method.words_without_counters());
    };
    combinations_ -= table.units();
    auto& sums = table.sums[words_of()];
    combinations_ += table.units();
    sums.durations.add(record.duration_ns);
    *sums.communication_ns += record.communication_ns;
    ++table.calls;
    if (!table.is_binned && (table.sums.size() > most_combinations || combinations_ > most_)) {
        combinations_ -= table.units();
        take_together(table);
        combinations_ += table.units();
    } else if (combinations_ > most_ + most_ / 4) {
        combinations_ -= table.units();
        table = {};
        table.is_left_out = has_left_out_ = true;
    }
}

void MethodStatistics::take_together(Table& table) {
    const auto finer = std::move(table.sums);
    table.sums.clear();
    table.is_binned = true;
    for (const auto& [words, of_words] : finer) {
        rundir::Record record;
        record.parameters = words.data();
        auto& sums =
            table.sums[{static_cast<std::uint64_t>(rundir::bin_of(*table.method, record))}];
        sums.durations.merge(of_words.durations);
        *sums.communication_ns += *of_words.communication_ns;
    }
}

void MethodStatistics::progress(std::uint64_t bytes_read, std::uint64_t bytes_total) {
    if (settings_.progress) {
        settings_.progress(bytes_read, bytes_total);
    }
}

Json MethodStatistics::rows(std::size_t method, std::uint64_t calls) const {
    Json rows = Json::array();
    for (const auto* table : {recorded_[method].get(), binned_[method].get()}) {
        if (table != nullptr && !table->is_left_out && rows.empty() && table->calls == calls) {
            for (const auto& [words, sums] : table->sums) {
                rows.push_back(row(*table, words, sums));
            }
        }
    }
    return rows;
}

Json MethodStatistics::row(const Table& table, const Words& words, const Sums& sums) {
    Json row{{"parameters", Json::object()}};
    if (!table.is_binned) {
        row["parameters"] = parameters_of(*table.method, words.data());
    } else if (const auto* parameter = table.method->first_parameter()) {
        row["parameters"][parameter->name] = bin_value(*parameter, static_cast<int>(words.front()));
    }
    row["calls"] = sums.durations.calls();
    row["total_us"] = sums.durations.total_ns() * us;
    row["stddev_us"] = sums.durations.deviation_ns() * us;
    row["min_us"] = sums.durations.min_ns() * us;
    row["max_us"] = sums.durations.max_ns() * us;
    if (sums.communication_ns) {
        row["communication_us"] = *sums.communication_ns * us;
    }
    return row;
}

} // namespace proxima::knowledge
