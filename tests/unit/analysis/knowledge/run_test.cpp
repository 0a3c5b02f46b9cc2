// The stored document of a run, checked number by number.
#include "error_of.hpp"
#include "knowledge_test.hpp"

namespace {

using namespace proxima::knowledge;
using namespace proxima::rundir::test;
using proxima::rundir::ReadOutcome;
using proxima::rundir::RunDirectory;
using test::number;
using test::text;

const char* const run_json = R"({"format": 1, "complete": true, "command": ["./app"],
 "host": "node17", "start": "2025-01-31T12:00:00Z", "clock": {"name": "tsc", "ticks_per_second": 1e9,
  "start": {"ticks": 1000, "monotonic_ns": 5000}, "end": {"ticks": 101000, "monotonic_ns": 105000}},
 "mpi": {"size": 2, "rank": 0}})";

enum Node : std::uint32_t { go = 1, compute };

// A driver and a flux with n and a mode.
RecordFileBuilder definitions(std::uint32_t rank = 0) {
    RecordFileBuilder file(rank, 0);
    file.thread(0).method("GoPort", "go", "int go()");
    file.method("ns::FluxPort", "compute", "void compute(int, Mode)",
                {{0, "n", "int"}, {4, "mode", "Mode", {{0, "sequential"}, {1, "strided"}}}});
    return file.node(0, 0, "driver").node(1, 1, "flux");
}

// driver.go has called flux.compute.
const char* const call_graph = R"json({"graph": [{
 "0": {"data": {"name": "driver.go", "port": "GoPort", "instance": "driver", "method": "go",
                "signature": "int go()"}, "children": [1]},
 "1": {"data": {"name": "flux.compute", "port": "ns::FluxPort", "instance": "flux",
                "method": "compute", "signature": "void compute(int, Mode)"}, "children": []}}],
 "dataframe_indices": ["node", "rank"], "dataframe": [
 {"node": 0, "rank": 0, "calls": 2, "time": 10, "time (inc)": 40},
 {"node": 1, "rank": 0, "calls": 5, "time": 30, "time (inc)": 30}]})json";

class Runs : public test::Bases {
protected:
    void SetUp() override { directory_.write("run.json", run_json); }

    // A base with nothing but this run.
    KnowledgeBase added() {
        ReadOutcome outcome;
        auto base = this->base();
        base.add(read_run(RunDirectory::open(directory_.path()), {}, outcome));
        EXPECT_TRUE(outcome.problems.empty());
        return base;
    }
};

TEST_F(Runs, StatisticsAreByAllParameters) {
    directory_.write("callgraph.json", call_graph);
    directory_.write("records/0-0.rec", definitions()
                                            .block({{compute, 6000, 7000, 200, {10, 0}},
                                                    {compute, 7000, 10000, 400, {10, 0}},
                                                    {compute, 10000, 12000, 0, {10, 1}},
                                                    {compute, 12000, 13000, 0, {20, 0}},
                                                    {go, 5000, 15000, 600}})
                                            .end()
                                            .bytes());
    directory_.write("records/1-0.rec",
                     definitions(1)
                         .block({{compute, 6000, 11000, 0, {20, 0}}, {go, 5000, 12000}})
                         .end()
                         .bytes());
    const auto base = added();
    const auto flux = base.sql("SELECT * FROM statistics WHERE component = 'flux' ORDER BY "
                               "parameters ->> 'n', parameters ->> 'mode'");
    ASSERT_EQ(flux.rows.size(), 3U);
    EXPECT_EQ(text(flux, 0, "parameters"), R"({"mode":"sequential","n":10})");
    EXPECT_EQ(number(flux, 0, "calls"), 2);
    EXPECT_DOUBLE_EQ(number(flux, 0, "total_us"), 4);
    EXPECT_DOUBLE_EQ(number(flux, 0, "stddev_us"), 1); // deviation of 1 and 3
    EXPECT_DOUBLE_EQ(number(flux, 0, "min_us"), 1);
    EXPECT_DOUBLE_EQ(number(flux, 0, "max_us"), 3);
    EXPECT_DOUBLE_EQ(number(flux, 0, "communication_us"), 0.6);
    EXPECT_EQ(text(flux, 1, "parameters"), R"({"mode":"strided","n":10})");
    EXPECT_EQ(number(flux, 2, "calls"), 2); // sum of both ranks
    EXPECT_DOUBLE_EQ(number(flux, 2, "total_us"), 6);
    EXPECT_DOUBLE_EQ(number(flux, 2, "stddev_us"), 2); // deviation of 1 and 5
    const auto driver = base.sql("SELECT * FROM statistics WHERE component = 'driver'");
    EXPECT_EQ(text(driver, 0, "parameters"), "{}");
    EXPECT_DOUBLE_EQ(number(driver, 0, "total_us"), 17);
}

TEST_F(Runs, OneThatWasKilledIsKeptAsUnfinished) {
    std::string killed = run_json;
    killed.replace(killed.find("true"), 4, "false");
    directory_.write("run.json", killed);
    auto base = this->base();
    const auto add = [&](const std::string& records) {
        directory_.write("records/0-0.rec", records);
        ReadOutcome outcome;
        const auto run = read_run(RunDirectory::open(directory_.path()), {}, outcome);
        EXPECT_TRUE(run.is_unfinished);
        return base.add(run);
    };
    const auto some = definitions().block({{compute, 6000, 7000, 0, {10, 0}}}).bytes();
    EXPECT_TRUE(add(some).is_new);
    EXPECT_FALSE(add(some).is_new);
    EXPECT_TRUE(
        add(definitions().block({{compute, 6000, 7000, 0, {10, 0}}, {go, 5000, 9000}}).bytes())
            .is_new)
        << "it went on";
    const auto runs = base.sql("SELECT * FROM runs ORDER BY id");
    ASSERT_EQ(runs.rows.size(), 2U);
    EXPECT_EQ(number(runs, 0, "complete"), 0);
    const auto methods = base.sql("SELECT calls FROM methods WHERE component = 'flux'");
    EXPECT_EQ(number(methods, 0, "calls"), 1);
}

TEST_F(Runs, OneWithoutRecordsIsRefused) {
    const std::string said = proxima::unit::error_of([&] { added(); });
    EXPECT_NE(said.find("callgraph.json"), std::string::npos) << said;
}

} // namespace
