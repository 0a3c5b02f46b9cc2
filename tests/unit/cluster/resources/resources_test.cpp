// Resources that methods used, from records and samples written for the tests.
#include "error_of.hpp"
#include "report/report_command.hpp"
#include "verbs_fixture.hpp"

#include <proxima/node/log.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>

namespace proxima::cli::test {
namespace {

using namespace rundir::test;
using node::Metric;

constexpr std::uint64_t ms = 1'000'000;
constexpr std::uint64_t run_length = 10'000 * ms;
constexpr std::uint64_t run_start = 1'700'000'000'000 * ms; // since 1970
constexpr std::uint64_t before_run = 2'000 * ms;            // the master begins
constexpr std::uint64_t master_raw = 500'000 * ms;

// In every 210 ms `main.go` calls a component that computes for 130 ms, then one that sleeps for 70
// ms.
class Resources : public Verbs {
protected:
    static constexpr std::uint64_t first = 50 * ms, period = 210 * ms, computing = 130 * ms,
                                   sleeping_from = 140 * ms, turns = 47;

    void write_rank(std::uint32_t rank, std::uint64_t communication = 0) {
        RecordFileBuilder file(rank, 0, {1e9, clock_start, 5000, run_start});
        file.thread(0).method("Go", "go", "int go()");
        file.method("Work", "compute", "void compute()").method("Work", "sleep", "void sleep()");
        file.node(0, 0, "main").node(1, 1, "worker").node(1, 2, "worker");
        std::vector<TestInvocation> all;
        std::uint64_t at = clock_start + first;
        for (std::uint64_t i = 0; i < turns; ++i, at += period) {
            all.push_back({2, at, at + computing});
            all.push_back({3, at + sleeping_from, at + period, communication});
        }
        all.push_back({1, clock_start + first, at, communication * turns});
        directory_.write(fmt::format("run/records/{}-0.rec", rank), file.block(all).end().bytes());
    }

    void write_run(const std::string& recording = "all", std::uint64_t communication = 0,
                   std::uint32_t ranks = 1) {
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            write_rank(rank, communication);
        }
        directory_.write(
            "run/run.json",
            fmt::format(R"({{"format": 1, "complete": true, "command": ["./go"], "host": "alpha",
 "start": "2023-11-14T22:13:20Z", "end": "2023-11-14T22:13:30Z", "duration_us": 10000000,
 "clock": {{"name": "tsc", "ticks_per_second": 1e9,
  "start": {{"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": {}}},
  "end": {{"ticks": {}, "monotonic_ns": {}, "realtime_ns": {}}}}},
 "mpi": {{"size": {}, "rank": 0}},
 "configuration": {{"text": "", "records": "{}"}}, "threads": 1, "buffers": 1, "methods": [{{}}],
 "invocations": 95, "records": {}, "losses": {{"invocations": 0, "reasons": []}}}})",
                        run_start, 1000 + run_length, 5000 + run_length, run_start + run_length,
                        ranks, recording, recording == "off" ? 0 : 95));
    }

    // Time of compute() until `moment` of the run.
    static std::uint64_t computed(std::uint64_t moment) {
        if (moment < first) {
            return 0;
        }
        const auto turn = std::min((moment - first) / period, turns);
        const auto now = turn < turns ? std::min((moment - first) % period, computing) : 0;
        return turn * computing + now;
    }

    using Fill = std::function<void(node::Sample&, std::uint64_t moment)>;
    // Samples every 100 ms, from a second before the run until a second after it; `moment` is 0
    // before the run. `later` moves them all.
    void write_nodes(const std::string& watched, const Fill& fill, std::uint64_t later = 0) {
        node::LogWriter writer(directory_.path() / "nodes",
                               {master_raw, run_start - before_run, "boot", "alpha"});
        write_node(writer, 1, "alpha", watched, fill, later);
        writer.flush();
    }

    static void write_node(node::LogWriter& writer, std::uint64_t id, const std::string& name,
                           const std::string& watched, const Fill& fill, std::uint64_t later) {
        node::NodeInfo info;
        info.id = id;
        info.name = name;
        info.processors = 1;
        info.watched = watched;
        writer.append(info);
        for (std::uint64_t i = 0; i <= 120; ++i) {
            node::Sample sample;
            sample.node = sample.clock = id;
            sample.sequence = i;
            const auto since_master = 1'000 * ms + i * 100 * ms + later;
            sample.time_ns = master_raw + since_master;
            sample.interval_ns = 100 * ms;
            fill(sample, since_master > before_run ? since_master - before_run : 0);
            std::array<std::uint8_t, 2048> bytes{};
            const auto size = encode(sample, bytes);
            writer.append(node::ClockExchange{id, sample.time_ns, sample.time_ns, sample.time_ns,
                                              sample.time_ns});
            writer.sample(sample.time_ns, {bytes.data(), size});
        }
    }

    static void fill_watched(node::Sample& sample, std::uint64_t moment) {
        sample.set(Metric::process_user, computed(moment) * 3 / 4 / 1000);
        sample.set(Metric::process_system, 0);
        sample.set(Metric::process_run_wait, computed(moment) / 4 / 1000);
        sample.set(Metric::process_read, 0);
        sample.set(Metric::process_written, 0);
        sample.set(Metric::pressure_io_some, 0);
    }

    Answer report_of(bool json) {
        ReportOptions options;
        options.run = directory_.path() / "run";
        options.resources.nodes = directory_.path() / "nodes";
        options.json = json;
        options.flat = true;
        options.width = 80;
        return answer_of([&](text::Output& output) { return run_report(options, output); });
    }

    static nlohmann::json method(const nlohmann::json& report, const std::string& name) {
        for (const auto& one : report["resources"]["methods"]) {
            if (one["name"] == name) {
                return one;
            }
        }
        return {};
    }
};

TEST_F(Resources, AreOfTheInnermostCall) {
    write_run();
    write_nodes("pid 17", fill_watched);
    const auto report = nlohmann::json::parse(report_of(true).text);
    const auto compute = method(report, "worker.compute");
    // 100 intervals of 0.1 s cover the whole run
    EXPECT_EQ(report["resources"]["intervals"], 100);
    EXPECT_EQ(report["resources"]["watched"], "pid 17");
    EXPECT_NEAR(report["resources"]["covered_share"], 1, 1e-9);
    EXPECT_NEAR(compute["exclusive_us"], 47 * 130e3, 1);
    EXPECT_NEAR(method(report, "main.go")["exclusive_us"], 47 * 10e3, 1);
    EXPECT_NEAR(method(report, "outside of measured calls")["exclusive_us"], 10e6 - 47 * 210e3, 1);
    EXPECT_NEAR(compute["processor"]["share"], 0.75, 1e-3);
    EXPECT_NEAR(compute["taken_away"]["share"], 0.25, 1e-3);
    EXPECT_NEAR(compute["rest"]["share"], 0, 2e-3);
    EXPECT_TRUE(compute["network"].is_null()) << "was not sampled";
    const auto sleep = method(report, "worker.sleep");
    EXPECT_NEAR(sleep["processor"]["share"], 0, 1e-3);
    EXPECT_NEAR(sleep["rest"]["share"], 1, 2e-3);
}

TEST_F(Resources, AddUpTheSamplesOfEachRank) {
    write_run("all", 0, 2);
    node::LogWriter writer(directory_.path() / "nodes",
                           {master_raw, run_start - before_run, "boot", "alpha"});
    write_node(writer, 1, "first", "pid 17", fill_watched, 0);
    write_node(writer, 2, "second", "pid 18", fill_watched, 4'030 * ms); // begins within the run
    writer.flush();
    const auto report = nlohmann::json::parse(report_of(true).text);
    EXPECT_EQ(report["resources"]["watched"], "pid 17, pid 18");
    EXPECT_EQ(report["resources"]["intervals"], 100 + 69) << "of both";
    const auto compute = method(report, "worker.compute");
    const auto sleep = method(report, "worker.sleep");
    EXPECT_NEAR(compute["processor"]["share"], 0.75, 0.01);
    EXPECT_NEAR(compute["taken_away"]["share"], 0.25, 0.01);
    EXPECT_NEAR(sleep["processor"]["share"], 0, 0.01);
    EXPECT_NEAR(sleep["exclusive_us"].get<double>() / compute["exclusive_us"].get<double>(),
                70. / 130, 0.02);
}

// The clock of the master's axis is `slower` by so much at the end of the run.
TEST_F(Resources, ClocksAgreeAsFarAsTheSamplesShow) {
    write_run();
    const auto bound_us = [&](std::uint64_t slower) {
        std::filesystem::remove_all(directory_.path() / "nodes");
        write_nodes("pid 17", [&](node::Sample& sample, std::uint64_t moment) {
            fill_watched(sample, moment);
            sample.real_ns = sample.time_ns - master_raw + run_start - before_run +
                             std::min(moment, run_length) * slower / run_length;
        });
        const auto report = nlohmann::json::parse(report_of(true).text);
        return report["resources"]["clock_bound_us"].get<double>();
    };
    EXPECT_LT(bound_us(0), 50) << "and not 200 ppm of 10 s";
    const auto drifting = bound_us(7 * ms);
    EXPECT_GE(drifting, 7000);
    EXPECT_LT(drifting, 7100);
}

TEST_F(Resources, RefuseSamplesOfWholeNodes) {
    write_run();
    write_nodes("", [](node::Sample& sample, std::uint64_t) { sample.set(Metric::cpu_user, 0); });
    const auto error = proxima::unit::error_of([&] { report_of(true); });
    EXPECT_NE(error.find("nodes: error: alpha"), std::string::npos) << error;
    EXPECT_NE(error.find("--pid"), std::string::npos) << error;
}

TEST_F(Resources, DisksCountAsFarAsTheWatchedMovedTheBytes) {
    write_run();
    write_nodes("pid 17", [](node::Sample& sample, std::uint64_t moment) {
        fill_watched(sample, moment);
        auto& disk = sample.disks.emplace_back();
        disk.name = "sda";
        const auto now = (sample.time_ns - master_raw) / ms;
        disk.values[static_cast<std::size_t>(node::DiskField::busy)] = now;
        disk.values[static_cast<std::size_t>(node::DiskField::read_bytes)] = 2 * now; // of 512
        sample.set(Metric::process_read, computed(moment) / ms * 256);
        sample.set(Metric::process_user, computed(moment) / 1000 / 2);
    });
    const auto report = nlohmann::json::parse(report_of(true).text);
    EXPECT_NEAR(method(report, "worker.compute")["disk"]["share"], 0.25, 1e-3);
    EXPECT_NEAR(method(report, "worker.sleep")["disk"]["share"], 0, 1e-3) << "busy for others";
}

TEST_F(Resources, PartsThatTakeLongerThanTheTimeAreRefused) {
    write_run();
    write_nodes("pid 17", [](node::Sample& sample, std::uint64_t moment) {
        fill_watched(sample, moment);
        sample.set(Metric::process_user, computed(moment) / 1000 * 2); // of two ranks, say
    });
    const auto report = nlohmann::json::parse(report_of(true).text);
    EXPECT_TRUE(method(report, "worker.compute")["processor"].is_null());
    EXPECT_TRUE(method(report, "worker.compute")["rest"].is_null());
    EXPECT_FALSE(method(report, "worker.sleep")["processor"].is_null());
    EXPECT_NE(report_of(false).text.find("Not attributable: 1 line"), std::string::npos);
}

// While the disk works on one piece of a request, the thread sends the next.
TEST_F(Resources, ADiskThatWorksDuringComputationIsNotWaitedFor) {
    write_run();
    write_nodes("pid 17", [](node::Sample& sample, std::uint64_t moment) {
        fill_watched(sample, moment);
        sample.set(Metric::process_user, computed(moment) / 1000 / 4);
        sample.set(Metric::process_run_wait, 0);
        auto& disk = sample.disks.emplace_back();
        disk.name = "sda";
        const auto now = computed(moment) / ms; // busy the whole time
        disk.values[static_cast<std::size_t>(node::DiskField::busy)] = now;
        disk.values[static_cast<std::size_t>(node::DiskField::read_bytes)] = now;
        sample.set(Metric::process_read, 512 * now);
    });
    const auto compute = method(nlohmann::json::parse(report_of(true).text), "worker.compute");
    EXPECT_NEAR(compute["processor"]["share"], 0.25, 2e-3);
    EXPECT_NEAR(compute["disk"]["share"], 0.75, 1e-2);
    EXPECT_LE(compute["disk"]["low"], compute["disk"]["share"]);
    EXPECT_GE(compute["disk"]["high"], compute["disk"]["share"]);
    EXPECT_NEAR(compute["rest"]["share"], 0, 1e-2);
}

TEST_F(Resources, PartsThatFillTheTimeWithinTheirErrorsAreNamed) {
    write_run();
    write_nodes("pid 17", [](node::Sample& sample, std::uint64_t moment) {
        fill_watched(sample, moment);
        sample.set(Metric::process_user, computed(moment) / 1000 * 79 / 100); // and 25 % taken
    });
    const auto compute = method(nlohmann::json::parse(report_of(true).text), "worker.compute");
    const double processor = compute["processor"]["share"];
    const double taken = compute["taken_away"]["share"];
    EXPECT_NEAR(processor, 0.79 / 1.04, 1e-2);
    EXPECT_NEAR(processor + taken, 1, 1e-9);
}

TEST_F(Resources, ATimeTooShortForTheSamplesIsNotKnown) {
    write_run();
    std::uint64_t odd = 0;
    write_nodes("pid 17", [&](node::Sample& sample, std::uint64_t moment) {
        fill_watched(sample, moment);
        // 40 ms of noise: `main.go` has 10 ms between its calls.
        sample.set(Metric::process_user, computed(moment) / 1000 * 3 / 4 + odd++ % 2 * 40'000);
    });
    const auto report = nlohmann::json::parse(report_of(true).text);
    EXPECT_TRUE(method(report, "main.go")["processor"].is_null());
    EXPECT_EQ(method(report, "main.go")["unknown"], "too short for the samples");
    EXPECT_NEAR(method(report, "worker.compute")["processor"]["share"], 0.75, 0.15);
    EXPECT_NE(report_of(false).text.find("Not known: "), std::string::npos);
}

TEST_F(Resources, CommunicationIsWhatMpiSays) {
    write_run("all", 35 * ms);
    write_nodes("pid 17", fill_watched);
    const auto report = nlohmann::json::parse(report_of(true).text);
    EXPECT_NEAR(method(report, "worker.sleep")["network"]["share"], 0.5, 1e-9);
    EXPECT_NEAR(method(report, "main.go")["network"]["share"], 0, 1e-9);
}

} // namespace
} // namespace proxima::cli::test
