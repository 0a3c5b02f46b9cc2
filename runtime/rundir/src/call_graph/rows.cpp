#include "call_graph/rows.hpp"

#include <proxima/format/bins.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::rundir {
namespace {

std::optional<ParameterType> type_named(std::string_view name) {
    const auto* const found =
        std::find(parameter_type_names.begin(), parameter_type_names.end(), name);
    return found == parameter_type_names.end()
               ? std::nullopt
               : std::optional(static_cast<ParameterType>(found - parameter_type_names.begin()));
}

} // namespace

std::string_view key_of(simdjson::ondemand::field& field) {
    const char* const begin = field.key().raw();
    const char* end = begin;
    while (*end != '"') {
        end += *end == '\\' ? 2 : 1;
    }
    return {begin, static_cast<std::size_t>(end - begin)};
}

std::optional<std::uint64_t> count_in(simdjson::ondemand::value value) {
    std::uint64_t count = 0;
    return value.get_uint64().get(count) == simdjson::SUCCESS ? std::optional(count) : std::nullopt;
}

std::optional<simdjson::ondemand::value> find(simdjson::ondemand::object& object,
                                              std::string_view key) {
    simdjson::ondemand::value value;
    const auto error = object.find_field_unordered(key).get(value);
    if (error != simdjson::SUCCESS && error != simdjson::NO_SUCH_FIELD) {
        throw simdjson::simdjson_error(error);
    }
    return error == simdjson::SUCCESS ? std::optional(value) : std::nullopt;
}

std::string text_of(simdjson::ondemand::object& object, std::string_view key) {
    auto value = find(object, key);
    std::string_view text;
    return value && value->get_string().get(text) == simdjson::SUCCESS ? std::string(text)
                                                                       : std::string();
}

RowReader::RowReader(const std::filesystem::path& file, const std::vector<Counter>& counters)
    : file_(file) {
    row_.statistics.counted.resize(counters.size());
    for (const auto& counter : counters) {
        counters_.emplace_back(counter.name, counter.name + " (inc)");
    }
}

void RowReader::refuse(std::string_view key, const std::string& problem) const {
    throw Error(file_, "row " + std::to_string(number_) + " of `" + array_ + "`: `" +
                           std::string(key) + "` " + problem);
}

RowReader::Value RowReader::required(Object& row, std::string_view key) const {
    const auto value = find(row, key);
    if (!value) {
        refuse(key, "is missing");
    }
    return *value;
}

std::uint64_t RowReader::count(std::string_view key, std::optional<Value> value) const {
    const auto count = value ? count_in(*value) : 0;
    if (!count) {
        refuse(key, "is not a whole number from 0");
    }
    return *count;
}

std::int64_t RowReader::number_from(std::int64_t least, std::string_view key, Value value) const {
    std::int64_t number = 0;
    if (value.get_int64().get(number) != simdjson::SUCCESS || number < least) {
        refuse(key, "is not a whole number from " + std::to_string(least));
    }
    return number;
}

double RowReader::time(std::string_view key, std::optional<Value> value) const {
    double time = 0;
    if (value &&
        (value->get_double().get(time) != simdjson::SUCCESS || !std::isfinite(time) || time < 0)) {
        refuse(key, "is not a number from 0");
    }
    return time;
}

const RowReader::Row& RowReader::read_row(Object row, std::size_t number) {
    array_ = "dataframe";
    number_ = number;
    const auto count_of = [&](const char* key) { return count(key, find(row, key)); };
    const auto time_of = [&](std::string_view key) { return time(key, find(row, key)); };
    auto& all = row_.statistics;
    row_.node = count("node", required(row, "node"));
    const auto rank = find(row, "rank");
    row_.rank = rank ? number_from(Part::other_ranks, "rank", *rank) : 0;
    all.calls = count_of("calls");
    all.exclusive_us = time("time", required(row, "time"));
    all.inclusive_us = time("time (inc)", required(row, "time (inc)"));
    all.communication_us = time_of("communication");
    all.computation_us = time_of("computation");
    const auto mpi_calls = find(row, "mpi calls");
    row_.has_mpi_calls = mpi_calls.has_value();
    all.mpi_calls = count("mpi calls", mpi_calls);
    all.min_us = time_of("min");
    all.max_us = time_of("max");
    all.mean_us = time_of("mean");
    all.stddev_us = time_of("stddev");
    for (std::size_t i = 0; i < counters_.size(); ++i) {
        all.counted[i].exclusive = time_of(counters_[i].first);
        all.counted[i].inclusive = time_of(counters_[i].second);
    }
    return row_;
}

NodeBin RowReader::read_bin(Object row, std::size_t number) {
    array_ = "bins";
    number_ = number;
    constexpr double ns = 1e3; // in microseconds
    const auto time_of = [&](const char* key) { return time(key, find(row, key)) * ns; };
    NodeBin bin;
    bin.node = static_cast<std::size_t>(count("node", required(row, "node")));
    bin.parameter = text_of(row, "parameter");
    const auto type = type_named(text_of(row, "type"));
    if (!bin.parameter.empty() && !type) {
        refuse("type", "is missing");
    }
    bin.type = type.value_or(ParameterType::integer);
    bin.bin = static_cast<int>(number_from(format::other_values, "bin", required(row, "bin")));
    if (bin.bin > -format::other_values) {
        refuse("bin", "is not the number of a bin");
    }
    Durations::Sums sums;
    sums.calls = count("calls", find(row, "calls"));
    sums.total_ns = time_of("sum");
    const double squares = time_of("sum of squares") * ns;
    sums.min_ns = time_of("min");
    sums.max_ns = time_of("max");
    if (sums.calls != 0) {
        const double of_mean = sums.total_ns / static_cast<double>(sums.calls) * sums.total_ns;
        sums.squares_ns2 = std::max(squares - of_mean, 0.0);
        bin.durations = Durations(sums);
    }
    return bin;
}

} // namespace proxima::rundir
