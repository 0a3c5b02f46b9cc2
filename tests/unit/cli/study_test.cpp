// `proxima study` with a program that leaves runs whose times are known, at once.
#include "callgraph/call_graph_writers.hpp"
#include "verbs_fixture.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/model_file.hpp>
#include <proxima/rundir/rebuild.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <set>
#include <sys/file.h>
#include <sys/wait.h>
#include <thread>

namespace proxima::cli {
namespace {

using namespace rundir::test;

/// Takes a while if there is a file `slow`, and fails for an implementation if `fail.NAME` is
/// there.
const char* const application = R"(
echo "$1 $2" >> "$3/log"
if [ -e "$3/fail.$1" ]; then
  echo "starting"
  echo "the solver has diverged"
  exit 3
fi
if [ -e "$3/slow" ] && [ $(wc -l < "$3/log") -ge $(cat "$3/slow") ]; then
  echo $$ > "$3/pid.new"
  mv "$3/pid.new" "$3/pid"
  sleep 100
fi
cp -r "$3/template.$1" "${PROXIMA#*output=}"
echo "error = 0.$2"
)";

class StudyVerb : public test::Verbs {
protected:
    void SetUp() override {
        test::Verbs::SetUp();
        directory_.write("app.sh", application);
        write_template("fast", 10000, 3000);
        write_template("slow", 20000, 5000);
        write_study("");
    }

    /// solver.solve(n) takes first + each * n nanoseconds, ten times at each of eight sizes.
    void write_template(const std::string& name, std::uint64_t first, std::uint64_t each) const {
        RecordFileBuilder file;
        file.thread(0).method("Go", "go", "int go()");
        file.method("Solver", "solve", "void solve(int)", {{0, "n", "int"}});
        file.node(0, 0, "driver").node(1, 1, "solver");
        std::vector<TestInvocation> invocations;
        std::uint64_t now = clock_start + 1000;
        for (std::uint64_t n = 4; n <= 512; n *= 2) {
            for (std::uint64_t i = 0; i < 10; ++i) {
                const auto duration = first + each * n;
                invocations.push_back({2, now, now + duration, 0, {n}});
                now += duration;
            }
        }
        invocations.push_back({1, clock_start, now + 1000});
        file.block(invocations);
        const auto at = "template." + name;
        std::filesystem::create_directories(directory_.path() / at / "records");
        directory_.write(at + "/run.json", R"({"format": 1, "complete": true, "command": ["./app"],
 "host": "node17", "start": "2025-01-31T12:00:00Z", "end": "2025-01-31T12:00:01Z", "duration_us": 1e6,
 "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000},
  "end": {"ticks": 1000001000, "monotonic_ns": 1000005000}},
 "methods": [], "records": 0, "losses": {"records": 0, "invocations": 0, "messages": []}})");
        directory_.write(at + "/records/0-0.rec", file.end().bytes());
        write_call_graph(directory_.path() / at);
    }

    static void write_call_graph(const std::filesystem::path& place) {
        rundir::ReadOutcome outcome;
        const auto run = rundir::RunDirectory::open(place);
        auto graph = rundir::rebuild_call_graph(run, outcome);
        const int file = ::open(run.call_graph_file().c_str(), O_WRONLY | O_CREAT, 0644);
        Output output(file);
        write_hatchet(graph, {}, output);
        output.flush();
        ::close(file);
    }

    void write_study(const std::string& more, const std::string& sizes = "[1, 2]",
                     const std::string& word = "app.sh") const {
        directory_.write("study.json", R"({"format": 1, "name": "solvers",
            "command": ["sh", "{study}/)" + word +
                                           R"(", "{solver}", "{size}", "{study}"],
            "parameters": {"size": )" + sizes +
                                           R"(},
            "implementations": {"solver": ["slow", "fast"]}, "repetitions": 2)" +
                                           more + "}");
    }

    StudyOptions options() const {
        StudyOptions options;
        options.study = directory_.path() / "study.json";
        options.output = output();
        options.json = true;
        return options;
    }
    std::filesystem::path output() const { return directory_.path() / "out"; }

    test::Answer study(StudyOptions changed) {
        return test::answer_of([&](Output& output) { return run_study(changed, output); });
    }
    test::Answer study() { return study(options()); }

    void touch(const std::string& name) const { directory_.write(name, ""); }
    void remove(const std::string& name) const {
        std::filesystem::remove(directory_.path() / name);
    }

    /// How often the program was started.
    std::size_t starts() const {
        const auto log = contents_of("log");
        return static_cast<std::size_t>(std::count(log.begin(), log.end(), '\n'));
    }

    std::string refusal() {
        try {
            study();
        } catch (const model::Error& error) {
            return error.what();
        }
        return "it was taken";
    }
};

TEST_F(StudyVerb, FindsModelsAndTheBestAssembly) {
    write_study(R"(, "checks": {"core": ["driver", "solver"],
        "assemblies": [{"at": {"size": 1}, "is": {"solver": "fast"}}],
        "models": [{"implementation": "fast", "is": "10 + 3 * n", "within": 0.001},
                   {"implementation": "slow", "is": "20 + 5 * n", "within": 0.001}]})");
    const auto answer = study();
    EXPECT_EQ(answer.status, 0) << answer.text << answer.messages;
    const auto json = nlohmann::json::parse(answer.text);
    EXPECT_EQ(json["runs"].size(), 8U);
    ASSERT_EQ(json["points"].size(), 2U);
    for (const auto& point : json["points"]) {
        EXPECT_EQ(point["answers"][0]["assembly"]["solver"], "fast");
        // 80 * 10 us + 3 us * 10 * (4 + 8 + ... + 512), and the driver's own microsecond or two.
        EXPECT_NEAR(point["answers"][0]["measured_us"].get<double>(), 800 + 30 * 1020, 3);
        EXPECT_NEAR(point["answers"][0]["predicted_us"].get<double>(), 800 + 30 * 1020, 20);
    }
    EXPECT_EQ(json["checks"].size(), 2U + 1U + 2U);
    EXPECT_EQ(model::read_models(output() / "models.json").size(), 2U);
    for (const auto* file : {"at/size=1/core.json", "at/size=1/selection.json",
                             "at/size=2/answer.json", "at/size=2/best.sh", "report.txt"}) {
        EXPECT_TRUE(std::filesystem::exists(output() / file)) << file;
    }
    EXPECT_EQ(starts(), 1U + 8U); // the first one to warm up
}

TEST_F(StudyVerb, ChecksThatDoNotHoldAreSaid) {
    write_study(R"(, "checks": {"core": ["solver"],
        "assemblies": [{"at": {"size": 1}, "is": {"solver": "slow"}}],
        "models": [{"implementation": "fast", "is": "10 + 3.1 * n", "within": 0.03}]})");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    for (const auto& check : nlohmann::json::parse(answer.text)["checks"]) {
        EXPECT_EQ(check["holds"], false) << check;
    }
}

TEST_F(StudyVerb, WhatWasRunIsNotRunAgain) {
    study();
    const auto before = starts();
    EXPECT_EQ(study().status, 0);
    EXPECT_EQ(starts(), before);
    write_study("", "[1, 2, 3]"); // a study may grow
    EXPECT_EQ(nlohmann::json::parse(study().text)["runs"].size(), 12U);
    EXPECT_EQ(starts(), before + 1 + 4);
    write_study("", "[3]"); // and shrink
    EXPECT_EQ(nlohmann::json::parse(study().text)["runs"].size(), 4U);
    EXPECT_EQ(starts(), before + 1 + 4);
}

TEST_F(StudyVerb, GoesOnAfterAKillInTheMiddleOfARun) {
    write_study(R"(, "warm_up": 0)");
    directory_.write("slow", "3");
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = ::open("/dev/null", O_WRONLY);
        Output output(nowhere);
        run_study(options(), output);
        _exit(0);
    }
    while (!std::filesystem::exists(directory_.path() / "pid")) {
        ASSERT_EQ(waitpid(child, nullptr, WNOHANG), 0) << "it ended before it could be killed";
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    remove("slow");
    const int left_over = std::stoi(contents_of("pid"));
    const auto answer = study();
    EXPECT_EQ(answer.status, 0) << answer.messages;
    EXPECT_NE(answer.messages.find("ended a run that was still going on"), std::string::npos)
        << answer.messages;
    const auto runs = nlohmann::json::parse(answer.text)["runs"];
    std::set<std::string> which;
    std::set<std::string> where;
    for (const auto& run : runs) {
        which.insert(run["run"].dump());
        where.insert(run["directory"]);
    }
    EXPECT_EQ(which.size(), 8U);
    EXPECT_EQ(where.size(), 8U);
    EXPECT_EQ(starts(), 3U + 6U); // the one that was cut off is made again
    std::string state;
    std::getline(std::ifstream("/proc/" + std::to_string(left_over) + "/stat"), state);
    EXPECT_TRUE(state.empty() || state.find(") Z") != std::string::npos) << state;
}

TEST_F(StudyVerb, ALineThatWasCutOffDoesNotCount) {
    study();
    auto journal = contents_of("out/journal.jsonl");
    journal.resize(journal.size() - 10); // the end of the last run
    directory_.write("out/journal.jsonl", journal);
    const auto before = starts();
    EXPECT_EQ(nlohmann::json::parse(study().text)["runs"].size(), 8U);
    EXPECT_EQ(starts(), before + 1 + 1);
}

TEST_F(StudyVerb, FailedRunsAreToldAndTheOthersMade) {
    touch("fail.slow");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    const auto json = nlohmann::json::parse(answer.text);
    EXPECT_EQ(json["runs"].size(), 4U);
    ASSERT_EQ(json["failed"].size(), 4U);
    EXPECT_EQ(json["failed"][0]["failure"], "ended with status 3");
    EXPECT_EQ(json["failed"][0]["last_lines"],
              (std::vector<std::string>{"starting", "the solver has diverged"}));
    EXPECT_NE(answer.messages.find("solver=slow) ended with status 3: the solver has diverged"),
              std::string::npos)
        << answer.messages;
    const auto before = starts();
    study();
    EXPECT_EQ(starts(), before);
    remove("fail.slow");
    auto again = options();
    again.retry = true;
    EXPECT_EQ(nlohmann::json::parse(study(again).text)["runs"].size(), 8U);
    EXPECT_EQ(starts(), before + 1 + 4);
}

TEST_F(StudyVerb, StopsAfterSomeFailures) {
    write_study(R"(, "stop_after_failures": 2, "warm_up": 0)");
    touch("fail.slow");
    touch("fail.fast");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    EXPECT_EQ(starts(), 2U);
    EXPECT_NE(answer.messages.find("2 runs have failed (stop_after_failures), 6 are not made yet"),
              std::string::npos)
        << answer.messages;
}

TEST_F(StudyVerb, ARunThatTakesTooLongIsEnded) {
    write_study(R"(, "time_limit_s": 0.3, "stop_after_failures": 1, "warm_up": 0)");
    directory_.write("slow", "1");
    const auto answer = study();
    EXPECT_EQ(answer.status, 1);
    EXPECT_NE(answer.messages.find("took more than 0.3 s (time_limit_s)"), std::string::npos)
        << answer.messages;
}

TEST_F(StudyVerb, AProgramThatMeasuresNothingIsSaid) {
    directory_.write("app.sh", "exit 0\n");
    write_study(R"(, "stop_after_failures": 1)");
    EXPECT_NE(study().messages.find("left no run directory: it measures nothing"),
              std::string::npos);
}

TEST_F(StudyVerb, ResultsOfRunsAreQualities) {
    write_study(R"(, "results": {"error": {"output": "error ="}},
        "select": {"quality": {"error": {"result": "error", "better": "less"}},
                   "questions": {"fastest": {}, "exact": {"require": ["error<=0.15"]}}})");
    const auto json = nlohmann::json::parse(study().text);
    ASSERT_EQ(json["points"][0]["answers"].size(), 2U);
    EXPECT_NEAR(json["points"][0]["answers"][0]["quality"]["error"].get<double>(), 0.1, 1e-12);
    EXPECT_EQ(json["points"][0]["answers"][1]["assembly"]["solver"], "fast");
    EXPECT_TRUE(json["points"][1]["answers"][1].contains("refusal")); // 0.2 is too much
    EXPECT_TRUE(std::filesystem::exists(output() / "at/size=1/answer-exact.json"));
}

TEST_F(StudyVerb, ResultsMayBeWantedLater) {
    study();
    const auto before = starts();
    write_study(R"(, "results": {"error": {"output": "error ="}})");
    const auto json = nlohmann::json::parse(study().text);
    EXPECT_EQ(starts(), before);
    for (const auto& run : json["runs"]) {
        const bool is_first = run["run"]["parameters"]["size"] == "1";
        EXPECT_NEAR(run["results"]["error"].get<double>(), is_first ? 0.1 : 0.2, 1e-12);
    }
}

TEST_F(StudyVerb, AResultThatIsMissingIsAFailure) {
    write_study(R"(, "results": {"error": {"file": "out.json", "member": "error"}},
        "stop_after_failures": 1, "warm_up": 0)");
    EXPECT_NE(study().messages.find("has not written out.json"), std::string::npos);
}

TEST_F(StudyVerb, AnotherWayToRunIsRefused) {
    study();
    std::filesystem::copy(directory_.path() / "app.sh", directory_.path() / "other.sh");
    write_study("", "[1, 2]", "other.sh");
    EXPECT_NE(refusal().find("were made in another way: \"command\" changed since"),
              std::string::npos)
        << refusal();
}

TEST_F(StudyVerb, OtherDirectoriesAreLeftAlone) {
    directory_.write("out/something", "precious");
    EXPECT_NE(refusal().find("exists and is no study"), std::string::npos) << refusal();
    remove("out/something");
    directory_.write("out/journal.jsonl",
                     "{\"event\": \"study\", \"format\": 1, \"name\": \"other\"}\n");
    EXPECT_NE(refusal().find("belongs to the study other, not to solvers"), std::string::npos)
        << refusal();
    directory_.write("out/journal.jsonl", "nonsense\n");
    EXPECT_NE(refusal().find("journal.jsonl:1: error: this line of the journal is damaged"),
              std::string::npos)
        << refusal();
}

TEST_F(StudyVerb, OneStudyAtATime) {
    study();
    const int journal = ::open((output() / "journal.jsonl").c_str(), O_RDONLY);
    ASSERT_EQ(::flock(journal, LOCK_EX), 0);
    EXPECT_NE(refusal().find("another `proxima study` is at work here"), std::string::npos);
    ::close(journal);
}

TEST_F(StudyVerb, ADryRunRunsNothing) {
    auto dry = options();
    dry.dry_run = true;
    dry.json = false;
    const auto answer = study(dry);
    EXPECT_EQ(answer.text.substr(0, answer.text.find('\n')),
              "study solvers: 4 combinations, 2 times each, in random order (seed 1): 8 runs");
    EXPECT_EQ(starts(), 0U);
    EXPECT_FALSE(std::filesystem::exists(output()));
}

TEST_F(StudyVerb, TextFitsEightyColumns) {
    touch("fail.slow");
    auto text = options();
    text.json = false;
    std::istringstream lines(study(text).text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(line.size(), 80U) << line;
    }
}

TEST_F(StudyVerb, AllIsKeptInAKnowledgeBaseOnce) {
    write_study(R"(, "knowledge_base": "kb")");
    EXPECT_EQ(study().status, 0);
    const auto listed = [&] {
        KbOptions options;
        options.verb = KbVerb::list;
        options.base = directory_.path() / "kb";
        return test::answer_of([&](Output& output) { return run_kb(options, output); }).text;
    };
    const auto once = listed();
    EXPECT_NE(once.find("solvers"), std::string::npos) << once;
    EXPECT_EQ(study().status, 0);
    EXPECT_EQ(listed(), once);
}

} // namespace
} // namespace proxima::cli
