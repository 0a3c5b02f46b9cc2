// Runs and answers for tests of knowledge bases.
#pragma once

#include "record_file_builder.hpp"

#include <proxima/knowledge/knowledge_base.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace proxima::knowledge::test {

using rundir::test::TemporaryDirectory;

inline double number_in(const Value& value) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

// The cell of a row in the column with this name.
inline const Value& cell(const QueryRows& answer, std::size_t row, const std::string& column) {
    for (std::size_t i = 0; i < answer.names.size(); ++i) {
        if (answer.names[i] == column) {
            return answer.rows.at(row).at(i);
        }
    }
    throw std::out_of_range(column);
}
inline double number(const QueryRows& answer, std::size_t row, const std::string& column) {
    return number_in(cell(answer, row, column));
}
inline std::string text(const QueryRows& answer, std::size_t row, const std::string& column) {
    return std::get<std::string>(cell(answer, row, column));
}
inline double number(const KnowledgeBase& base, const std::string& statement) {
    return number_in(base.sql(statement).rows.at(0).at(0));
}

// A row of statistics of calls that take `us` microseconds each.
inline std::string statistics(const std::string& parameters, int calls, double us) {
    const auto time = std::to_string(us);
    return R"({"parameters": )" + parameters + R"(, "calls": )" + std::to_string(calls) +
           R"(, "total_us": )" + std::to_string(calls * us) + R"(, "stddev_us": 0.0, "min_us": )" +
           time + R"(, "max_us": )" + time + R"(, "communication_us": 1.0})";
}

// A run of a flux, with `rows`; of node1, an AMD EPYC.
inline StoredRun run(const std::string& identity, const std::string& rows) {
    return {
        identity,
        R"json({"experiment": "sizes", "name": ")json" + identity +
            R"json(", "machine": {"description": "AMD EPYC, 8 processors"}, "metadata": {"compiler": "gcc12"},
"run": {"host": "node1", "start": "2025-01-31T12:00:00Z"},
"methods": [{"component": "flux", "implementation": "ns::Godunov", "port": "ns::FluxPort", "method": "compute",
"signature": "void compute(int)", "calls": 6, "total_us": 120.0, "statistics": [)json" +
            rows + "]}]}",
        6, 1};
}

// Two calls for each n from 1 to `most`, of 10 us * n.
inline StoredRun run_of_sizes(const std::string& identity, int most = 3) {
    std::string rows;
    for (int n = 1; n <= most; ++n) {
        rows +=
            (n == 1 ? "" : ", ") + statistics("{\"n\": " + std::to_string(n) + "}", 2, 10.0 * n);
    }
    return run(identity, rows);
}

class Bases : public testing::Test {
protected:
    KnowledgeBase base() const { return KnowledgeBase::open_or_create(file()); }
    std::filesystem::path file() const { return directory_.path() / "test.kb"; }
    std::string contents() const { return directory_.read("test.kb"); }

    TemporaryDirectory directory_;
};

} // namespace proxima::knowledge::test
