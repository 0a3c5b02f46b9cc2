// One program with each implementation, chosen by the environment.
#include "temporary_directory.hpp"

#include <proxima/measurement/connect.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <sys/wait.h>

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using namespace proxima::measurement;

// Output of PROXIMA_INSTRUMENTED, the same with any implementation.
constexpr const char* answer =
    "31.520071449340 3.141600986923 the answer is not changed by exceptions either\n";

// Programs that are measured, in a directory of their own.
class Implementations : public testing::Test {
public:
    // The instrumented program, whose output is the same with any implementation.
    void run_with(const std::string& environment) const {
        const std::string line = "cd " + directory_.string() +
                                 " && env -u PROXIMA -u PROXIMA_MEASUREMENT " + environment +
                                 " " PROXIMA_INSTRUMENTED " >out 2>err";
        const int status = std::system(line.c_str()); // NOLINT(cert-env33-c)
        EXPECT_EQ(WEXITSTATUS(status), 7);
        EXPECT_EQ(read("out"), answer);
    }
    std::string said() const { return read("err"); }
    std::string read(const std::string& name) const { return temporary_.read(name); }
    fs::path file(const std::string& name) const { return directory_ / name; }
    json json_of(const std::string& name) const { return json::parse(read(name)); }
    // The run of the one child that has measured.
    json run_of_child() const {
        for (const auto& entry : fs::directory_iterator(directory_)) {
            if (entry.path().filename().string().rfind("proxima-run.child-", 0) == 0) {
                return json_of(entry.path().filename().string() + "/run.json");
            }
        }
        ADD_FAILURE() << "the child has left nothing";
        return {};
    }

private:
    const proxima::unit::TemporaryDirectory temporary_;
    const fs::path directory_ = temporary_.path();
};

TEST_F(Implementations, NoneMeasuresNothing) {
    run_with("");
    EXPECT_EQ(said(), "");
    EXPECT_FALSE(fs::exists(file("proxima-run")));
}

TEST_F(Implementations, ProximaWritesTheCallGraph) {
    run_with("PROXIMA_MEASUREMENT=proxima");
    EXPECT_NE(said().find("timer \"first\" stops while"), std::string::npos) << said();
    EXPECT_EQ(said().find("overlap"), said().rfind("overlap")) << "said once";
    std::map<std::string, std::uint64_t> calls;
    const json graph = json_of("proxima-run/callgraph.json");
    for (const json& row : graph["dataframe"]) {
        calls[row["name"]] += row["calls"].get<std::uint64_t>();
    }
    EXPECT_EQ(calls["numerics.integrate"], 13U);
    EXPECT_EQ(calls["default.work"], 1U);
    EXPECT_EQ(calls["default.fail"], 1U);
    EXPECT_EQ(calls["monitor.monitored"], 1U);
    EXPECT_EQ(calls["event.steps"], 13U);
}

TEST_F(Implementations, OptionsOfTheLibraryConfigureTheRun) {
    run_with("PROXIMA_MEASUREMENT=proxima:quiet=on,records=off,output=elsewhere,"
             "exclude=proxima::measurement::Timer::integrate");
    EXPECT_FALSE(fs::exists(file("elsewhere/records")));
    EXPECT_EQ(read("elsewhere/callgraph.json").find("numerics.integrate"), std::string::npos);
    run_with("PROXIMA_MEASUREMENT=proxima PROXIMA=nonsense=1"); // and monitors nothing
}

#ifdef PROXIMA_SUBSTITUTE_PAPI

// PAPI counts neither on three threads nor in a child; each is reported once. Counting on threads
// ends with them, on the main thread with the process.
TEST_F(Implementations, ReportThreadsAndChildrenThatPapiDoesNotCount) {
    const std::string environment =
        "LD_LIBRARY_PATH=" PROXIMA_SUBSTITUTE_PAPI
        " PROXIMA_MEASUREMENT=proxima PROXIMA='quiet=on,counters=PAPI_TOT_INS' ";
    run_with(environment);
    const json run = json_of("proxima-run/run.json");
    EXPECT_EQ(run["counters"]["names"], json::array({"PAPI_TOT_INS"}));
    for (const json& lacking : {run, run_of_child()}) {
        EXPECT_EQ(lacking["losses"]["reasons"].size(), 1U);
        EXPECT_NE(lacking["losses"]["reasons"].dump().find("PAPI"), std::string::npos);
    }
    run_with(environment + "PAPI_LOG=log");
    EXPECT_EQ(read("log"), "1 sets, 3 threads, 0 mistakes");
}

#endif

#ifdef PROXIMA_TIMER_PRINTER

// Another tool, independent of this runtime, with the same program.
TEST_F(Implementations, AForeignToolServesTheSameProgram) {
    run_with("PROXIMA_MEASUREMENT=" PROXIMA_TIMER_PRINTER ":times");
    EXPECT_FALSE(fs::exists(file("proxima-run")));
    std::istringstream lines(read("times"));
    std::map<std::string, int> calls;
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::istringstream fields(line);
        int count = 0;
        double inclusive = 0;
        double exclusive = 0;
        std::string name;
        fields >> count >> inclusive >> exclusive >> name;
        EXPECT_LE(exclusive, inclusive);
        calls[name] = count;
    }
    EXPECT_EQ(calls["integrate"], 13);
    EXPECT_EQ(calls["work"], 1);
}

#endif

TEST_F(Implementations, AreReportedIfTheyCannotBeLoaded) {
    run_with("PROXIMA_MEASUREMENT=unheard_of.so");
    EXPECT_NE(said().find("PROXIMA_MEASUREMENT: cannot load unheard_of.so"), std::string::npos);
}

} // namespace
