// Every key of the configuration, and where each mistake is reported.
#include "../error_of.hpp"
#include "input/configuration.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::gen;
using proxima::unit::error_of;

Configuration parse(const std::string& text) {
    return parse_configuration("c.json", text);
}

std::string error_in(const std::string& text) {
    return error_of([&] { parse(text); });
}

struct Mistake {
    const char* text;
    const char* message; ///< the beginning of the whole line
};

class ConfigurationMistake : public testing::TestWithParam<Mistake> {};

TEST_P(ConfigurationMistake, IsReportedWhereItStands) {
    const std::string error = error_in(GetParam().text);
    EXPECT_TRUE(error.starts_with(GetParam().message)) << error;
}

INSTANTIATE_TEST_SUITE_P(
    Every, ConfigurationMistake,
    testing::Values(
        Mistake{"[]", "c.json:1:1: error: the configuration must be an object, not an array"},
        Mistake{"{\n \"class\": []}", "c.json:2:3: error: unknown key \"class\" in the "
                                      "configuration, expected one of: classes, "},
        Mistake{"{\"classes\": {}}", "c.json:1:13: error: \"classes\" must be an array"},
        Mistake{"{\"classes\": [{}]}",
                "c.json:1:14: error: a rule of \"classes\" holds exactly one of"},
        Mistake{"{\"classes\": [{\"include\": null}]}",
                "c.json:1:26: error: a pattern in \"classes\" must be a string, not null"},
        Mistake{
            "{\"classes\": [{\"omit\": \"a\"}]}",
            "c.json:1:16: error: unknown key \"omit\" in a rule of \"classes\", expected one of: "
            "include, exclude, template"},
        Mistake{"{\"parameters\": {\"P::f\": \"n\"}}",
                "c.json:1:26: error: the parameters of \"P::f\" must be an object, not a string"},
        Mistake{"{\"parameters\": {\"P::f\": {\"n\": 12}}}",
                "c.json:1:31: error: the expression for \"n\" must be a string, not a number"},
        Mistake{"{\"ports\": {\"P\": {\"copy\": 1}}}",
                "c.json:1:19: error: unknown key \"copy\" in the options of port \"P\", expected "
                "one of: construct, copy_members, initialize, accept, wrap"},
        Mistake{"{\"ports\": {\"P\": {\"copy_members\": 1}}}",
                "c.json:1:34: error: \"copy_members\" must be true or false, not a number"},
        Mistake{"{\"ports\": {\"P\": {\"initialize\": \"x\"}}}",
                "c.json:1:33: error: \"initialize\" must be an array, not a string"},
        Mistake{"{\"ports\": {\"P\": {\"wrap\": [{}]}}}",
                "c.json:1:27: error: a rule of \"wrap\" holds exactly one of owned or borrowed"},
        Mistake{"{\"ports\": {\"P\": {\"wrap\": [{\"own\": \"f\"}]}}}",
                "c.json:1:29: error: unknown key \"own\" in a rule of \"wrap\""},
        Mistake{"{\"ports\": {\"P\": {\"in_place\": true, \"accept\": []}}}",
                "c.json:1:13: error: a port that is measured in place has no proxy"},
        Mistake{"{\"methods\": [], \"methods\": []}",
                "c.json:1:18: error: the key \"methods\" is repeated"}));

TEST(Configuration, LetsTheLastEntryOfAPortDecide) {
    const Configuration configuration = parse_configuration(
        "c.json", R"({"ports": {"ns::*": {"copy_members": true}, "ns::Port": {}}})");
    const auto entry = [&](const std::string& name, const std::string& alias) {
        Port port;
        port.name = name;
        port.aliases = {alias};
        const PortOptions* options = options_for(configuration, port);
        return options == nullptr ? "none" : options->port;
    };
    EXPECT_EQ(entry("ns::Port", ""), "ns::Port");
    EXPECT_EQ(entry("ns::Other", ""), "ns::*");
    EXPECT_EQ(entry("ns::Other", "ns::Port"), "ns::Port");
    EXPECT_EQ(entry("Port", ""), "none");
}

} // namespace
