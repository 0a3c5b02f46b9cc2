// Places of the values of a configuration. The text itself has the expected ones: each value is
// named for the line and column at which it is written.
#include "error_of.hpp"

#include <proxima/base/json.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace {

using proxima::base::LocatedJson;
using Kind = LocatedJson::Kind;

LocatedJson parsed(const std::string& text) {
    return proxima::base::parse_located_json("c.json", text, {.comments = true});
}

std::string place(const LocatedJson& value) {
    return std::to_string(value.place().line) + ":" + std::to_string(value.place().column);
}

std::string error_in(const std::string& text) {
    return proxima::unit::error_of([&] { parsed(text); });
}

// Every string of the tree.
void each_string(const LocatedJson& value, const std::function<void(const LocatedJson&)>& visit) {
    if (value.kind() == Kind::string) {
        visit(value);
    }
    for (const LocatedJson& element : value.elements()) {
        each_string(element, visit);
    }
    for (const auto& [key, member] : value.members()) {
        visit(key);
        each_string(member, visit);
    }
}

// Checks that each string is the place of its first character.
void expect_places_as_written(const std::string& text, std::size_t count) {
    std::size_t seen = 0;
    each_string(parsed(text), [&](const LocatedJson& value) {
        EXPECT_EQ(place(value), value.text());
        EXPECT_EQ(value.place().file, "c.json");
        ++seen;
    });
    EXPECT_EQ(seen, count);
}

TEST(LocatedJson, PlacesStringsAndKeys) {
    expect_places_as_written("{\"1:3\": [\"1:11\", {\"1:20\":\"1:27\"}],\n"
                             "  \"2:4\" :\n"
                             "\t\"3:3\"}",
                             6);
}

TEST(LocatedJson, PlacesWhatStandsBehindComments) {
    expect_places_as_written("// a \"quoted\" word\n"
                             "{ /* \"1:1\" , : { */ \"2:22\": // more\n"
                             "  /* two\n"
                             "     lines */ \"4:16\" /* end */ }\n"
                             "// the end",
                             2);
}

TEST(LocatedJson, StaysInPlaceBehindEscapesAndUnicode) {
    const LocatedJson root = parsed(R"(["a\"b\\c\u00e9\n", "\ud83d\ude00", "x//y", "/*z", "end"])");
    ASSERT_EQ(root.elements().size(), 5U);
    EXPECT_EQ(root.elements()[0].text(), "a\"b\\c\xc3\xa9\n");
    EXPECT_EQ(root.elements()[1].text(), "\xf0\x9f\x98\x80");
    EXPECT_EQ(root.elements()[2].text(), "x//y");
    EXPECT_EQ(place(root.elements()[1]), "1:22");
    EXPECT_EQ(place(root.elements()[2]), "1:38");
    EXPECT_EQ(place(root.elements()[4]), "1:53");
}

TEST(LocatedJson, PointsAtTheMistake) {
    EXPECT_TRUE(error_in("{\"a\": 1,\n \"b\" 2}").starts_with("c.json:2:6: error: not valid JSON"));
    EXPECT_TRUE(error_in("[1, 2,]").starts_with("c.json:1:7: error: not valid JSON"));
    EXPECT_TRUE(error_in("[1] x").starts_with("c.json:1:5: error: not valid JSON"));
    EXPECT_TRUE(error_in("").starts_with("c.json:1:1: error: not valid JSON"));
}

TEST(LocatedJson, RefusesDepthThatOnlyAnAttackerWrites) {
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    EXPECT_NE(error_in(deep), "");
}

TEST(LocatedJson, RefusesManyElementsThatAreTiny) {
    const auto array_of = [](std::size_t count, const std::string& element) {
        std::string text = "[" + element;
        for (std::size_t i = 1; i < count; ++i) {
            text += "," + element;
        }
        return parse_located_json("a.json", text + "]");
    };
    EXPECT_NO_THROW(refuse_tiny_elements(array_of(4096, "{}"), 8));
    EXPECT_NO_THROW(refuse_tiny_elements(array_of(5000, R"({"a":1})"), 8));
    EXPECT_NO_THROW(refuse_tiny_elements(parse_located_json("a.json", "1"), 8));
    EXPECT_THROW(refuse_tiny_elements(array_of(5000, "{}"), 8), Error);
}

TEST(LocatedObject, SaysWhichMemberIsWrongAndWhere) {
    const auto complaint = [](const std::string& text) {
        const LocatedJson json = parsed(text);
        const std::filesystem::path file = "c.json";
        return proxima::unit::error_of([&] {
            proxima::base::LocatedObject object(file, json, "a thing");
            object.name("name");
            object.count("count");
            object.refuse_others();
        });
    };
    EXPECT_EQ(complaint("{\"name\": \"a\",\n \"count\": 3}"), "");
    EXPECT_EQ(complaint("{\"name\": \"a\", \"count\": null}"), "");
    EXPECT_EQ(complaint("\n[]"), "c.json:2: error: a thing must be an object, this is an array");
    EXPECT_EQ(complaint("{}"), "c.json:1: error: a thing needs \"name\"; add it");
    EXPECT_EQ(complaint("{\n\"name\": 3}"),
              "c.json:2: error: \"name\" must be a string, this is a number");
    EXPECT_EQ(complaint("{\"name\": \"a\",\n\"count\": 0.5}"),
              "c.json:2: error: \"count\" must be a whole number that is not negative");
    EXPECT_EQ(complaint("{\"name\": \"a\",\n\"more\": 1}"),
              "c.json:2: error: a thing has no \"more\"; it may have name, count");
}

} // namespace
