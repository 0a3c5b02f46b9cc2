#include "error_of.hpp"

#include <proxima/online/sensor.hpp>

#include <gtest/gtest.h>

namespace proxima::online {
namespace {

TEST(Sensor, IsReadAsWritten) {
    const auto slow = parse_sensor("flux.compute: mean > 1.3 * expected for 80 calls", {});
    EXPECT_EQ(slow.subject, "flux.compute");
    EXPECT_EQ(slow.quantity, SensorQuantity::mean);
    EXPECT_TRUE(slow.of_expected);
    EXPECT_DOUBLE_EQ(slow.limit, 1.3);
    EXPECT_EQ(slow.calls, 80);

    EXPECT_DOUBLE_EQ(parse_sensor("a.b: mean > 2 ms", {}).limit, 2000);
    EXPECT_DOUBLE_EQ(parse_sensor("MPI_Waitsome: share > 25 %", {}).limit, 0.25);
    EXPECT_EQ(parse_sensor("a.b: imbalance over ranks > 1.5", {}).quantity,
              SensorQuantity::imbalance);
    EXPECT_DOUBLE_EQ(parse_sensor("mesh.*: drift", {}).limit, 0.1);
    EXPECT_DOUBLE_EQ(parse_sensor("mesh.*: drift > 30 %", {}).limit, 0.3);
    EXPECT_EQ(parse_sensor("mesh.*: drift", {}).calls, 50);
}

struct Wrong {
    const char* line;
    const char* named; // word in the message
};

class WrongSensor : public testing::TestWithParam<Wrong> {};

TEST_P(WrongSensor, IsRefusedWithItsPlaceAndTheWord) {
    const std::string said =
        unit::error_of([] { parse_sensor(GetParam().line, {"run.rc", 7, 0}); });
    EXPECT_EQ(said.rfind("run.rc:7: error: ", 0), 0) << said;
    EXPECT_NE(said.find(GetParam().named), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(
    Lines, WrongSensor,
    testing::Values(Wrong{"flux.compute mean > 2", "`METHOD: `"},
                    Wrong{"a.b: latency > 3", "`latency`"}, Wrong{"a.b: mean < 3 us", "`<`"},
                    Wrong{"a.b: mean > -3 us", "`-3`"}, Wrong{"a.b: mean > nan us", "`nan`"},
                    Wrong{"a.b: mean > 3", "the end of the line"},
                    Wrong{"a.b: share > 3 us", "`us`"}, Wrong{"a.b: drift soon", "`soon`"},
                    Wrong{"a.b: drift for 5 weeks", "`weeks`"}, Wrong{"", "`METHOD: `"}));

} // namespace
} // namespace proxima::online
