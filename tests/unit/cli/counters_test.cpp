// What reports say of counters, on a run whose numbers are worked out by hand.
#include "verbs_fixture.hpp"

#include <proxima/base/error.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace {

using namespace proxima::cli;
using namespace proxima::rundir::test;
using Json = nlohmann::json;
using test::Verbs;

// A call costs 30 ns, 10 of them inside; reading the counters 500 ns.
const char* const run_json = R"({"format": 1, "complete": false, "records": 3,
 "counters": {"names": ["THREAD_CPU_TIME", "PAGE_FAULTS"], "read_ns": 500},
 "cost_of_one_call_ns": {"recorded": 30, "aggregated": 30, "inside": 10}})";

// go calls f two times: 100 us, of which 30 and 20 in f.
class OfCounters : public Verbs {
protected:
    void SetUp() override {
        Verbs::SetUp();
        const TestParameter time{1, "THREAD_CPU_TIME", "counter in ns"};
        const TestParameter faults{1, "PAGE_FAULTS", "counter in counts"};
        RecordFileBuilder file;
        file.thread(0).method("Go", "go", "int go()", {time, faults});
        file.method("F", "f", "void f(unsigned long)", {{1, "n", "unsigned long"}, time, faults});
        file.node(0, 0, "driver").node(1, 1, "a");
        file.block({{2, 110000, 140000, 0, {5, 29000, 7}},
                    {2, 150000, 170000, 0, {6, 19000, 3}},
                    {1, 100000, 200000, 0, {90000, 60}}});
        directory_.write("records/0-0.rec", file.end().bytes());
        directory_.write("run.json", run_json);
    }

    Json nodes(const ReportOptions& changes = {}) {
        auto options = changes;
        options.json = true;
        return Json::parse(report(options).text)["nodes"];
    }
};

TEST_F(OfCounters, StandBelowEachNodeBehindItsParameters) {
    ReportOptions options;
    options.width = 120;
    const auto text = report(options).text;
    EXPECT_NE(text.find("THREAD_CPU_TIME: incl 90.0us, excl 42.0us; PAGE_FAULTS: incl 60, excl 50"),
              std::string::npos)
        << text;
    EXPECT_NE(
        text.find("n = 5, 6; THREAD_CPU_TIME: incl 48.0us, excl 48.0us; PAGE_FAULTS: incl 10, "
                  "excl 10"),
        std::string::npos)
        << text;
}

TEST_F(OfCounters, AreInTheJson) {
    const auto all = nodes();
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0]["counters"][0]["name"], "THREAD_CPU_TIME");
    EXPECT_EQ(all[0]["counters"][0]["unit"], "us");
    EXPECT_DOUBLE_EQ(all[0]["counters"][0]["inclusive"], 90);
    EXPECT_DOUBLE_EQ(all[0]["counters"][0]["exclusive"], 90 - 29 - 19);
    EXPECT_EQ(all[0]["counters"][1]["unit"], "count");
    EXPECT_DOUBLE_EQ(all[0]["counters"][1]["exclusive"], 60 - 7 - 3);
    EXPECT_EQ(all[0]["parameters"], Json::array());
    ASSERT_EQ(all[1]["parameters"].size(), 1U);
    EXPECT_EQ(all[1]["parameters"][0]["count"], 2);
}

// Each call of f waits 2 x 500 ns for its counters, which its caller's time has.
// The runtime leaves out what that takes.
TEST_F(OfCounters, ReadingThemAddsNothing) {
    const auto all = nodes();
    EXPECT_NEAR(all[1]["added_us"], 2 * 0.01, 1e-9);
    EXPECT_NEAR(all[0]["added_us"], 0.01 + 2 * 0.03, 1e-9);
    EXPECT_NEAR(all[0]["added_exclusive_us"], 0.01 + 2 * 0.02, 1e-9);
}

TEST_F(OfCounters, AreRecoveredAsTheyWere) {
    const auto before = nodes();
    EXPECT_EQ(recover().status, 0);
    const auto graph = Json::parse(contents_of("callgraph.json"));
    EXPECT_EQ(graph["exclusive_metrics"], Json::array({"time", "THREAD_CPU_TIME", "PAGE_FAULTS"}));
    EXPECT_EQ(graph["inclusive_metrics"],
              Json::array({"time (inc)", "communication", "computation", "THREAD_CPU_TIME (inc)",
                           "PAGE_FAULTS (inc)"}));
    EXPECT_EQ(graph["dataframe"][0]["PAGE_FAULTS (inc)"], 60);
    EXPECT_EQ(graph["dataframe"][0]["PAGE_FAULTS"], 50);
    const auto after = nodes();
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(after[i]["counters"], before[i]["counters"]);
    }
}

TEST_F(OfCounters, AreColumnsOfTheRecords) {
    RecordsOptions options;
    const auto text = records(options).text;
    EXPECT_NE(text.substr(0, text.find('\n')).find("THREAD_CPU_TIME,PAGE_FAULTS"),
              std::string::npos);
    EXPECT_NE(text.find("driver.go;a.f,"), std::string::npos) << text;
    EXPECT_NE(text.find("29000,7"), std::string::npos) << text;
}

TEST_F(OfCounters, AreNoInputsOfModels) {
    directory_.write("models.json", R"({"format": 1, "models": [
        {"implementation": "M1", "method": "f", "inputs": [{"name": "PAGE_FAULTS"}], "mean": "PAGE_FAULTS"},
        {"implementation": "M2", "mean": "1"}]})");
    directory_.write("selection.json", R"({"format": 1, "models": ["models.json"], "families": [
        {"name": "f", "instances": ["a"], "implementations": ["M1", "M2"]}]})");
    SelectOptions options;
    options.selection = directory_.path() / "selection.json";
    options.runs = {directory_.path()};
    try {
        test::answer_of([&](Output& output) { return run_select(options, output); });
        FAIL();
    } catch (const proxima::base::Error& error) {
        EXPECT_NE(std::string(error.what()).find("needs `PAGE_FAULTS`"), std::string::npos)
            << error.what();
    }
}

} // namespace
