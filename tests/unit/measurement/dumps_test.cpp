// The files that Query and Monitor write while the program runs.
#include "measured_process.hpp"

#include <proxima/communication.hpp>
#include <proxima/run_facts.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

using namespace proxima::measurement;
using nlohmann::json;

json read(const std::string& path) {
    std::ifstream in(path);
    return json::parse(in);
}

std::string text_of(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

const json& with_name(const json& list, const std::string& name) {
    for (const json& entry : list) {
        if (entry["name"] == name) {
            return entry;
        }
    }
    throw std::runtime_error("nothing is named " + name);
}

TEST(Dumps, ProfileHasTimersAndEvents) {
    const auto outer = measurement().create_timer("dump \"outer\"", "int ()", "dumps");
    const auto inner = measurement().create_timer("dump inner");
    const auto event = measurement().create_event("dump event");
    event->trigger(2);
    event->trigger(4);
    outer->start();
    {
        const ScopedTimer running(*inner);
    }
    const auto query = measurement().create_query();
    const std::string path = query->dump_profile_data();
    outer->stop();
    EXPECT_EQ(path, (run_directory() / "profile.json").string());
    const json profile = read(path);
    EXPECT_EQ(profile["counters"][0], (json{{"name", "WALL_CLOCK"}, {"unit", "us"}}));
    const json timer = with_name(profile["timers"], "dump \"outer\" int ()");
    EXPECT_EQ(timer["group"], "dumps");
    EXPECT_EQ(timer["calls"], 1);
    EXPECT_EQ(timer["child_calls"], 1);
    EXPECT_EQ(timer["inclusive"].size(), profile["counters"].size());
    EXPECT_EQ(profile["active"][0]["name"], "dump \"outer\" int ()");
    EXPECT_EQ(profile["active"].size(), 1U);
    EXPECT_EQ(with_name(profile["events"], "dump event")["mean"], 3.0);
    EXPECT_EQ(with_name(profile["events"], "dump event")["sum_squares"], 20.0);
    EXPECT_EQ(query->dump_profile_data("before"), (run_directory() / "before.json").string());
}

TEST(Dumps, IncrementalOnesDoNotReplaceEachOther) {
    const auto timer = measurement().create_timer("dumped again");
    const auto query = measurement().create_query();
    std::set<std::string> paths;
    for (int calls = 1; calls <= 3; ++calls) {
        {
            const ScopedTimer running(*timer);
        }
        const std::string all = query->dump_profile_data_incremental();
        const std::string one = query->dump_timer_data_incremental({"dumped again"});
        EXPECT_EQ(with_name(read(all)["timers"], "dumped again")["calls"], calls);
        EXPECT_EQ(read(one)["timers"][0]["calls"], calls);
        EXPECT_TRUE(paths.insert(all).second);
        EXPECT_TRUE(paths.insert(one).second);
    }
}

TEST(Dumps, NamesAndDataOfTimers) {
    const auto timer = measurement().create_timer("dumped by name");
    {
        const ScopedTimer running(*timer);
    }
    const auto query = measurement().create_query();
    const json names = read(query->dump_timer_names());
    EXPECT_NE(std::find(names["timers"].begin(), names["timers"].end(), "dumped by name"),
              names["timers"].end());
    const json data = read(query->dump_timer_data({"unheard of", "dumped by name"}));
    EXPECT_EQ(data["timers"].size(), 2U);
    EXPECT_EQ(data["timers"][0]["calls"], 0);
    EXPECT_EQ(data["timers"][1]["calls"], 1);
}

TEST(Dumps, WhatCannotBeWrittenIsSaid) {
    const auto query = measurement().create_query();
    std::string path = "something";
    const std::string said =
        said_by([&] { path = query->dump_profile_data("/no/such/directory/profile"); });
    EXPECT_EQ(path, "");
    EXPECT_EQ(said, "proxima: error: cannot write /no/such/directory/profile.json: No such file or "
                    "directory\n");
}

TEST(Monitor, KeepsTimesAndParametersOfEachInvocation) {
    monitor().start_monitoring("rhs");
    sleep_milliseconds(2);
    monitor().start_monitoring("rhs"); // recursion
    monitor().stop_monitoring("rhs", {"n"}, {10});
    monitor().stop_monitoring("rhs", {"n", "level"}, {20, 1});
    const auto names = perf_param().component_method_names();
    EXPECT_EQ(std::count(names.begin(), names.end(), "rhs"), 1);
    const PerformanceData data = perf_param().performance_data("rhs", true);
    EXPECT_EQ(data.columns,
              (std::vector<std::string>{"computation", "communication", "n", "level"}));
    ASSERT_EQ(data.rows.size(), 2U);
    EXPECT_EQ(data.rows[0][2], 10);
    EXPECT_TRUE(std::isnan(data.rows[0][3]));
    EXPECT_EQ(data.rows[1][2], 20);
    EXPECT_EQ(data.rows[1][3], 1);
    EXPECT_GE(data.rows[1][0], 2000.0);
    EXPECT_LE(data.rows[0][0], data.rows[1][0]);
    EXPECT_EQ(data.rows[0][1], 0.0);
    EXPECT_EQ(values_of("rhs").calls, 2U);

    EXPECT_TRUE(perf_param().performance_data("rhs", false).rows.empty());
    monitor().start_monitoring("rhs");
    monitor().stop_monitoring("rhs", {}, {});
    EXPECT_EQ(perf_param().performance_data("rhs", false).rows.size(), 1U);
    monitor().destroy_record("rhs");
    EXPECT_TRUE(perf_param().performance_data("rhs", false).rows.empty());
}

TEST(Monitor, CommunicationIsWhatTheThreadCommunicatedInside) {
    const auto communicate = [](int milliseconds) {
        const std::uint64_t begin = proxima::detail::clock_ticks();
        sleep_milliseconds(milliseconds);
        proxima::detail::add_communication(proxima::detail::clock_ticks() - begin);
    };
    communicate(1);
    monitor().start_monitoring("exchange");
    communicate(4);
    sleep_milliseconds(1);
    communicate(4);
    monitor().stop_monitoring("exchange", {}, {});
    communicate(1);
    const PerformanceData data = perf_param().performance_data("exchange", false);
    ASSERT_EQ(data.rows.size(), 1U);
    EXPECT_GE(data.rows[0][1], 8000.0);
    EXPECT_GE(data.rows[0][0], 1000.0);
}

TEST(Monitor, DumpsCommaSeparatedValues) {
    monitor().start_monitoring("monitored apply");
    monitor().stop_monitoring("monitored apply", {"n, m", "x"}, {3, 0.5});
    perf_param().performance_data("monitored apply", true); // who reads takes nothing away
    EXPECT_TRUE(monitor().dump_data("monitored apply"));
    const std::string text = text_of(run_directory() / "monitored apply.csv");
    EXPECT_EQ(text.substr(0, text.find('\n')), "computation,communication,\"n, m\",x");
    EXPECT_EQ(text.substr(text.size() - 7), ",3,0.5\n");
    const std::filesystem::path other = run_directory() / "other.csv";
    monitor().set_file_name("monitored apply", other.string());
    EXPECT_TRUE(monitor().dump_data("monitored apply"));
    EXPECT_EQ(text_of(other).substr(0, text.find('\n')), text.substr(0, text.find('\n')));
    const std::string said = said_by([] { EXPECT_FALSE(monitor().dump_data("unheard of")); });
    EXPECT_EQ(said, "proxima: error: there is no record unheard of\n");
}

} // namespace
