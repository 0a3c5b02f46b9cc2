#include "text/json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace {

using proxima::detail::JsonWriter;

TEST(Json, WritesWhatAnotherReaderReads) {
    JsonWriter json;
    json.begin_object()
        .member("text", "a \"quoted\"\n\\ text")
        .member("number", std::uint64_t{1} << 63U);
    json.member("real", 0.1).member("whole", 3.0).member("truth", true).key("none").null();
    json.new_line()
        .key("list")
        .begin_array()
        .value(1)
        .value("two")
        .begin_object()
        .end_object()
        .end_array();
    json.new_line().key("empty").begin_array().end_array().end_object().new_line();
    const auto read = nlohmann::json::parse(json.text());
    EXPECT_EQ(read["text"], "a \"quoted\"\n\\ text");
    EXPECT_EQ(read["number"], std::uint64_t{1} << 63U);
    EXPECT_EQ(read["real"], 0.1);
    EXPECT_TRUE(read["whole"].is_number_float());
    EXPECT_TRUE(read["none"].is_null());
    EXPECT_EQ(read["list"].size(), 3U);
    EXPECT_TRUE(read["empty"].empty());
}

TEST(Json, ReplacesWhatIsNotUtf8) {
    const std::string valid = "gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80";
    JsonWriter json;
    json.begin_array()
        .value(valid)
        .value("\xFF")
        .value("\xC0\x80")
        .value("\xED\xA0\x80")
        .value("\xE2\x82");
    json.end_array();
    const auto read = nlohmann::json::parse(json.text());
    EXPECT_EQ(read[0], valid);
    EXPECT_EQ(read[1], "\xEF\xBF\xBD");
    EXPECT_EQ(read[2], "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Json, NumbersThatAreNoneBecomeNull) {
    JsonWriter json;
    json.begin_array()
        .value(std::nan(""))
        .value(std::numeric_limits<double>::infinity())
        .end_array();
    const auto read = nlohmann::json::parse(json.text());
    EXPECT_TRUE(read[0].is_null());
    EXPECT_TRUE(read[1].is_null());
}

} // namespace
