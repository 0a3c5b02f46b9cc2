// `proxima study` with a program that leaves runs whose times are known, at once.
#pragma once

#include "error_of.hpp"
#include "study/study_command.hpp"
#include "verbs_fixture.hpp"

#include <proxima/base/error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string>

namespace proxima::cli::test {

using namespace rundir::test;

// The program does not end from the start whose number is in the file `slow`, and fails for an
// implementation NAME if `fail.NAME` exists. RANKS, which a launcher may set, selects other
// results.
inline const char* const application = R"(
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
cp -r "$3/template.$1$RANKS" "${PROXIMA#*output=}"
echo "error = 0.$2"
[ $1 = slow ] && echo "order = 2" || echo "order = 1"
)";

class StudyVerb : public Verbs {
protected:
    void SetUp() override {
        Verbs::SetUp();
        directory_.write("app.sh", application);
        write_template("fast", 10000, 3000);
        write_template("slow", 20000, 5000);
        write_study("");
    }

    // solver.solve(n) takes first + each * n nanoseconds, ten times at each of eight sizes, each
    // after producer.make() of `making` nanoseconds, unless that is 0.
    void write_template(const std::string& name, std::uint64_t first, std::uint64_t each,
                        std::uint64_t making = 0) const {
        const auto at = "template." + name;
        std::filesystem::create_directories(directory_.path() / at / "records");
        directory_.write(at + "/run.json", R"({"format": 1, "complete": true, "command": ["./app"],
 "host": "node17", "start": "2025-01-31T12:00:00Z", "end": "2025-01-31T12:00:01Z", "duration_us": 1e6,
 "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000},
  "end": {"ticks": 1000001000, "monotonic_ns": 1000005000}},
 "methods": [], "records": 0, "losses": {"invocations": 0, "reasons": []}})");
        std::filesystem::remove(directory_.path() / at / "records/1-0.rec");
        directory_.write(at + "/records/0-0.rec", records(0, first, each, making));
        write_call_graph(directory_.path() / at);
    }

    // Lets a second rank do the same as the first.
    void add_rank(const std::string& name, std::uint64_t first, std::uint64_t each) const {
        const auto at = "template." + name;
        directory_.write(at + "/records/1-0.rec", records(1, first, each, 0));
        write_call_graph(directory_.path() / at);
    }

    static std::string records(std::uint32_t rank, std::uint64_t first, std::uint64_t each,
                               std::uint64_t making) {
        RecordFileBuilder file(rank);
        file.thread(0).method("Go", "go", "int go()");
        file.method("Solver", "solve", "void solve(int)", {{0, "n", "int"}});
        file.method("Producer", "make", "void make()");
        file.node(0, 0, "driver").node(1, 1, "solver").node(1, 2, "producer");
        std::vector<TestInvocation> invocations;
        std::uint64_t now = clock_start + 1000;
        for (std::uint64_t n = 4; n <= 512; n *= 2) {
            for (std::uint64_t i = 0; i < 10; ++i) {
                if (making > 0) {
                    invocations.push_back({3, now, now + making});
                    now += making;
                }
                const auto duration = first + each * n;
                invocations.push_back({2, now, now + duration, 0, {n}});
                now += duration;
            }
        }
        invocations.push_back({1, clock_start, now + 1000});
        file.block(invocations);
        return file.end().bytes();
    }

    void write_study(const std::string& more, const std::string& sizes = "[1, 2]") const {
        directory_.write("study.json", R"({"format": 1, "name": "solvers",
            "command": ["sh", "{study}/app.sh", "{solver}", "{size}", "{study}"],
            "implementations": {"solver": ["slow", "fast"]}, "repetitions": 2,
            "parameters": {"size": )" + sizes +
                                           "}" + more + "}");
    }

    // Time of ten calls at each of the eight sizes: 80 * first + 10 * each * (4 + ... + 512).
    static double solving_us(double first_us, double each_us) {
        return 80 * first_us + 10 * 1020 * each_us;
    }

    StudyOptions options() const {
        StudyOptions options;
        options.study = directory_.path() / "study.json";
        options.output = output();
        options.json = true;
        return options;
    }
    std::filesystem::path output() const { return directory_.path() / "out"; }

    Answer study(StudyOptions changed) {
        return answer_of([&](text::Output& output) { return run_study(changed, output); });
    }
    Answer study() { return study(options()); }

    void touch(const std::string& name) const { directory_.write(name, ""); }
    void remove(const std::string& name) const {
        std::filesystem::remove(directory_.path() / name);
    }

    // Number of starts of the program.
    std::size_t starts() const {
        const auto log = contents_of("log");
        return static_cast<std::size_t>(std::count(log.begin(), log.end(), '\n'));
    }

    std::string refusal() {
        return proxima::unit::error_of([&] { study(); });
    }
};

} // namespace proxima::cli::test
