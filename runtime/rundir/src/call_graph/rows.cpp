#include "call_graph/rows.hpp"

#include <proxima/format/bins.hpp>

#include <algorithm>
#include <utility>

namespace proxima::rundir {
namespace {

constexpr std::pair<std::string_view, double Statistics::*> times[] = {
    {"time", &Statistics::exclusive_us},
    {"time (inc)", &Statistics::inclusive_us},
    {"communication", &Statistics::communication_us},
    {"computation", &Statistics::computation_us},
    {"min", &Statistics::min_us},
    {"max", &Statistics::max_us},
    {"mean", &Statistics::mean_us},
    {"stddev", &Statistics::stddev_us}};

constexpr unsigned has_exclusive = 1U << 0U; // the first of `times`
constexpr unsigned has_inclusive = 1U << 1U;
constexpr unsigned has_node = 1U << 30U;

std::optional<ParameterType> type_named(std::string_view name) {
    const auto* const found =
        std::find(parameter_type_names.begin(), parameter_type_names.end(), name);
    return found == parameter_type_names.end()
               ? std::nullopt
               : std::optional(static_cast<ParameterType>(found - parameter_type_names.begin()));
}

} // namespace

RowReader::RowReader(const std::filesystem::path& file, const std::vector<Counter>& counters)
    : file_(file) {
    for (const auto& counter : counters) {
        exclusive_keys_.push_back(counter.name);
        inclusive_keys_.push_back(counter.name + " (inc)");
    }
}

void RowReader::refuse(std::string_view key, const std::string& problem) const {
    throw Error(file_, "row " + std::to_string(number_) + " of `" + array_ + "`: `" +
                           std::string(key) + "` " + problem);
}

void RowReader::require(bool is_there, std::string_view key) const {
    if (!is_there) {
        refuse(key, "is missing");
    }
}

std::uint64_t RowReader::count(std::string_view key, Value value) const {
    const auto count = count_in(value);
    if (!count) {
        refuse(key, "is not a whole number from 0");
    }
    return *count;
}

double RowReader::time(std::string_view key, Value value) const {
    const auto time = number_in(value);
    if (!time || *time < 0) {
        refuse(key, "is not a number from 0");
    }
    return *time;
}

const RowReader::Row& RowReader::read_row(Object object, std::size_t number) {
    array_ = "dataframe";
    number_ = number;
    row_ = {};
    row_.statistics.counted.resize(exclusive_keys_.size());
    found_ = 0;
    for (simdjson::ondemand::field member : object) {
        const auto key = key_of(member);
        read_member(key, member.value());
    }
    require((found_ & has_node) != 0, "node");
    require((found_ & has_exclusive) != 0, "time");
    require((found_ & has_inclusive) != 0, "time (inc)");
    return row_;
}

void RowReader::read_member(std::string_view key, Value value) {
    auto& statistics = row_.statistics;
    for (unsigned i = 0; i < std::size(times); ++i) {
        if (times[i].first == key) {
            statistics.*times[i].second = time(key, value);
            found_ |= 1U << i;
            return;
        }
    }
    if (key == "node") {
        row_.node = count(key, value);
        found_ |= has_node;
    } else if (key == "calls") {
        statistics.calls = count(key, value);
    } else if (key == "mpi calls") {
        statistics.mpi_calls = count(key, value);
        row_.has_mpi_calls = true;
    } else {
        read_counter(key, value);
    }
}

bool RowReader::read_counter(std::string_view key, Value value) {
    for (std::size_t i = 0; i < exclusive_keys_.size(); ++i) {
        auto& sums = row_.statistics.counted[i];
        if (key == exclusive_keys_[i] || key == inclusive_keys_[i]) {
            (key == exclusive_keys_[i] ? sums.exclusive : sums.inclusive) = time(key, value);
            return true;
        }
    }
    return false;
}

NodeBin RowReader::read_bin(Object object, std::size_t number) {
    array_ = "bins";
    number_ = number;
    NodeBin bin;
    std::optional<ParameterType> type;
    std::optional<std::int64_t> key_of_bin;
    std::optional<std::uint64_t> node;
    Durations::Sums sums;
    double squares = 0;
    constexpr double ns = 1e3; // in microseconds
    for (simdjson::ondemand::field member : object) {
        const auto key = key_of(member);
        Value value = member.value();
        std::int64_t whole = 0;
        if (key == "node") {
            node = count(key, value);
        } else if (key == "parameter") {
            bin.parameter = text_in(value);
        } else if (key == "type") {
            type = type_named(text_in(value));
        } else if (key == "bin") {
            if (value.get_int64().get(whole) == simdjson::SUCCESS) {
                key_of_bin = whole;
            }
        } else if (key == "calls") {
            sums.calls = count(key, value);
        } else if (key == "sum") {
            sums.total_ns = time(key, value) * ns;
        } else if (key == "sum of squares") {
            squares = time(key, value) * ns * ns;
        } else if (key == "min") {
            sums.min_ns = time(key, value) * ns;
        } else if (key == "max") {
            sums.max_ns = time(key, value) * ns;
        }
    }
    require(node.has_value(), "node");
    require(bin.parameter.empty() || type, "type");
    if (!key_of_bin || *key_of_bin < format::other_values || *key_of_bin > -format::other_values) {
        refuse("bin", "is not the number of a bin");
    }
    bin.node = static_cast<std::size_t>(*node);
    bin.bin = static_cast<int>(*key_of_bin);
    bin.type = type.value_or(ParameterType::integer);
    if (sums.calls != 0) {
        const double of_mean = sums.total_ns / static_cast<double>(sums.calls) * sums.total_ns;
        sums.squares_ns2 = std::max(squares - of_mean, 0.0);
        bin.durations = Durations(sums);
    }
    return bin;
}

} // namespace proxima::rundir
