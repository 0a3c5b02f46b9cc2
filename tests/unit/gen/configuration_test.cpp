// Every key of the configuration, and where each mistake is reported.
#include "error_of.hpp"
#include "input/configuration.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::gen;
using proxima::gen::test::error_of;

Configuration parse(const std::string& text) {
    return parse_configuration("c.json", text);
}

std::string error_in(const std::string& text) {
    return error_of([&] { parse(text); });
}

TEST(Configuration, IsEmptyWhenNothingIsSaid) {
    const Configuration nothing = parse("{}");
    EXPECT_TRUE(nothing.classes.empty());
    EXPECT_TRUE(nothing.templates.empty());
    EXPECT_TRUE(nothing.methods.empty());
    EXPECT_TRUE(nothing.parameters.empty());
    EXPECT_TRUE(nothing.ports.empty());
}

TEST(Configuration, KeepsClassRulesInOrderAndTemplatesApart) {
    const Configuration read = parse("{\"classes\": [\n"
                                     "{\"include\": \"ns::*\"},\n"
                                     "{\"template\": \"ns::Op\"},\n"
                                     "{\"exclude\": \"ns::Old*\"}]}");
    ASSERT_EQ(read.classes.size(), 2U);
    EXPECT_EQ(read.classes[0].effect, Rule::Effect::include);
    EXPECT_EQ(read.classes[0].pattern, "ns::*");
    EXPECT_EQ(to_string(read.classes[0].position), "c.json:2:14");
    EXPECT_EQ(read.classes[1].effect, Rule::Effect::exclude);
    EXPECT_EQ(read.classes[1].pattern, "ns::Old*");
    EXPECT_EQ(to_string(read.classes[1].position), "c.json:4:14");
    ASSERT_EQ(read.templates.size(), 1U);
    EXPECT_EQ(read.templates[0].pattern, "ns::Op");
    EXPECT_EQ(to_string(read.templates[0].position), "c.json:3:15");
}

TEST(Configuration, KeepsMethodRulesInOrder) {
    const Configuration read =
        parse(R"({"methods": [{"exclude": "P::get*"}, {"include": "P::get_matrix"}]})");
    ASSERT_EQ(read.methods.size(), 2U);
    EXPECT_EQ(read.methods[0].effect, Rule::Effect::exclude);
    EXPECT_EQ(read.methods[1].effect, Rule::Effect::include);
    EXPECT_EQ(read.methods[1].pattern, "P::get_matrix");
}

TEST(Configuration, KeepsExpressionsOfParametersWithTheirPlaces) {
    const Configuration read = parse("{\"parameters\": {\n"
                                     "  \"P::apply\": {\n"
                                     "    \"rows\": \"X.rows()\", \"cols\": \"X.cols()\"},\n"
                                     "  \"P::apply(int)\": {}}}");
    ASSERT_EQ(read.parameters.size(), 2U);
    EXPECT_EQ(read.parameters[0].method, "P::apply");
    EXPECT_EQ(to_string(read.parameters[0].position), "c.json:2:4");
    ASSERT_EQ(read.parameters[0].expressions.size(), 2U);
    EXPECT_EQ(read.parameters[0].expressions[0].name, "rows");
    EXPECT_EQ(read.parameters[0].expressions[0].expression, "X.rows()");
    EXPECT_EQ(to_string(read.parameters[0].expressions[0].position), "c.json:3:14");
    EXPECT_EQ(to_string(read.parameters[0].expressions[1].position), "c.json:3:34");
    EXPECT_TRUE(read.parameters[1].expressions.empty());
}

TEST(Configuration, KeepsOptionsOfPorts) {
    const Configuration read = parse("{\"ports\": {\"P\": {\n"
                                     "\"construct\": {\"Base\": \"1, 2\"},\n"
                                     "\"copy_members\": true,\n"
                                     "\"initialize\": [\"a()\",\n"
                                     " \"b()\"],\n"
                                     "\"accept\": [\"size_\", \"order\"],\n"
                                     "\"wrap\": [\"make\", {\"owned\": \"new*\"}, "
                                     "{\"borrowed\": \"get\"}]}, \"Q\": {\"in_place\": true}}}");
    ASSERT_EQ(read.ports.size(), 2U);
    const PortOptions& port = read.ports[0];
    EXPECT_EQ(port.port, "P");
    EXPECT_EQ(to_string(port.position), "c.json:1:13");
    ASSERT_EQ(port.construct.size(), 1U);
    EXPECT_EQ(port.construct[0].type, "Base");
    EXPECT_EQ(port.construct[0].arguments, "1, 2");
    EXPECT_EQ(to_string(port.construct[0].position), "c.json:2:24");
    EXPECT_TRUE(port.copy_members);
    ASSERT_EQ(port.initialize.size(), 2U);
    EXPECT_EQ(port.initialize[1].text, "b()");
    EXPECT_EQ(to_string(port.initialize[1].position), "c.json:5:3");
    EXPECT_EQ(port.accept, (std::vector<std::string>{"size_", "order"}));
    ASSERT_EQ(port.wrap.size(), 3U);
    EXPECT_EQ(port.wrap[0].method, "make");
    EXPECT_EQ(port.wrap[0].pointer, WrapRule::Pointer::unsaid);
    EXPECT_EQ(to_string(port.wrap[0].position), "c.json:7:11");
    EXPECT_EQ(port.wrap[1].method, "new*");
    EXPECT_EQ(port.wrap[1].pointer, WrapRule::Pointer::owned);
    EXPECT_EQ(port.wrap[2].pointer, WrapRule::Pointer::borrowed);
    EXPECT_FALSE(port.in_place);
    EXPECT_FALSE(read.ports[1].copy_members);
    EXPECT_TRUE(read.ports[1].in_place);
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
