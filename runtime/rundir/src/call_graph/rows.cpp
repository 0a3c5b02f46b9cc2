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

std::string text_in(simdjson::ondemand::value value) {
    std::string_view text;
    return value.get_string().get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

RowReader::RowReader(const std::filesystem::path& file, const std::vector<Counter>& counters)
    : file_(file) {
    auto& all = row_.statistics;
    all.counted.resize(counters.size());
    fields_ = {{"node", nullptr, &row_.node, nullptr, true},
               {"rank", nullptr, nullptr, &row_.rank},
               {"name"},
               {"calls", nullptr, &all.calls},
               {"time", &all.exclusive_us, nullptr, nullptr, true},
               {"time (inc)", &all.inclusive_us, nullptr, nullptr, true},
               {"communication", &all.communication_us},
               {"computation", &all.computation_us},
               {"mpi calls", nullptr, &all.mpi_calls},
               {"min", &all.min_us},
               {"max", &all.max_us},
               {"mean", &all.mean_us},
               {"stddev", &all.stddev_us}};
    for (std::size_t i = 0; i < counters.size(); ++i) {
        fields_.push_back({counters[i].name, &all.counted[i].exclusive});
        fields_.push_back({counters[i].name + " (inc)", &all.counted[i].inclusive});
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

std::int64_t RowReader::rank(std::string_view key, Value value) const {
    std::int64_t rank = 0;
    if (value.get_int64().get(rank) != simdjson::SUCCESS || rank < Part::other_ranks) {
        refuse(key, "is not the number of a rank");
    }
    return rank;
}

double RowReader::time(std::string_view key, Value value) const {
    double time = 0;
    if (value.get_double().get(time) != simdjson::SUCCESS || !std::isfinite(time) || time < 0) {
        refuse(key, "is not a number from 0");
    }
    return time;
}

RowReader::Field* RowReader::find(std::string_view key) {
    for (std::size_t tried = 0; tried < fields_.size(); ++tried) {
        auto& field = fields_[next_];
        next_ = next_ + 1 == fields_.size() ? 0 : next_ + 1;
        if (field.key == key) {
            return &field;
        }
    }
    return nullptr;
}

const RowReader::Row& RowReader::read_row(Object object, std::size_t number) {
    array_ = "dataframe";
    number_ = number;
    row_.has_mpi_calls = false;
    for (auto& field : fields_) {
        field.is_there = false;
        if (field.time != nullptr) {
            *field.time = 0;
        } else if (field.count != nullptr) {
            *field.count = 0;
        } else if (field.rank != nullptr) {
            *field.rank = 0;
        }
    }
    next_ = 0;
    for (simdjson::ondemand::field member : object) {
        auto* const field = find(key_of(member));
        if (field != nullptr && field->time != nullptr) {
            *field->time = time(field->key, member.value());
        } else if (field != nullptr && field->count != nullptr) {
            *field->count = count(field->key, member.value());
        } else if (field != nullptr && field->rank != nullptr) {
            *field->rank = rank(field->key, member.value());
        }
        if (field != nullptr) {
            field->is_there = true;
            row_.has_mpi_calls = row_.has_mpi_calls || field->count == &row_.statistics.mpi_calls;
        }
    }
    for (const auto& field : fields_) {
        require(field.is_there || !field.is_required, field.key);
    }
    return row_;
}

NodeBin RowReader::read_bin(Object object, std::size_t number) {
    array_ = "bins";
    number_ = number;
    NodeBin bin;
    std::optional<ParameterType> type;
    std::optional<std::uint64_t> node;
    std::int64_t bin_number = format::other_values - 1;
    Durations::Sums sums;
    double squares = 0;
    constexpr double ns = 1e3; // in microseconds
    for (simdjson::ondemand::field member : object) {
        const auto key = key_of(member);
        Value value = member.value();
        if (key == "node") {
            node = count(key, value);
        } else if (key == "parameter") {
            bin.parameter = text_in(value);
        } else if (key == "type") {
            type = type_named(text_in(value));
        } else if (key == "bin") {
            if (value.get_int64().get(bin_number) != simdjson::SUCCESS) {
                refuse(key, "is not the number of a bin");
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
    if (bin_number < format::other_values || bin_number > -format::other_values) {
        refuse("bin", "is not the number of a bin");
    }
    bin.node = static_cast<std::size_t>(*node);
    bin.bin = static_cast<int>(bin_number);
    bin.type = type.value_or(ParameterType::integer);
    if (sums.calls != 0) {
        const double of_mean = sums.total_ns / static_cast<double>(sums.calls) * sums.total_ns;
        sums.squares_ns2 = std::max(squares - of_mean, 0.0);
        bin.durations = Durations(sums);
    }
    return bin;
}

} // namespace proxima::rundir
