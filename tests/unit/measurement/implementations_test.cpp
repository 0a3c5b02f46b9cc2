// One program with each implementation, chosen by the environment.
#include "implementations.hpp"

#include <nlohmann/json.hpp>

#include <map>

namespace {

using nlohmann::json;

TEST_F(Implementations, NoneMeasuresNothing) {
    const Outcome outcome = run_with("");
    EXPECT_EQ(outcome.status, 7);
    EXPECT_EQ(outcome.output, answer);
    EXPECT_EQ(said(), "");
    EXPECT_FALSE(fs::exists(file("proxima-run")));
}

TEST_F(Implementations, ProximaWritesTheCallGraph) {
    const Outcome outcome = run_with("PROXIMA_MEASUREMENT=proxima");
    EXPECT_EQ(outcome.status, 7);
    EXPECT_EQ(outcome.output, answer);
    EXPECT_EQ(said().substr(0, said().find('\n') + 1), overlap);
    std::map<std::string, std::uint64_t> calls;
    const json graph = json::parse(contents(file("proxima-run/callgraph.json")));
    for (const json& row : graph["dataframe"]) {
        calls[row["name"]] += row["calls"].get<std::uint64_t>();
    }
    EXPECT_EQ(calls["numerics.integrate"], 13U);
    EXPECT_EQ(calls["default.work"], 1U);
    EXPECT_EQ(calls["default.fail"], 1U);
    EXPECT_EQ(calls["monitor.monitored"], 1U);
    EXPECT_EQ(calls["event.steps"], 13U);
    EXPECT_FALSE(fs::exists(file("proxima-run/profile.json"))); // there is no second one
}

// The program's own file gets the number that messages would go to.
TEST_F(Implementations, SayNothingWithoutAStandardError) {
    for (const char* const implementation : {"proxima", "nonsense"}) {
        run(std::string("env -u PROXIMA OWN_FILE=own PROXIMA_MEASUREMENT=") + implementation +
            " sh -c 'exec " PROXIMA_INSTRUMENTED " 2>&-'");
        ASSERT_TRUE(fs::exists(file("own")));
        EXPECT_EQ(contents(file("own")), "") << implementation;
    }
}

TEST_F(Implementations, OptionsOfTheLibraryConfigureTheRun) {
    EXPECT_EQ(run_with("PROXIMA_MEASUREMENT=proxima:quiet=on,records=off,output=elsewhere").status,
              7);
    EXPECT_EQ(said(), overlap);
    EXPECT_TRUE(fs::exists(file("elsewhere/callgraph.json")));
    EXPECT_FALSE(fs::exists(file("elsewhere/records")));
}

TEST_F(Implementations, TheRunsRulesHoldForTimers) {
    EXPECT_EQ(run_with("PROXIMA_MEASUREMENT=proxima "
                       "PROXIMA='quiet=on,exclude=proxima::measurement::Timer::integrate'")
                  .status,
              7);
    EXPECT_EQ(contents(file("proxima-run/callgraph.json")).find("numerics.integrate"),
              std::string::npos);
}

TEST_F(Implementations, CountersThatAreNotThereAreSaidOnce) {
    const Outcome outcome = run_with("PROXIMA_MEASUREMENT=proxima "
                                     "PROXIMA='quiet=on,counters=PAGE_FAULTS;PAPI_NO_SUCH_EVENT'");
    EXPECT_EQ(outcome.status, 7);
    EXPECT_EQ(outcome.output, answer);
    EXPECT_EQ(said().find("proxima: PAPI_NO_SUCH_EVENT is not counted: "), 0U);
    EXPECT_EQ(said().find("PAPI_NO_SUCH_EVENT", 20), std::string::npos);
    const json run = json::parse(contents(file("proxima-run/run.json")));
    EXPECT_EQ(run["counters"]["names"], json::array({"PAGE_FAULTS"}));
    EXPECT_EQ(run["losses"]["reasons"],
              json::array({said().substr(9, said().find('\n') - 9)})); // after "proxima: "
}

TEST_F(Implementations, TheCostOfReadingCountersIsStated) {
    const auto cost_of = [&](const std::string& counters) {
        EXPECT_EQ(run_with("PROXIMA_MEASUREMENT=proxima:quiet=on,output=cost" + counters).status,
                  7);
        const json run = json::parse(contents(file("cost/run.json")));
        fs::remove_all(file("cost"));
        return run["counters"]["read_ns"].get<double>();
    };
    EXPECT_EQ(cost_of(""), 0);
    EXPECT_GT(cost_of("',counters=THREAD_CPU_TIME'"), 0);
}

#ifdef PROXIMA_FAILING_PAPI

TEST_F(Implementations, ThreadsAndChildrenThatPapiDoesNotCountAreSaid) {
    const std::string environment =
        "env -u PROXIMA LD_LIBRARY_PATH=" PROXIMA_FAILING_PAPI
        " PROXIMA_MEASUREMENT='proxima:quiet=on,output=run,counters=PAPI_TOT_INS' ";
    ASSERT_EQ(run(environment + PROXIMA_TIMED_EVERYWHERE).status, 0) << said();
    const json parent = json::parse(contents(file("run/run.json")));
    EXPECT_EQ(parent["counters"]["names"], json::array({"PAPI_TOT_INS"}));
    EXPECT_EQ(parent["losses"]["reasons"],
              json::array({"PAPI_TOT_INS is not counted: out of memory (on some threads: zeros "
                           "stand there)"})); // once for both
    for (const auto& entry : fs::directory_iterator(file("."))) {
        if (entry.path().filename().string().rfind("run.child-", 0) == 0) {
            const json child = json::parse(contents(entry.path() / "run.json"));
            EXPECT_EQ(child["losses"]["reasons"],
                      json::array({"PAPI_TOT_INS is not counted: PAPI counts for the parent (on "
                                   "the thread that forked this process: zeros stand there)"}));
            return;
        }
    }
    ADD_FAILURE() << "the child has left nothing";
}

// What is left is the main thread's, which ends with the process.
TEST_F(Implementations, PapiStopsCountingThreadsThatEnd) {
    const std::string environment =
        "env -u PROXIMA LD_LIBRARY_PATH=" PROXIMA_FAILING_PAPI " PAPI_LOG=log"
        " PROXIMA_MEASUREMENT='proxima:quiet=on,output=run,counters=PAPI_TOT_INS' ";
    ASSERT_EQ(run(environment + PROXIMA_TIMED_EVERYWHERE).status, 0) << said();
    EXPECT_EQ(contents(file("log")), "1 sets, 2 threads, 0 mistakes");
}

#endif

// What they measure is left out, and they do not wait for ever.
TEST_F(Implementations, HandlersOfForksAreNotMeasured) {
    const Outcome outcome =
        run("env -u PROXIMA PROXIMA_MEASUREMENT=proxima:quiet=on " PROXIMA_FORK_HANDLERS);
    EXPECT_EQ(outcome.status, 0) << said();
    const json graph = json::parse(contents(file("proxima-run/callgraph.json")));
    for (const json& row : graph["dataframe"]) {
        EXPECT_EQ(row["calls"], 2U) << row;
    }
}

#ifdef PROXIMA_TIMER_PRINTER

// A tool that knows nothing of this runtime, behind the same program.
TEST_F(Implementations, ThatOfSomebodyElseServesTheSameProgram) {
    const Outcome outcome = run_with("PROXIMA_MEASUREMENT=" PROXIMA_TIMER_PRINTER ":times");
    EXPECT_EQ(outcome.status, 7);
    EXPECT_EQ(outcome.output, answer);
    EXPECT_FALSE(fs::exists(file("proxima-run")));
    std::istringstream lines(contents(file("times")));
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

TEST_F(Implementations, WhatCannotBeLoadedIsSaidAndNothingMeasured) {
    const Outcome outcome = run_with("PROXIMA_MEASUREMENT=unheard_of");
    EXPECT_EQ(outcome.status, 7);
    EXPECT_EQ(outcome.output, answer);
    EXPECT_EQ(said(),
              "proxima: error: in PROXIMA_MEASUREMENT: cannot load unheard_of: "
              "libproxima_measurement_unheard_of.so: cannot open shared object file: No such file "
              "or directory; nothing is measured\n");
}

TEST_F(Implementations, OfEachThereIsOneWhateverItIsCalled) {
    const std::string proxima = "proxima:quiet=on,records=off";
    const std::string path = PROXIMA_MEASURING_LIBRARY ":quiet=on,records=off";
    EXPECT_EQ(run_with("", " " + proxima + " proxima:output=b " + path + " " + proxima).status, 7);
    EXPECT_EQ(
        said(),
        "\nproxima is loaded with other options already (\"quiet=on,records=off\"), and there "
        "is one of it in a process\n\n\n" +
            std::string(overlap));
    EXPECT_FALSE(fs::exists(file("b")));
}

TEST_F(Implementations, MonitoringWithoutARunDoesNothing) {
    const Outcome outcome = run_with("PROXIMA_MEASUREMENT=proxima PROXIMA=nonsense=1");
    EXPECT_EQ(outcome.status, 7);
    EXPECT_EQ(outcome.output, answer);
}

} // namespace
