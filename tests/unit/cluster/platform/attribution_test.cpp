// Applies the database model of Taufer (2002), section 8.2, to synthetic usage.
#include "error_of.hpp"

#include <proxima/base/range.hpp>
#include <proxima/platform/attribution.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace proxima::platform {
namespace {

const Application& database() {
    static const auto model = read_application(PROXIMA_MODELS "/database.json");
    return model;
}

// Platform of the thesis: slow disk (22 MB/s, 7.3 ms), 400 MHz, and the master's 1500 KB/s.
const Values thesis_platform{
    {"clock", 400e6}, {"disk_rate", 22e6}, {"disk_access", 7.3e-3}, {"net_rate", 1.5e6}};

Usage usage_of(const Values& values) {
    Usage usage;
    for (const auto& need : database().usage) {
        const auto found = values.find(need.name);
        usage[need.name] = {{found != values.end() ? found->second : 0, std::nullopt}, need.unit};
    }
    return usage;
}

PlatformPrediction time_of(const Values& usage, Values given = {}) {
    given.insert(thesis_platform.begin(), thesis_platform.end());
    given.insert({"processes", 1}); // on a node, as in the thesis
    return predict(database(), nullptr, given, usage_of(usage));
}

Verdict verdict_of(const Values& usage) {
    return classify(database(), time_of(usage));
}

Verdict verdict_of(const Usage& usage) {
    auto given = thesis_platform;
    given["processes"] = usage.at("process_count").value > 0 ? 0 : 1;
    return classify(database(), predict(database(), nullptr, given, usage));
}

TEST(DatabaseModel, TurnsUsageIntoTheTimesOfTheThesis) {
    // 8e9 instructions at CPI 1.5 on 400 MHz; 2200 MB in read-ahead and 100 jumps; 3 MB
    const double sequential = 16000;
    const auto made = time_of({{"duration", 150},
                               {"instructions", 8e9},
                               {"cycles", 12e9},
                               {"disk_jumps", 100},
                               {"disk_read_bytes", sequential * 131072 + 100 * 4096.},
                               {"link_received_bytes", 3e6},
                               {"link_sent_bytes", 1e6}});
    EXPECT_NEAR(made.components[0].value, 30, 1e-9);
    EXPECT_NEAR(made.components[1].value, sequential * 131072 / 22e6, 1e-6);
    EXPECT_NEAR(made.components[2].value, 100 * 7.3e-3, 1e-6);
    EXPECT_NEAR(made.components[3].value, 2, 1e-9);
    EXPECT_NEAR(made.results[0].value, 1.5, 1e-12);
    EXPECT_NEAR(made.results[1].value, 150 * 400e6 / 8e9, 1e-9);
    // The thesis assumes CPI = 1, and three slaves share the master's rate.
    const auto assumed = time_of(
        {{"duration", 150}, {"instructions", 8e9}, {"cycles", 12e9}, {"link_sent_bytes", 3e6}},
        {{"cpi", 1}, {"slaves", 3}});
    EXPECT_NEAR(assumed.components[0].value, 20, 1e-9);
    EXPECT_NEAR(assumed.components[3].value, 6, 1e-9);
}

TEST(DatabaseModel, NamesTheLineOfUsageInAnotherUnit) {
    auto usage = usage_of({{"duration", 150}});
    usage["duration"].unit = "ms";
    const auto error =
        proxima::unit::error_of([&] { predict(database(), nullptr, thesis_platform, usage); });
    EXPECT_NE(error.find("database.json:20:"), std::string::npos) << error;
    EXPECT_NE(error.find("`duration` is in `s`"), std::string::npos) << error;
}

TEST(DatabaseModel, CountsWaitingForAProcessorAsCpuAndHidesWhatIsReadAhead) {
    // A tenth of a processor: 10 s of work take 100 s, and 2640 MB at 22 MB/s 120 s.
    const Values usage{{"duration", 130},        {"process_count", 1},
                       {"process_user", 10},     {"process_run_wait", 90},
                       {"process_read", 2640e6}, {"disk_read_bytes", 2640e6}};
    const auto added = time_of(usage, {{"processes", 1}});
    EXPECT_NEAR(added.components[0].value + added.components[4].value, 100, 1e-9);
    EXPECT_NEAR(added.components[1].value, 120, 1e-9);
    EXPECT_NEAR(added.components[6].value, -90, 1e-9);
    const auto overlapping = time_of(usage, {{"processes", 1}, {"read_ahead", 1}});
    EXPECT_NEAR(overlapping.components[1].value, 20, 1e-9);
    EXPECT_NEAR(overlapping.components[6].value, 10, 1e-9);
}

TEST(Attribution, GivesNoNegativeEndToATimeThatCannotBeNegative) {
    auto usage =
        usage_of({{"duration", 100}, {"disk_jumps", 100}, {"disk_read_bytes", 101 * 4096.}});
    usage["disk_jumps"].interval = base::Range{90, 110};
    usage["disk_read_bytes"].interval = base::Range{91 * 4096., 111 * 4096.};
    const auto sequential = predict(database(), nullptr, thesis_platform, usage).components[1];
    ASSERT_TRUE(sequential.interval);
    EXPECT_EQ(sequential.interval->min, 0);
    EXPECT_GT(sequential.interval->max, 0);
}

TEST(Classification, KnowsTheFourClassesOfTheThesis) {
    const auto query = [](double cpu, double reads_ahead, double sent) {
        return Values{{"duration", 100},
                      {"cpu_user", cpu},
                      {"disk_read_bytes", reads_ahead * 131072},
                      {"link_sent_bytes", sent}};
    };
    EXPECT_EQ(verdict_of(query(75, 2000, 0)).limit, "CPU");        // query 1
    EXPECT_EQ(verdict_of(query(12, 4000, 90e6)).limit, "network"); // query 3
    EXPECT_EQ(verdict_of(query(5, 15500, 0)).limit, "disk");       // query 4
    const Values query_8{{"duration", 100},
                         {"cpu_user", 6},
                         {"disk_jumps", 1000},
                         {"disk_read_bytes", 1000 * 4096.}};
    const auto verdict = verdict_of(query_8);
    EXPECT_EQ(verdict.limit, "middleware");
    EXPECT_NEAR(verdict.unexplained, 1 - 0.06 - 0.073, 1e-3);
    EXPECT_NE(verdict.evidence.find("13%"), std::string::npos) << verdict.evidence;
}

TEST(Classification, SaysWhenNoResourceOrAnotherOneMayBeTheLimit) {
    EXPECT_EQ(verdict_of({{"duration", 100}, {"cpu_user", 40}, {"link_sent_bytes", 60e6}}).limit,
              "");
    auto usage = usage_of({{"duration", 100}, {"cpu_user", 52}, {"link_sent_bytes", 67.5e6}});
    usage["cpu_user"].interval = base::Range{40, 64};
    const auto verdict = verdict_of(usage);
    EXPECT_EQ(verdict.limit, "");
    EXPECT_NE(verdict.refusal.find("intervals of CPU and network overlap"), std::string::npos)
        << verdict.refusal;
}

TEST(Classification, RefusesAClassThatMayHaveHalfOfTheTime) {
    auto usage = usage_of({{"duration", 100}, {"cpu_user", 40}, {"link_sent_bytes", 60e6}});
    usage["cpu_user"].interval = base::Range{25, 55};
    const auto verdict = verdict_of(usage);
    EXPECT_EQ(verdict.limit, "");
    EXPECT_NE(verdict.refusal.find("CPU may have half"), std::string::npos) << verdict.refusal;
}

TEST(Classification, RefusesPartsThatTakeLongerThanTheRun) {
    const auto verdict =
        verdict_of({{"duration", 100}, {"cpu_user", 90}, {"link_sent_bytes", 90e6}});
    EXPECT_EQ(verdict.limit, "");
    EXPECT_NE(verdict.refusal.find("150%"), std::string::npos) << verdict.refusal;
    // Both directions of a link are used at the same time.
    const auto both = verdict_of({{"duration", 100},
                                  {"cpu_user", 5},
                                  {"link_sent_bytes", 140e6},
                                  {"link_received_bytes", 140e6}});
    EXPECT_EQ(both.limit, "network");
    EXPECT_EQ(both.refusal, "");
}

TEST(Classification, RefusesWhatItDoesNotKnow) {
    auto usage = usage_of({{"duration", 100}, {"process_count", 1}, {"process_busy", 5}});
    EXPECT_EQ(verdict_of(usage).limit, "middleware");
    usage["disk_read_bytes"].value = 2e9;
    usage["process_read"].value = std::nan("");
    const auto verdict = verdict_of(usage);
    EXPECT_EQ(verdict.limit, "");
    EXPECT_NE(verdict.refusal.find("t_DISK_seq"), std::string::npos) << verdict.refusal;
    // A whole node: how many processes work at once is not known.
    const auto alone = predict(database(), nullptr, thesis_platform,
                               usage_of({{"duration", 100}, {"cpu_user", 90}}));
    EXPECT_NE(classify(database(), alone).refusal.find("t_CPU is not known"), std::string::npos);
}

// A process that does nothing for 100 s.
Usage idle_process(const Application& model) {
    Usage usage;
    for (const auto& need : model.usage) {
        usage[need.name] = {{0, std::nullopt}, need.unit};
    }
    usage["duration"].value = 100;
    usage["process_count"].value = 1;
    return usage;
}

// Without the rate of the network, traffic below 1 MB/s is known to be no limit: here it may be
// more.
TEST(Classification, WhatIsUnknownAtAnEndOfAnIntervalIsUnknown) {
    const auto mpi = read_application(PROXIMA_MODELS "/mpi.json");
    auto usage = idle_process(mpi);
    usage["process_sent"].interval = base::Range{0, 50e6};
    EXPECT_EQ(classify(mpi, predict(mpi, nullptr, {}, usage)).limit, "idle");
    usage["process_sent"].interval = base::Range{0, 1e9};
    const auto verdict = classify(mpi, predict(mpi, nullptr, {}, usage));
    EXPECT_EQ(verdict.limit, "");
    EXPECT_NE(verdict.refusal.find("t_comm is not known"), std::string::npos) << verdict.refusal;
    const auto rated = classify(mpi, predict(mpi, nullptr, {{"net_rate", 12.5e6}}, usage));
    EXPECT_NE(rated.refusal.find("intervals of idle and network overlap"), std::string::npos)
        << rated.refusal;
}

TEST(Classification, CountsTheProcessesAlone) {
    // Somebody else's traffic and accesses beside a process that sleeps.
    const Values beside{{"duration", 100},       {"process_count", 1},     {"process_busy", 1},
                        {"cpu_user", 150},       {"disk_read_bytes", 2e9}, {"disk_jumps", 1e4},
                        {"link_sent_bytes", 1e9}};
    EXPECT_EQ(verdict_of(usage_of(beside)).limit, "middleware");
}

TEST(Classification, KnowsALimitOfTheGroup) {
    const Values usage{{"duration", 100},
                       {"process_count", 1},
                       {"process_busy", 20},
                       {"process_busy_wait", 79},
                       {"process_throttled", 78}};
    EXPECT_EQ(verdict_of(usage_of(usage)).limit, "throttled by its own limit");
}

TEST(Classification, BusyThreadsAreNotAddedUp) {
    // Sixteen threads, each busy for half of the time.
    const auto mpi = read_application(PROXIMA_MODELS "/mpi.json");
    auto usage = idle_process(mpi);
    usage["process_user"].value = 16 * 60.0;
    usage["process_busy"].value = 60;
    const auto verdict = classify(mpi, predict(mpi, nullptr, {}, usage));
    EXPECT_EQ(verdict.limit, "CPU");
    EXPECT_NEAR(verdict.shares.front().share.value, 0.6, 1e-9);
    EXPECT_EQ(verdict.shares[1].kind, "idle");
}

} // namespace
} // namespace proxima::platform
