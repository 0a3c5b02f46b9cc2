#include "configuration/configuration.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::detail;

Configuration parsed(std::string_view text) {
    auto result = parse_configuration(text);
    if (const auto* const error = std::get_if<ConfigurationError>(&result)) {
        ADD_FAILURE() << text << ": " << error->message;
        return {};
    }
    return std::get<Configuration>(result);
}

// The problem names the value and what would be valid.
TEST(Configuration, ErrorsListWhatIsValid) {
    constexpr std::array<std::pair<const char*, const char*>, 31> wrong{
        {{"recrods=all", "unknown key \"recrods=all\", use on, off, help, records="},
         {"on,", "unknown key"},
         {"records=some", "first:N"},
         {"records=", "first:N"},
         {"records=every", "every:N"},
         {"records=every:0", "\"every:0\""},
         {"records=every:1000001", "to 1000000"},
         {"records=every:1x", "every:N"},
         {"records=all:1", "\"all:1\""},
         {"methods=f", "PATTERN=RECORDS"},
         {"methods=f=", "PATTERN=RECORDS"},
         {"methods==all", "PATTERN=RECORDS"},
         {"methods=f=all;", "PATTERN=RECORDS"},
         {"methods=f=off", "aggregate"},
         {"methods=f=every:2,records=off", "records=aggregate"},
         {"include=a;;b", "port::method"},
         {"exclude=*::operator<,quiet=on", "brackets do not match"},
         {"depth=0", "at most 1000000"},
         {"threads=yes", "on, off"},
         {"output=", "directory"},
         {"limit=0K", "powers of 1000"},
         {"limit=1X", "powers of 1000"},
         {"limit=G", "powers of 1000"},
         {"overhead=2", "0.1% to 100%"},
         {"overhead=0.01%", "0.1% to 100%"},
         {"overhead=101%", "0.1% to 100%"},
         {"overhead=%", "0.1% to 100%"},
         {"sample=1", "1ms"},
         {"sample=ms", "1ms"},
         {"sample=0ms", "1ms"},
         {"sample=1ms,records=off", "records="}}};
    for (const auto& [text, key_word] : wrong) {
        const auto result = parse_configuration(text);
        const auto* const error = std::get_if<ConfigurationError>(&result);
        ASSERT_NE(error, nullptr) << text;
        EXPECT_NE(error->message.find(key_word), std::string::npos) << error->message;
    }
}

TEST(Configuration, SamplesHaveAPeriod) {
    EXPECT_EQ(parsed("on").sample_ns, 0);
    EXPECT_EQ(parsed("sample=97us").sample_ns, 97'000);
    EXPECT_EQ(parsed("sample=2ms").sample_ns, 2'000'000);
}

TEST(Configuration, OverheadIsAShare) {
    EXPECT_EQ(parsed("on").overhead, 0);
    EXPECT_EQ(parsed("overhead=off").overhead, 0);
    EXPECT_DOUBLE_EQ(parsed("overhead=2.5%").overhead, 0.025);
    EXPECT_TRUE(parsed("overhead=2%").keeps_bins());
}

struct Selection {
    const char* configuration;
    const char* method;
    const char* types;
    bool selected;
};

TEST(Configuration, TheLastRuleThatMatchesSelects) {
    constexpr std::array<Selection, 12> selections{
        {{"on", "ns::Port::f", "(int)", true},
         {"exclude=ns::Port::*,include=ns::Port::f", "ns::Port::f", "(int)", true},
         {"exclude=ns::Port::*,include=ns::Port::f", "ns::Port::g", "(int)", false},
         {"exclude=ns::Port::*,include=ns::Port::f", "ns::Other::g", "(int)", true},
         {"include=a::*;b::*,exclude=b::f", "a::f", "()", true},
         {"include=a::*;b::*,exclude=b::f", "b::f", "()", false},
         {"include=a::*;b::*,exclude=b::f", "c::f", "()", false}, // nothing else is included
         {"include=Op<int, double>::f(int, long),quiet=on", "Op<int, double>::f", "(int, long)",
          true},
         {"include=Op<int, double>::f(int, long),quiet=on", "Op<int, double>::f", "(int)", false},
         {"exclude=*::operator?", "A::operator<", "(int)", false},
         {"include=a*b*c", "axxbybzc", "()", true},
         {"include=a*b*c", "axxbybz", "()", false}}};
    for (const auto& [configuration, method, types, selected] : selections) {
        EXPECT_EQ(parsed(configuration).selects(method, std::string(method) + types), selected)
            << configuration << ' ' << method << types;
    }
}

TEST(Configuration, RulesForRoutinesAndForMethodsAreApart) {
    const auto excluding = parsed("exclude=MPI_Test*;ns::Port::f;MPI_Port::f,include=MPI_Testall");
    EXPECT_FALSE(excluding.selects_routine("MPI_Test"));
    EXPECT_TRUE(excluding.selects_routine("MPI_Testall"));
    EXPECT_TRUE(excluding.selects_routine("MPI_Send"));
    EXPECT_FALSE(excluding.selects("MPI_Port::f", "MPI_Port::f()"));
    EXPECT_TRUE(excluding.selects("MPI_Test::f", "MPI_Test::f()"));
    const auto including = parsed("include=MPI_Send");
    EXPECT_FALSE(including.selects_routine("MPI_Recv"));
    EXPECT_TRUE(including.selects("ns::Port::f", "ns::Port::f()"));
}

} // namespace
