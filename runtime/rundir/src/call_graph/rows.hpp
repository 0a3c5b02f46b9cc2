// Reads the rows of callgraph.json: `dataframe` has a row for each node and rank, `bins` for each
// bin.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/error.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::rundir {

/// The key without quotes; escapes stay.
std::string_view key_of(simdjson::ondemand::field& field);
/// A whole number from 0; empty for other values.
std::optional<std::uint64_t> count_in(simdjson::ondemand::value value);
/// Finds a member; fast if members are asked for in the order of the file.
std::optional<simdjson::ondemand::value> find(simdjson::ondemand::object& object,
                                              std::string_view key);
/// Empty if there is none.
std::string text_of(simdjson::ondemand::object& object, std::string_view key);

class RowReader {
public:
    using Object = simdjson::ondemand::object;

    /// `counters` are those of the call graph.
    RowReader(const std::filesystem::path& file, const std::vector<Counter>& counters);
    RowReader(const RowReader&) = delete;
    RowReader& operator=(const RowReader&) = delete;
    ~RowReader() = default;

    struct Row {
        std::uint64_t node = 0;
        std::int64_t rank = 0; ///< Part::other_ranks: of all that have no rows
        Statistics statistics;
        bool has_mpi_calls = false;
    };

    /// Throw Error with the number of the row if it is malformed.
    const Row& read_row(Object row, std::size_t number);
    NodeBin read_bin(Object row, std::size_t number);

private:
    using Value = simdjson::ondemand::value;

    Value required(Object& row, std::string_view key) const;
    std::uint64_t count(std::string_view key, std::optional<Value> value) const;
    std::int64_t number_from(std::int64_t least, std::string_view key, Value value) const;
    double time(std::string_view key, std::optional<Value> value) const;
    [[noreturn]] void refuse(std::string_view key, const std::string& problem) const;

    const std::filesystem::path& file_;
    const char* array_ = "dataframe";
    std::size_t number_ = 0;
    Row row_;
    std::vector<std::pair<std::string, std::string>> counters_; ///< exclusive and inclusive
};

} // namespace proxima::rundir
