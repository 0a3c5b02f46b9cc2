// Every key of the configuration, and where each mistake is reported.
#include "error_of.hpp"
#include "input/configuration.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::gen;
using proxima::unit::error_of;

GeneratorConfiguration parse(const std::string& text) {
    return parse_configuration("c.json", text);
}

struct Mistake {
    const char* text;
    const char* place; // line and column
    const char* word;
};

TEST(GeneratorConfiguration, EachMistakeIsReportedWhereItStands) {
    for (const auto& [text, place, word] : std::vector<Mistake>{
             {"[]", "1:1", "not an array"},
             {"{\n \"class\": []}", "2:3", "unknown key \"class\""},
             {R"({"classes": {}})", "1:13", "\"classes\""},
             {R"({"classes": [{}]})", "1:14", "exactly one of"},
             {R"({"classes": [{"include": null}]})", "1:26", "not null"},
             {R"({"classes": [{"omit": "a"}]})", "1:16", "include, exclude, template"},
             {R"({"parameters": {"P::f": "n"}})", "1:26", "\"P::f\""},
             {R"({"parameters": {"P::f": {"n": 12}}})", "1:31", "\"n\""},
             {R"({"ports": {"P": {"place": 1}}})", "1:19", "in_place"},
             {R"({"ports": {"P": {"in_place": 1}}})", "1:30", "true or false"},
             {R"({"ports": {"P": {"initialize": "x"}}})", "1:33", "\"initialize\""},
             {R"({"ports": {"P": {"after": ["f"]}}})", "1:27", "\"after\""},
             {R"({"ports": {"P": {"before": {"f": 1}}}})", "1:34", "the expression for \"f\""},
             {R"({"parameters": {"P::f": {"n": {"before": "n"}}}})", "1:33", "\"before\""},
             {R"({"ports": {"P": {"in_place": true, "accept": ["f"]}}})", "1:13", "in place"},
             {R"({"methods": [], "methods": []})", "1:18", "repeated"}}) {
        const std::string error = error_of([&, text = text] { parse(text); });
        EXPECT_TRUE(error.starts_with("c.json:" + std::string(place) + ": error: ")) << error;
        EXPECT_NE(error.find(word), std::string::npos) << error;
    }
}

TEST(GeneratorConfiguration, LetsTheLastEntryOfAPortDecide) {
    const GeneratorConfiguration configuration = parse_configuration(
        "c.json", R"({"ports": {"ns::*": {"in_place": true}, "ns::Port": {}}})");
    const auto entry = [&](const std::string& name, const std::string& alias) {
        PortClass port;
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
