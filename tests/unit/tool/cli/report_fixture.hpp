// Reports about runs that a test has written.
#pragma once

#include "report/report_command.hpp"
#include "verbs_fixture.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace proxima::cli::test {

inline void expect_in(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

// A call costs 30 ns, 10 of them inside; a call of MPI 50 ns, 20 of them inside.
inline const char* const mpi_run_json =
    R"({"format": 1, "complete": false, "mpi": {"size": 2, "rank": 0},
 "cost_of_one_call_ns": {"recorded": 30, "aggregated": 30, "inside": 10},
 "cost_of_one_mpi_call_ns": 50, "inside_of_one_mpi_call_ns": 20})";

class ReportVerb : public Verbs {
protected:
    nlohmann::json json_report(ReportOptions options = {}) {
        options.json = true;
        return nlohmann::json::parse(report(options).text);
    }
    std::string table(ReportBy by = ReportBy::nothing) {
        ReportOptions options;
        options.width = 160;
        options.by = by;
        return report(options).text;
    }
};

// A file of one thread, in which `driver.go` calls `solver.step`.
inline rundir::test::RecordFileBuilder driver_and_solver(std::uint32_t rank) {
    rundir::test::RecordFileBuilder file(rank, 0);
    file.thread(0).method("Go", "go", "int go()").method("Step", "step", "void step()");
    return file.node(0, 0, "driver").node(1, 1, "solver");
}

} // namespace proxima::cli::test
