// The rows of a call graph file, one object each: of `dataframe`, what a rank has measured of a
// node; of `bins`, what is known of one bin.
#pragma once

#include "files/json.hpp"

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::rundir {

class RowReader {
public:
    using Object = simdjson::ondemand::object;

    /// `counters` are those of the call graph.
    RowReader(const std::filesystem::path& file, const std::vector<Counter>& counters);

    struct Row {
        std::uint64_t node = 0;
        Statistics statistics;
        bool has_mpi_calls = false;
    };

    /// Both throw Error, which names the row by its number, unless the row is as the format says.
    const Row& read_row(Object object, std::size_t number);
    NodeBin read_bin(Object object, std::size_t number);

private:
    using Value = simdjson::ondemand::value;

    void read_member(std::string_view key, Value value);
    bool read_counter(std::string_view key, Value value);
    std::uint64_t count(std::string_view key, Value value) const;
    double time(std::string_view key, Value value) const;
    void require(bool is_there, std::string_view key) const;
    [[noreturn]] void refuse(std::string_view key, const std::string& problem) const;

    const std::filesystem::path& file_;
    std::vector<std::string> inclusive_keys_; ///< of the counters, as the next
    std::vector<std::string> exclusive_keys_;
    const char* array_ = "dataframe";
    std::size_t number_ = 0;
    Row row_;
    unsigned found_ = 0; ///< a bit for each member that a row must have
};

} // namespace proxima::rundir
