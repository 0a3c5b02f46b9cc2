#include "error_of.hpp"

#include <proxima/gather/extrap_file.hpp>
#include <proxima/gather/measurements.hpp>

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace proxima::gather {

using namespace base;

namespace {

std::string error_of(const std::string& text) {
    return proxima::unit::error_of([&] { parse_extrap("m.jsonl", text); });
}

TEST(ExtrapFile, HasTheMeasurementsOfEachCallPathAndMetric) {
    const auto all = parse_extrap(
        "m.jsonl",
        R"({"params": {"P": 4, "Q": 1000}, "callpath": "driver->flux", "metric": "time", "value": [1.25, 1.75]}
{"params": {"Q": 2000, "P": 4}, "callpath": "driver->flux", "metric": "time", "value": 3}

{"params": {"P": 4, "Q": 1000}, "callpath": "driver->flux", "metric": "flops", "value": 7}
)");
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].metric, "flops");
    const auto& time = all[1];
    EXPECT_EQ(time.component, "driver");
    EXPECT_EQ(time.method, "flux");
    EXPECT_EQ(time.parameters, (std::vector<std::string>{"P", "Q"}));
    ASSERT_EQ(time.points.size(), 2U);
    EXPECT_EQ(time.points[0].at, (std::vector<double>{4, 1000}));
    EXPECT_DOUBLE_EQ(time.points[0].mean, 1.5);
    EXPECT_DOUBLE_EQ(time.points[0].variance, 0.125);
    EXPECT_EQ(time.points[1].count, 1U);
}

TEST(ExtrapFile, SaysWhatIsWrongAndWhere) {
    const std::string good = R"({"params": {"n": 4}, "value": 1})"
                             "\n";
    for (const auto& [text, place, word] : std::vector<std::array<std::string, 3>>{
             {"", "m.jsonl: error: ", "no measurements"},
             {good + R"({"params": {"m": 4}, "value": 1})", "m.jsonl:2: error: ", "parameters"},
             {good + R"({"params": {"n": "x"}, "value": 1})", "m.jsonl:2: error: ", "\"n\""},
             {good + R"({"params": {"n": 4}, "value": [1, "x"]})", "m.jsonl:2: error: ", "number"},
             {good + R"({"params": {"n": 4}})", "m.jsonl:2: error: ", "\"value\""},
             {good + R"({"params": {"n": 4}, "value": 1e308})", "m.jsonl:2:", "above 1e100"},
             {good + "{", "m.jsonl:2:", "JSON"},
             {good + "[1]", "m.jsonl:2: error: ", "object"},
             {"\x7f"
              "ELF\x02\x01",
              "m.jsonl: error: ", "text"}}) {
        const auto said = error_of(text);
        EXPECT_EQ(said.find(place), 0U) << said;
        EXPECT_NE(said.find(word), std::string::npos) << said;
    }
}

} // namespace
} // namespace proxima::gather
