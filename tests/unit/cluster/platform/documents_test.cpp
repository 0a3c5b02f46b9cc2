#include "error_of.hpp"

#include <proxima/platform/runs.hpp>

#include <gtest/gtest.h>

namespace proxima::platform {
namespace {

using proxima::unit::error_of;

constexpr const char* small = R"json({"format": 1, "application": "A",
"parameters": [{"name": "n", "value": 2, "domain": [1, 10]}],
"platform": [{"name": "rate", "unit": "1/s"}],
"components": [{"name": "t", "seconds": "n / rate"}]})json";

std::string error_of_application(std::string text, const std::string& from = "",
                                 const std::string& to = "") {
    if (!from.empty()) {
        text.replace(text.find(from), from.size(), to);
    }
    return error_of([&] { parse_application("a.json", text); });
}

Platform with(const std::string& quantities) {
    return parse_platform("p.json", "{\"format\": 1, \"platform\": \"P\",\n\"quantities\": [" +
                                        quantities + "]}");
}

TEST(Documents, NameTheLineOfWhatIsWrong) {
    EXPECT_EQ(error_of_application(small), "");
    const auto expect = [](const std::string& error, const char* line, const char* word) {
        EXPECT_EQ(error.find(line), 0U) << error;
        EXPECT_NE(error.find(word), std::string::npos) << error;
    };
    expect(error_of_application(small, "n / rate", "n / speed"), "a.json:4:", "`speed`");
    expect(error_of_application(small, "n / rate", "n /"), "a.json:4:", "ends too early");
    expect(error_of_application(small, "\"name\": \"t\"", "\"name\": \"n\""),
           "a.json:4:", "two things");
    expect(error_of_application(small, "\"domain\": [1, 10]", "\"domain\": [10, 1]"),
           "a.json:2:", "smaller one first");
    expect(error_of_application(small, "\"domain\"", "\"domian\""), "a.json:2:", "domian");
    expect(error_of_application(small, "\"value\": 2,", ""), "a.json:2:", "value");
    expect(error_of_application("{\"format\": 2}"), "a.json:1:", "format");
    expect(error_of_application("{\"format\": 1, \"application\": \"A\"}"),
           "a.json:1:", "components");
    expect(error_of_application("{"), "a.json:1:", "");
    expect(error_of([] { with("{\"name\": \"a\", \"value\": 3, \"interval\": [1, 2]}"); }),
           "p.json:2:", "outside");
}

TEST(Documents, RefuseWhatDoesNotFitTogether) {
    const auto application = parse_application("a.json", small);
    const auto error = [&](const char* quantities, const Values& given) {
        const auto platform = with(quantities);
        return error_of([&] { predict(application, &platform, given); });
    };
    constexpr const char* good = "{\"name\": \"rate\", \"value\": 4, \"unit\": \"1/s\"}";
    EXPECT_EQ(error(good, {}), "");
    EXPECT_NE(error("{\"name\": \"rate\", \"value\": 4, \"unit\": \"kHz\"}", {}).find("p.json:2:"),
              std::string::npos);
    EXPECT_NE(error("", {}).find("there is no `rate`"), std::string::npos);
    EXPECT_NE(error(good, {{"m", 1}}).find("no `m`"), std::string::npos);
    EXPECT_NE(error(good, {{"n", 11}}).find("domain"), std::string::npos);
    EXPECT_NE(error(good, {{"rate", 0}}).find("`t` has no value"), std::string::npos);
    EXPECT_NE(error_of([&] { predict(application, nullptr, {}); }).find("give a platform"),
              std::string::npos);
}

TEST(Documents, IntervalsOfIndependentQuantitiesAddAsSquares) {
    const auto application =
        parse_application("a.json", R"json({"format": 1, "application": "A", "parameters": [
        {"name": "x", "value": 10, "interval": [7, 13]}, {"name": "y", "value": 5, "interval": [1, 9]}],
        "components": [{"name": "t", "seconds": "x + y"}]})json");
    const auto total = predict(application, nullptr, {}).total;
    EXPECT_NEAR(total.interval->min, 10, 1e-9); // 15 - sqrt(9 + 16)
    EXPECT_NEAR(total.interval->max, 20, 1e-9);
}

TEST(Runs, NameTheLineOfWhatIsWrong) {
    const auto error = [](const char* text) {
        return error_of([&] { parse_runs("r.csv", text); });
    };
    EXPECT_EQ(error("p,seconds\n1,2\n1\n").find("r.csv:3:"), 0U);
    EXPECT_EQ(error("p,seconds\nx,2\n").find("r.csv:2:"), 0U);
    EXPECT_EQ(error("p,seconds\n1,nan\n").find("r.csv:2:"), 0U);
    EXPECT_EQ(error("p,seconds\n1,0\n").find("r.csv:2:"), 0U);
    EXPECT_NE(error("p\n1\n").find("seconds"), std::string::npos);
    EXPECT_NE(error("").find("no runs"), std::string::npos);
    const auto runs = parse_runs("r.csv", "p,seconds\n1,2\n");
    EXPECT_NE(error_of([&] { RunFilter("q=1", runs); }).find("`q`"), std::string::npos);
}

} // namespace
} // namespace proxima::platform
