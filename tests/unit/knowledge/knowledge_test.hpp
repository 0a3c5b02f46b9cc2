// Trials and answers for tests of knowledge bases.
#pragma once

#include "record_file_builder.hpp"

#include <proxima/knowledge/knowledge_base.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace proxima::knowledge::test {

using rundir::test::TemporaryDirectory;

struct Answer : RowVisitor {
    void columns(const std::vector<std::string>& column_names) override { names = column_names; }
    void row(const std::vector<Value>& cells) override { rows.push_back(cells); }

    const Value& at(std::size_t row, const std::string& column) const {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == column) {
                return rows.at(row).at(i);
            }
        }
        throw std::out_of_range(column);
    }
    double number(std::size_t row, const std::string& column) const {
        const auto& value = at(row, column);
        const auto* whole = std::get_if<std::int64_t>(&value);
        return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
    }
    std::string text(std::size_t row, const std::string& column) const {
        return std::get<std::string>(at(row, column));
    }

    std::vector<std::string> names;
    std::vector<std::vector<Value>> rows;
};

inline Answer sql(const KnowledgeBase& base, const std::string& statement) {
    Answer answer;
    base.sql(statement, answer);
    return answer;
}

inline double number(const KnowledgeBase& base, const std::string& statement) {
    const auto answer = sql(base, statement);
    const auto* whole = std::get_if<std::int64_t>(&answer.rows.at(0).at(0));
    return whole != nullptr ? static_cast<double>(*whole)
                            : std::get<double>(answer.rows.at(0).at(0));
}

inline std::string contents(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

inline Machine machine(const std::string& processor, const std::string& host) {
    return {processor, 8, std::uint64_t{16} << 30, "Linux 6.1.0", host};
}

/// A driver that calls a flux: the statistics of `rows` values of n, each 10 us * n twice.
inline Trial trial(const std::string& identity, std::int64_t rows = 3) {
    Trial made;
    made.experiment = "sizes";
    made.name = "trial " + identity;
    made.identity = identity;
    made.source = "/runs/" + identity;
    made.started = "2025-01-31T12:00:00Z";
    made.machine = machine("AMD EPYC", "node1");
    made.metadata = {{"compiler", "gcc12"}};
    made.timers = {{"driver.go", "driver", "Driver", "GoPort", "go", "int go()", {}},
                   {"flux.compute",
                    "flux",
                    "ns::Godunov",
                    "ns::FluxPort",
                    "compute",
                    "void compute(int)",
                    {{"n", "int"}}}};
    made.call_paths = {{0, CallPath::no_parent, {}}, {1, 0, {"driver", "flux", "compute"}}};
    made.metrics = {{"time", "us"}, {"communication", "us"}};
    made.threads = {{-1, -1, true}, {0, 0, false}};
    const auto calls = static_cast<std::uint64_t>(2 * rows);
    for (const std::size_t thread : {0, 1}) {
        made.call_data.push_back({0, thread, 1, calls, 99, 99, 99, 0, {{99, 9}, {0, 0}}});
        made.call_data.push_back({1, thread, calls, 0, 10, 30, 20, 5, {{90, 90}, {0, {}}}});
    }
    made.statistics.push_back({0, {}, 1, 99, 99 * 99, 99, 99, 0.0});
    for (std::int64_t n = 1; n <= rows; ++n) {
        const auto size = static_cast<double>(n);
        made.statistics.push_back({1,
                                   {{"n", size, size, std::to_string(n)}},
                                   2,
                                   20 * size,
                                   200 * size * size,
                                   10 * size,
                                   10 * size,
                                   0.0});
    }
    return made;
}

class Bases : public testing::Test {
protected:
    KnowledgeBase base() const { return KnowledgeBase::open_or_create(file()); }
    std::filesystem::path file() const { return directory_.path() / "test.kb"; }

    TemporaryDirectory directory_;
};

} // namespace proxima::knowledge::test
