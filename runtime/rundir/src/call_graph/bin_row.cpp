#include "call_graph/bin_row.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace proxima::rundir {
namespace {

std::optional<ParameterType> type_named(std::string_view name) {
    const auto* const found =
        std::find(parameter_type_names.begin(), parameter_type_names.end(), name);
    return found == parameter_type_names.end()
               ? std::nullopt
               : std::optional(static_cast<ParameterType>(found - parameter_type_names.begin()));
}

/// The number of a bin, or nothing if what is next is none.
std::optional<int> read_bin_number(JsonCursor& json) {
    const auto number = read_maybe_number(json).number;
    if (!number.is_whole || number.magnitude > -other_values_bin) {
        return std::nullopt;
    }
    const int magnitude = static_cast<int>(number.magnitude);
    const int bin = number.is_negative ? -magnitude : magnitude;
    return bin < own_time_bin ? std::optional(bin) : std::nullopt;
}

/// The numbers that a row of `bins` must have.
struct BinRow {
    std::optional<std::uint64_t> node;
    std::optional<std::uint64_t> calls;
    std::optional<double> sum;
    std::optional<double> squares;
    std::optional<double> min;
    std::optional<double> max;

    void check(const RowName& name) const {
        for (const auto& [key, count] : {std::pair("node", node), std::pair("calls", calls)}) {
            if (!count) {
                name.refuse(key, "is not a whole number");
            }
        }
        for (const auto& [key, time] :
             {std::pair("sum", sum), std::pair("min", min), std::pair("max", max),
              std::pair("sum of squares", squares)}) {
            if (!time) {
                name.refuse(key, "is missing");
            }
        }
    }

    Durations durations() const {
        constexpr double ns = 1e3; // in microseconds
        const double total_ns = *sum * ns;
        const double of_mean = *calls == 0 ? 0 : total_ns / static_cast<double>(*calls) * total_ns;
        return Durations(
            {*calls, total_ns, *min * ns, *max * ns, std::max(*squares * ns * ns - of_mean, 0.0)});
    }
};

} // namespace

NodeBin read_bin(JsonCursor& json, const RowName& name) {
    NodeBin bin;
    BinRow row;
    std::optional<ParameterType> type;
    std::optional<int> number;
    json.object([&](std::string_view key) {
        if (key == "node") {
            row.node = read_count(json, name, key);
        } else if (key == "parameter") {
            bin.parameter = read_optional_text(json);
        } else if (key == "type") {
            type = type_named(read_optional_text(json));
        } else if (key == "bin") {
            number = read_bin_number(json);
        } else if (key == "calls") {
            row.calls = read_count(json, name, key);
        } else if (key == "sum") {
            row.sum = read_time(json, name, key);
        } else if (key == "sum of squares") {
            row.squares = read_time(json, name, key);
        } else if (key == "min") {
            row.min = read_time(json, name, key);
        } else if (key == "max") {
            row.max = read_time(json, name, key);
        } else {
            json.skip();
        }
    });
    if (!number || (!bin.parameter.empty() && !type)) {
        throw Error(name.file, name.text() + " names no bin");
    }
    row.check(name);
    bin.node = *row.node;
    bin.bin = *number;
    bin.type = type.value_or(ParameterType::integer);
    bin.durations = row.durations();
    return bin;
}

} // namespace proxima::rundir
