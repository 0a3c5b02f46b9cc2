// Compares predictions with the numbers of Taufer (2002), section 7.3.
#include <proxima/platform/prediction.hpp>

#include <gtest/gtest.h>

namespace proxima::platform {
namespace {

PlatformPrediction dyana(const std::string& platform, const Values& given) {
    const auto application = read_application(PROXIMA_MODELS "/dyana.json");
    const auto on = read_platform(PROXIMA_PLATFORMS "/" + platform + ".json");
    return predict(application, &on, given);
}

double result(const PlatformPrediction& made, const std::string& name) {
    const auto application = read_application(PROXIMA_MODELS "/dyana.json");
    for (std::size_t i = 0; i < made.results.size(); ++i) {
        if (application.results[i].name == name) {
            return made.results[i].value;
        }
    }
    ADD_FAILURE() << name;
    return 0;
}

TEST(Dyana, ReproducesTheWidelyDistributedCase) {
    const auto made = dyana("modems", {{"n", 1}});
    EXPECT_NEAR(result(made, "p_max"), 1500, 1);
    EXPECT_NEAR(made.components[0].value, 85, 0.1);       // a conformer of the prion
    EXPECT_NEAR(made.components[1].value, 20 / 7., 1e-9); // "approximately 3 seconds"
    EXPECT_NEAR(result(made, "duty_cycle"), 85 / (20 / 7.), 0.1);
    EXPECT_DOUBLE_EQ(result(made, "duty_cycle_whole"), 28);
    EXPECT_NEAR(result(made, "workers_whole"), 42000, 1e-6);
    EXPECT_NEAR(result(made, "workers"), 42000, 0.07 * 42000); // without rounding
}

TEST(Dyana, ScalesUntilTheMasterIsBusy) {
    const double one = dyana("modems", {{"n", 30000}, {"p", 1}}).total.value;
    const double thousand = dyana("modems", {{"n", 30000}, {"p", 1000}}).total.value;
    EXPECT_NEAR(one / thousand, 1000, 1);
    // beyond p_max exchanges at the same moment share the master: 6000 * 20 KB / 10.5 MB/s
    const auto many = dyana("modems", {{"n", 6000}, {"p", 6000}});
    EXPECT_NEAR(many.components[1].value, 6000 * 20e3 / 10.5e6, 1e-6);
}

TEST(Dyana, TakesOperationsAndMemoryFromTheTables) {
    // b = (5.2308 - 1 - 28 * 0.111) / 10 = 0.11228, a = 0.77672; table 7.1: 1.4 GFLOp of the ER2
    // on the Alpha; table 7.2: 7 and 34
    const double cycles = 0.77672 + 0.11228 * 7 + 0.111 * 34;
    EXPECT_NEAR(dyana("alpha-667", {{"n", 1}, {"er2", 1}}).components[0].value,
                1.4e9 / 667e6 * cycles, 1e-6);
    EXPECT_GT(dyana("pentium3-933", {{"n", 1}, {"cpus", 2}}).components[0].value,
              dyana("pentium3-933", {{"n", 1}}).components[0].value);
}

} // namespace
} // namespace proxima::platform
