#include <proxima/online/watch.hpp>

#include <gtest/gtest.h>

#include <random>

namespace proxima::online {
namespace {

// Generates times of windows around `level`, with a relative deviation.
class Stream {
public:
    explicit Stream(double deviation)
        : values_(1 / (deviation * deviation), deviation * deviation) {}
    double at(double level) { return level * values_(generator_); }

private:
    std::mt19937_64 generator_{3};
    std::gamma_distribution<double> values_;
};

Sensor drift() {
    return parse_sensor("a.b: drift", {});
}

TEST(Watch, FindsALimitPassedOnceUntilItIsKeptAgain) {
    Stream stream(0.05);
    Watch watch(parse_sensor("a.b: mean > 1.3 * expected", {}));
    int found = 0;
    const auto add = [&](double level, int windows) {
        for (int i = 0; i < windows; ++i) {
            found += watch.add(stream.at(level)) ? 1 : 0;
        }
    };
    add(1.0, 100);
    EXPECT_EQ(found, 0);
    add(1.6, 100);
    EXPECT_EQ(found, 1);
    add(1.0, 100);
    EXPECT_EQ(found, 1);
    add(1.6, 100);
    EXPECT_EQ(found, 2);
}

TEST(Watch, IsQuietOnStreamsThatDoNotChange) {
    for (const double deviation : {0.01, 0.05, 0.2}) {
        Stream stream(deviation);
        int found = 0;
        for (int run = 0; run < 20; ++run) {
            Watch watch(drift());
            for (int i = 0; i < 10000; ++i) {
                found += watch.add(stream.at(3)) ? 1 : 0;
            }
        }
        EXPECT_LE(found, 1) << "of 200000 windows with deviation " << deviation;
    }
}

} // namespace
} // namespace proxima::online
