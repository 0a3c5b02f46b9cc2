// Trace events have what an invocation itself spent in MPI, nested as readers need it.
#include "exchange/writers.hpp"
#include "record_file_builder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace proxima::exchange;
using namespace proxima::rundir::test;

TEST(Chrome, HasTheMpiOfEachInvocation) {
    const TemporaryDirectory directory;
    RecordFileBuilder file;
    file.thread(0).method("Port", "call", "void call()");
    file.node(0, 0, "outer").node(1, 0, "inner");
    // inner spends 30 of 100 ns in MPI; outer 50 in all, so 20 itself.
    file.block({{2, 1100, 1200, 30}, {1, 1000, 1300, 50}});
    directory.write("records/0-0.rec", file.end().bytes());
    const auto target = directory.path() / "trace.json";
    proxima::text::write_file(target, [&](proxima::text::Output& output) {
        write_chrome(proxima::rundir::RunDirectory::open(directory.path()), output, {});
    });
    std::ifstream stream(target);
    const auto events = nlohmann::json::parse(stream)["traceEvents"];
    std::vector<std::string> found;
    for (const auto& event : events) {
        if (event["ph"] == "X") {
            EXPECT_GT(event["pid"], 0);
            EXPECT_GT(event["tid"], 0);
            found.push_back(event["name"].get<std::string>() + " " +
                            std::to_string(std::lround(1000 * event["dur"].get<double>())));
        }
    }
    EXPECT_EQ(found, (std::vector<std::string>{"inner.call 100", "MPI (sum) 30", "outer.call 300",
                                               "MPI (sum) 20"}));
    EXPECT_NE(events.dump().find("moment\":\"unknown"), std::string::npos) << "no claim of when";
}

} // namespace
