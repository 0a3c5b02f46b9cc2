// The rows of a call graph file, one object each: of `dataframe`, what a rank has measured of a
// node; of `bins`, what is known of one bin.
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

/// As it is written, without quotes.
std::string_view key_of(simdjson::ondemand::field& field);
/// Of a whole number from 0; of no other value.
std::optional<std::uint64_t> count_in(simdjson::ondemand::value value);
/// Of a text; empty of any other value.
std::string text_in(simdjson::ondemand::value value);

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

    /// Both throw Error, which names the row by its number, unless the row is as the format says.
    const Row& read_row(Object object, std::size_t number);
    NodeBin read_bin(Object object, std::size_t number);

private:
    using Value = simdjson::ondemand::value;

    /// A member of rows of `dataframe`, and where its value goes.
    struct Field {
        std::string key;
        double* time = nullptr;
        std::uint64_t* count = nullptr;
        std::int64_t* rank = nullptr;
        bool is_required = false;
        bool is_there = false; ///< in this row
    };

    Field* find(std::string_view key);
    std::uint64_t count(std::string_view key, Value value) const;
    std::int64_t rank(std::string_view key, Value value) const;
    double time(std::string_view key, Value value) const;
    void require(bool is_there, std::string_view key) const;
    [[noreturn]] void refuse(std::string_view key, const std::string& problem) const;

    const std::filesystem::path& file_;
    const char* array_ = "dataframe";
    std::size_t number_ = 0;
    Row row_;
    std::vector<Field> fields_; ///< in the order in which the runtime writes them
    std::size_t next_ = 0;      ///< the field that is probably next
};

} // namespace proxima::rundir
