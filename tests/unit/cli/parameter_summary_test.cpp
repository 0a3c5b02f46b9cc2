// What is said about a parameter's values.
#include "report/parameter_summary.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace {

using namespace proxima::cli;
using proxima::rundir::Parameter;
using proxima::rundir::ParameterType;
using proxima::rundir::Record;

ParameterSummary summary_of(ParameterType type, const std::vector<std::uint64_t>& values) {
    Parameter parameter;
    parameter.name = "p";
    parameter.type = type;
    parameter.constants = {{"closed", 0}, {"open", 1}};
    ParameterSummary summary(parameter);
    for (const auto& value : values) {
        Record record;
        record.parameters = &value;
        summary.add(record);
    }
    return summary;
}

std::uint64_t real(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

std::vector<std::uint64_t> up_to(std::uint64_t last) {
    std::vector<std::uint64_t> values;
    for (std::uint64_t value = 1; value <= last; ++value) {
        values.push_back(value);
    }
    return values;
}

TEST(ParameterSummary, ListsAFewNumbersInOrder) {
    EXPECT_EQ(summary_of(ParameterType::integer, {5, 5, 5}).sentence(), "p = 5");
    EXPECT_EQ(summary_of(ParameterType::integer, {7, static_cast<std::uint64_t>(-3), 7}).sentence(),
              "p = -3, 7");
    EXPECT_EQ(summary_of(ParameterType::unsigned_integer, {~std::uint64_t{0}, 1}).sentence(),
              "p = 1, 18446744073709551615");
    EXPECT_EQ(summary_of(ParameterType::real, {real(0.1), real(-2)}).sentence(), "p = -2, 0.1");
}

TEST(ParameterSummary, GivesRangeAndMeanOfMany) {
    EXPECT_EQ(summary_of(ParameterType::integer, up_to(1000)).sentence(),
              "p = 1..1000, mean 500.5");
    EXPECT_EQ(summary_of(ParameterType::integer, up_to(6)).sentence(), "p = 1..6, mean 3.5");
}

TEST(ParameterSummary, LeavesNotFiniteNumbersOutOfRangeAndMean) {
    std::vector<std::uint64_t> values{real(std::numeric_limits<double>::quiet_NaN()),
                                      real(std::numeric_limits<double>::infinity())};
    for (int i = 1; i <= 9; ++i) {
        values.push_back(real(i));
    }
    EXPECT_EQ(summary_of(ParameterType::real, values).sentence(), "p = 1..9, mean 5");
}

TEST(ParameterSummary, ListsNotFiniteNumbersToo) {
    const auto nan = real(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(summary_of(ParameterType::real, {nan, real(2), nan, real(1)}).sentence(),
              "p = 1, 2, nan");
}

TEST(ParameterSummary, NamesValuesWithTheirShares) {
    EXPECT_EQ(summary_of(ParameterType::enumeration, {1, 0, 1, 1}).sentence(),
              "p = open 75.0%, closed 25.0%");
    EXPECT_EQ(summary_of(ParameterType::enumeration, {9}).sentence(), "p = 9")
        << "a value without a name";
    EXPECT_EQ(summary_of(ParameterType::boolean, {1, 0}).sentence(), "p = true 50.0%, false 50.0%");
}

TEST(ParameterSummary, ForgetsDistinctValuesWhenThereAreMany) {
    EXPECT_EQ(summary_of(ParameterType::enumeration, up_to(9)).sentence(),
              "p = more than 8 values");
    EXPECT_TRUE(summary_of(ParameterType::integer, up_to(9)).values().empty());
    EXPECT_EQ(summary_of(ParameterType::integer, up_to(8)).values().size(), 8U);
}

} // namespace
