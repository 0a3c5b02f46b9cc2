#include <proxima/model/extrap_file.hpp>
#include <proxima/model/fit.hpp>

#include <gtest/gtest.h>

namespace proxima::model {
namespace {

std::string error_of(const std::string& text) {
    try {
        parse_extrap("m.jsonl", text);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
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

TEST(ExtrapFile, ReadsBackWhatItWrites) {
    const auto all = parse_extrap(
        "m.jsonl",
        R"({"params": {"n": 4}, "callpath": "a->b", "metric": "time", "value": [1.25, 1.75]}
{"params": {"n": 8}, "callpath": "a->b", "metric": "time", "value": [2.5]}
)");
    const auto text = extrap_text(all.front());
    EXPECT_EQ(
        text,
        "{\"params\":{\"n\":4.0},\"callpath\":\"a->b\",\"metric\":\"time\",\"value\":[1.25,1.75]}\n"
        "{\"params\":{\"n\":8.0},\"callpath\":\"a->b\",\"metric\":\"time\",\"value\":[2.5]}\n");
    EXPECT_EQ(extrap_text(parse_extrap("m.jsonl", text).front()), text);
}

TEST(ExtrapFile, SaysWhatIsWrongAndWhere) {
    const std::string good = R"({"params": {"n": 4}, "value": 1})"
                             "\n";
    EXPECT_EQ(error_of(""), "m.jsonl: error: holds no measurements; write one JSON object a line");
    EXPECT_EQ(
        error_of(good + R"({"params": {"m": 4}, "value": 1})"),
        "m.jsonl:2: error: other parameters than in line 1; give all lines of a call path the "
        "same");
    EXPECT_EQ(error_of(good + R"({"params": {"n": "x"}, "value": 1})"),
              "m.jsonl:2: error: the parameter \"n\" must be a number, this is a string");
    EXPECT_EQ(error_of(good + R"({"params": {"n": 4}, "value": [1, "x"]})"),
              "m.jsonl:2: error: \"value\" must be a number, this is a string");
    EXPECT_EQ(
        error_of(good + R"({"params": {"n": 4}})"),
        "m.jsonl:2: error: a line of measurements needs \"value\"; add a number or an array of "
        "them");
    EXPECT_EQ(error_of(good + "{").substr(0, 35), "m.jsonl:2: error: not valid JSON: s");
    EXPECT_EQ(error_of(good + "[1]"),
              "m.jsonl:2: error: a line of measurements must be an object, this is an array");
}

TEST(ExtrapFile, ReadsTheLinesOfTalpas) {
    const auto all = parse_extrap(
        "m.txt",
        R"({"parameters":{"x":20;"y":1};"metric":"time";"callpath":"a; \"b\"->c";"value":82.5}
{"parameters":{"x":20;"y":1};"metric":"time";"callpath":"a; \"b\"->c";"value":81.5}

{"parameters":{"x":30;"y":1};"metric":"measurements";"callpath":"d";"value":[1;2]}
)");
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].component, "a; \"b\"");
    EXPECT_EQ(all[0].parameters, (std::vector<std::string>{"x", "y"}));
    ASSERT_EQ(all[0].points.size(), 1U);
    EXPECT_EQ(all[0].points[0].at, (std::vector<double>{20, 1}));
    EXPECT_DOUBLE_EQ(all[0].points[0].mean, 82);
    EXPECT_EQ(all[1].points[0].count, 2U);
}

TEST(ExtrapFile, IsText) {
    EXPECT_EQ(error_of(std::string("\x7f") + "ELF\x02\x01"),
              "m.jsonl: error: is no text; name a run directory, or a file in a format of Extra-P");
}

/// As editors of Windows write it.
TEST(ExtrapFile, MayBeginWithAByteOrderMark) {
    const std::string mark = "\xEF\xBB\xBF";
    EXPECT_EQ(parse_extrap("m.jsonl", mark + R"({"params": {"n": 4}, "value": 1})").size(), 1U);
    EXPECT_EQ(parse_extrap("m.txt", mark + "PARAMETER p\nPOINTS 1\nDATA 1\n").size(), 1U);
}

TEST(ExtrapText, HasAPointForEachLineOfData) {
    const auto all = parse_extrap("m.txt", "# by hand\nPARAMETER x\nPARAMETER y z\n\n"
                                           "POINTS ( 20 1 100 ) ( 30 2 -0.5 )\n"
                                           "POINTS ((40) (3) (1e3))\r\n"
                                           "REGION main->solve it\nMETRIC time\n"
                                           "DATA 1 3\nDATA 4\nDATA 5\n"
                                           "METRIC flops\nDATA 7\nDATA 8\nDATA 9\n");
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].metric, "flops");
    EXPECT_EQ(all[0].unit, "");
    const auto& time = all[1];
    EXPECT_EQ(time.component, "main");
    EXPECT_EQ(time.method, "solve it");
    EXPECT_EQ(time.unit, "us");
    EXPECT_EQ(time.parameters, (std::vector<std::string>{"x", "y", "z"}));
    ASSERT_EQ(time.points.size(), 3U);
    EXPECT_EQ(time.points[0].at, (std::vector<double>{20, 1, 100}));
    EXPECT_DOUBLE_EQ(time.points[0].mean, 2);
    EXPECT_EQ(time.points[1].at, (std::vector<double>{30, 2, -0.5}));
    EXPECT_EQ(time.points[2].at, (std::vector<double>{40, 3, 1000}));
}

TEST(ExtrapText, SaysWhatIsWrongAndWhere) {
    const std::string good = "PARAMETER p\nPOINTS 1 2\nREGION r\n";
    EXPECT_EQ(error_of(good + "DATA 1\nDATA 2\nDATA 3\n"),
              "m.jsonl:6: error: more DATA lines than points (2); give one for each");
    EXPECT_EQ(error_of(good + "DATA 1\n\nREGION s\nDATA 1\nDATA 2\n"),
              "m.jsonl:4: error: only 1 DATA lines for 2 points; give one for each");
    EXPECT_EQ(error_of(good + "DATA 1\nDATA 2\nMETRIC flops\nDATA 1\n"),
              "m.jsonl:7: error: only 1 DATA lines for 2 points; give one for each");
    EXPECT_EQ(error_of(good + "DATA 1 nan\n"), "m.jsonl:4: error: \"nan\" is no finite number");
    EXPECT_EQ(error_of("PARAMETER p q\nPOINTS (1 2) (3)\n"),
              "m.jsonl:2: error: a point with 1 of 2 coordinates; give one for each parameter");
    EXPECT_EQ(error_of("POINTS 1 2\n"),
              "m.jsonl:1: error: points before their parameters; put PARAMETER lines first");
    EXPECT_EQ(error_of("REGIONS r\n"),
              "m.jsonl:1: error: \"REGIONS\" is no section; there are PARAMETER, POINTS, METRIC, "
              "REGION and DATA");
}

TEST(ExtrapJson, HasCallPathsMetricsAndPoints) {
    const auto all = parse_extrap("m.json", R"({
 "parameters": ["x", "y"],
 "measurements": {"main->flux": {"time": [{"point": [1, 10], "values": [1.5, 2.5]},
                                          {"point": [2, 10], "values": [4]}]}}})");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].method, "flux");
    EXPECT_EQ(all[0].parameters, (std::vector<std::string>{"x", "y"}));
    ASSERT_EQ(all[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(all[0].points[0].mean, 2);
    EXPECT_EQ(all[0].points[1].at, (std::vector<double>{2, 10}));
    EXPECT_EQ(error_of(R"({"parameters": ["x"],
 "measurements": {"a": {"time": [{"point": [1, 2],
 "values": [1]}]}}})"),
              "m.jsonl:2: error: a point with 2 coordinates for 1 parameters; give one for each");
}

TEST(ExtrapJson, OfTheOlderKindRefersByNumbers) {
    const std::string text = R"({"callpaths": [{"id": 5, "name": "main->a"}],
 "metrics": [{"id": 1, "name": "time"}],
 "parameters": [{"id": 2, "name": "q"}, {"id": 1, "name": "p"}],
 "coordinates": [{"id": 1, "parameter_value_pairs": [{"parameter_id": 2, "parameter_value": 20},
                                                     {"parameter_id": 1, "parameter_value": 10}]}],
 "measurements": [{"id": 1, "callpath_id": 5, "coordinate_id": 1, "metric_id": 1, "value": 3.5},
                  {"id": 2, "callpath_id": 5, "coordinate_id": 1, "metric_id": 1, "value": 4.5}]})";
    const auto all = parse_extrap("m.json", text);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].parameters, (std::vector<std::string>{"p", "q"}));
    ASSERT_EQ(all[0].points.size(), 1U);
    EXPECT_EQ(all[0].points[0].at, (std::vector<double>{10, 20}));
    EXPECT_DOUBLE_EQ(all[0].points[0].mean, 4);
    auto broken = text;
    broken.replace(broken.find("\"metric_id\": 1, \"value\": 4.5"), 14, "\"metric_id\": 9");
    EXPECT_EQ(error_of(broken), "m.jsonl:7: error: there is no such metric; define it in its list");
}

TEST(ExtrapFile, HoldsNothingNegative) {
    const std::string problem =
        ": error: the metric \"time\" is negative (-2.5); correct the measurement or leave it out";
    EXPECT_EQ(error_of(R"({"params": {"n": 4}, "value": 0})"
                       "\n"
                       R"({"params": {"n": 4}, "value": [1, -2.5]})"),
              "m.jsonl:2" + problem);
    EXPECT_EQ(error_of("PARAMETER p\nPOINTS -1 2\nREGION r\nDATA 0\nDATA 1 -2.5\n"),
              "m.jsonl:5" + problem);
    EXPECT_EQ(error_of(R"({"parameters": ["x"],
 "measurements": {"a": {"time": [{"point": [-1], "values": [0]},
 {"point": [2], "values": [1, -2.5]}]}}})"),
              "m.jsonl:3" + problem);
    EXPECT_EQ(
        error_of(R"({"callpaths": [{"id": 1, "name": "a"}], "metrics": [{"id": 1, "name": "time"}],
 "parameters": [{"id": 1, "name": "p"}],
 "coordinates": [{"id": 1, "parameter_value_pairs": [{"parameter_id": 1, "parameter_value": 1}]}],
 "measurements": [{"id": 1, "callpath_id": 1, "coordinate_id": 1, "metric_id": 1, "value": -2.5}]})"),
        "m.jsonl:4" + problem);
}

/// What the field's own tests expect to be found: a constant, p, log2(p), p log2(p), p^2.
TEST(ExtrapText, HasTheModelsThatItWasMadeOf) {
    const std::vector<std::string> expected[] = {
        {"1"}, {"p"}, {"log2(p)"}, {"p * log2(p)"}, {"p^2"}};
    const std::string points = "PARAMETER p\nPOINTS 4 8 16 32 64\nREGION reg\nMETRIC metr\n";
    const std::string data[] = {"DATA 7\nDATA 7\nDATA 7\nDATA 7\nDATA 7\n",
                                "DATA 4\nDATA 8\nDATA 16\nDATA 32\nDATA 64\n",
                                "DATA 2\nDATA 3\nDATA 4\nDATA 5\nDATA 6\n",
                                "DATA 8\nDATA 24\nDATA 64\nDATA 160\nDATA 384\n",
                                "DATA 16\nDATA 64\nDATA 256\nDATA 1024\nDATA 4096\n"};
    for (std::size_t i = 0; i < std::size(data); ++i) {
        const auto outcomes = fit(parse_extrap("m.txt", points + data[i]).front(), {});
        ASSERT_TRUE(outcomes.front().model) << outcomes.front().refusal;
        auto terms = outcomes.front().contenders.front().terms;
        if (terms.size() > 1) {
            std::erase(terms, "1");
        }
        EXPECT_EQ(terms, expected[i]);
    }
}

} // namespace
} // namespace proxima::model
