#include "configuration/configuration.hpp"

#include <proxima/configuration.hpp>

#include <gtest/gtest.h>

namespace {

using proxima::detail::ClockChoice;
using proxima::detail::Configuration;
using proxima::detail::ConfigurationError;
using proxima::detail::parse_configuration;

Configuration parsed(std::string_view text) {
    auto result = parse_configuration(text);
    if (const auto* const error = std::get_if<ConfigurationError>(&result)) {
        ADD_FAILURE() << text << ": " << error->message;
        return {};
    }
    return std::get<Configuration>(result);
}

std::string error_of(std::string_view text) {
    const auto result = parse_configuration(text);
    const auto* const error = std::get_if<ConfigurationError>(&result);
    return error == nullptr ? "" : error->message;
}

TEST(Configuration, NothingMeasuresNothing) {
    EXPECT_FALSE(parsed("").measure);
    EXPECT_FALSE(parsed("  ").measure);
    EXPECT_FALSE(parsed("off").measure);
}

TEST(Configuration, OnHasTheDefaults) {
    const Configuration configuration = parsed("on");
    EXPECT_TRUE(configuration.measure);
    EXPECT_TRUE(configuration.records);
    EXPECT_TRUE(configuration.start);
    EXPECT_EQ(configuration.output, "proxima-run");
    EXPECT_EQ(configuration.depth, 256U);
    EXPECT_EQ(configuration.clock, ClockChoice::automatic);
}

TEST(Configuration, TakesEveryKey) {
    const Configuration configuration =
        parsed(" records=off , output = a b ,start=off,clock=monotonic,depth=7,quiet=on,"
               "counters=PAGE_FAULTS; PAPI_TOT_INS,limit=20M");
    EXPECT_EQ(configuration.limit, 20'000'000U);
    EXPECT_FALSE(configuration.records);
    EXPECT_EQ(configuration.output, "a b");
    EXPECT_FALSE(configuration.start);
    EXPECT_EQ(configuration.clock, ClockChoice::monotonic);
    EXPECT_EQ(configuration.depth, 7U);
    EXPECT_TRUE(configuration.quiet);
    EXPECT_EQ(configuration.counters, (std::vector<std::string>{"PAGE_FAULTS", "PAPI_TOT_INS"}));
}

TEST(Configuration, ErrorsListWhatIsValid) {
    EXPECT_NE(error_of("recrods=all").find("unknown key \"recrods=all\""), std::string::npos);
    EXPECT_NE(error_of("records=some").find("first:N"), std::string::npos);
    for (const char* records : {"every", "every:", "every:0", "every:1000001", "every:1x",
                                "first:1000001", "all:1", "off:1", "first: 5", ""}) {
        EXPECT_NE(error_of("records=" + std::string(records)), "") << records;
    }
    for (const char* methods : {"", "f", "f=", "=all", "f=some", "f=all;", "f=all;g", "f=every"}) {
        EXPECT_NE(error_of("methods=" + std::string(methods)), "") << methods;
    }
    EXPECT_EQ(error_of("depth=0"), "\"0\" is no value of depth, use a number from 1 to 1000000");
    EXPECT_EQ(error_of("depth=12x"),
              "\"12x\" is no value of depth, use a number from 1 to 1000000");
    EXPECT_NE(error_of("output="), "");
    for (const char* limit : {"", "0", "G", "1X", "-1", "1 G", "99999999999999T"}) {
        EXPECT_NE(error_of("limit=" + std::string(limit)), "") << limit;
    }
    EXPECT_NE(error_of("on,"), "");
    EXPECT_NE(error_of("include=a;;b"), "");
}

TEST(Configuration, WithoutRulesEverythingIsSelected) {
    EXPECT_TRUE(parsed("on").selects("ns::Port::f", "ns::Port::f(int)"));
}

TEST(Configuration, TheLastRuleThatMatchesDecides) {
    const Configuration configuration = parsed("exclude=ns::Port::*,include=ns::Port::f");
    EXPECT_TRUE(configuration.selects("ns::Port::f", "ns::Port::f(int)"));
    EXPECT_FALSE(configuration.selects("ns::Port::g", "ns::Port::g(int)"));
    EXPECT_TRUE(configuration.selects("ns::Other::g", "ns::Other::g(int)"));
}

TEST(Configuration, AFirstIncludeSelectsNothingElse) {
    const Configuration configuration = parsed("include=a::*;b::*,exclude=b::f");
    EXPECT_TRUE(configuration.selects("a::f", "a::f()"));
    EXPECT_TRUE(configuration.selects("b::g", "b::g()"));
    EXPECT_FALSE(configuration.selects("b::f", "b::f()"));
    EXPECT_FALSE(configuration.selects("c::f", "c::f()"));
}

TEST(Configuration, RulesMayNameTheTypesOfAnOverload) {
    const Configuration configuration = parsed("include=Op<int, double>::f(int, long),quiet=on");
    EXPECT_TRUE(configuration.selects("Op<int, double>::f", "Op<int, double>::f(int, long)"));
    EXPECT_FALSE(configuration.selects("Op<int, double>::f", "Op<int, double>::f(int)"));
    EXPECT_TRUE(configuration.quiet);
}

TEST(Configuration, SymbolsOfOperatorsAreNoBrackets) {
    Configuration configuration = parsed("exclude=*::operator<,output=x");
    EXPECT_FALSE(configuration.selects("A::operator<", "A::operator<(int)"));
    EXPECT_EQ(configuration.output, "x");
    configuration = parsed("exclude=*::operator->;P<int,char>::f,quiet=on");
    EXPECT_FALSE(configuration.selects("A::operator->", "A::operator->()"));
    EXPECT_FALSE(configuration.selects("P<int,char>::f", "P<int,char>::f()"));
    EXPECT_TRUE(configuration.quiet);
    configuration = parsed("exclude=*::operator<=>(A<1, 2>);*::operator>>,quiet=on");
    EXPECT_FALSE(configuration.selects("A::operator<=>", "A::operator<=>(A<1, 2>)"));
    EXPECT_FALSE(configuration.selects("A::operator>>", "A::operator>>(int)"));
    EXPECT_TRUE(configuration.quiet);
    configuration = parsed("exclude=my_operator<int,char>::f");
    EXPECT_FALSE(configuration.selects("my_operator<int,char>::f", "my_operator<int,char>::f()"));
}

TEST(Configuration, TheLastOfTheMethodsRulesDecidesWhatIsRecorded) {
    const Configuration configuration =
        parsed("records=every:10, methods = ns::*=first:64; *::operator==(A<1, 2>)=aggregate,"
               "methods=ns::quiet*=off");
    const auto text = [&](const char* name, const char* typed) {
        return text_of(configuration.sampling.of(name, typed));
    };
    EXPECT_EQ(text("other::f", "other::f()"), "every:10");
    EXPECT_EQ(text("ns::f", "ns::f()"), "first:64");
    EXPECT_EQ(text("ns::operator==", "ns::operator==(A<1, 2>)"), "aggregate");
    EXPECT_EQ(text("ns::operator==", "ns::operator==(int)"), "first:64");
    EXPECT_TRUE(configuration.selects("ns::f", "ns::f()"));
    EXPECT_FALSE(configuration.selects("ns::quietly", "ns::quietly()"));
}

TEST(Configuration, BinsAreKeptWhereRecordsMayNotHaveAll) {
    EXPECT_FALSE(parsed("on").sampling.binned);
    EXPECT_FALSE(parsed("methods=f=off").sampling.binned);
    for (const char* text :
         {"records=off", "records=aggregate", "records=every:2", "methods=f=every:2", "limit=1M"}) {
        EXPECT_TRUE(parsed(text).sampling.binned) << text;
    }
}

TEST(Configuration, WithoutFilesNothingCanBeRecorded) {
    EXPECT_EQ(
        error_of("methods=f=every:2,records=off"),
        "methods= wants every:2 of \"f\", but with records=off there are no record files, use "
        "records=aggregate");
    EXPECT_EQ(error_of("methods=f=off,records=off"), "");
}

TEST(Configuration, OutlinesSayWhatItWouldDo) {
    EXPECT_EQ(proxima::outline_of("records=banana").problem.substr(0, 33),
              "\"banana\" is no value of records, ");
    EXPECT_FALSE(proxima::outline_of("off").measures);
    EXPECT_FALSE(proxima::outline_of("").measures);
    EXPECT_TRUE(proxima::outline_of("on").records);
    for (const char* text : {"records=off", "records=aggregate"}) {
        EXPECT_TRUE(proxima::outline_of(text).measures) << text;
        EXPECT_FALSE(proxima::outline_of(text).records) << text;
    }
    EXPECT_TRUE(proxima::outline_of("records=aggregate,methods=f=every:2").records);
}

} // namespace
