// The meaning of `--method` in every verb.
#include <proxima/base/name_match.hpp>

#include <gtest/gtest.h>

namespace {

using proxima::base::means;
using proxima::base::MethodName;

constexpr MethodName monte_carlo{"monte_carlo", "ns::Integrator", "integrate(double, int)"};
constexpr MethodName midpoint{"midpoint", "ns::Integrator", "integrate(double, int)"};

struct Wanted {
    const char* name;
    bool monte_carlo;
    bool midpoint;
};

TEST(NameMatch, MeansInstancesPortsMethodsAndOverloads) {
    for (const Wanted& wanted : {Wanted{"monte_carlo.integrate", true, false},
                                 {"monte_carlo.*", true, false},
                                 {"monte_carlo.integrate(double, int)", true, false},
                                 {"monte_carlo.integrate(int)", false, false},
                                 {"ns::Integrator::integrate", true, true},
                                 {"Integrator::integrate", true, true},
                                 {"integrate", true, true},
                                 {"integr?te", true, true},
                                 {"*::Integrator::*", true, true},
                                 {"monte_carlo.integrat", false, false},
                                 {"tegrate", false, false}}) {
        EXPECT_EQ(means(wanted.name, monte_carlo), wanted.monte_carlo) << wanted.name;
        EXPECT_EQ(means(wanted.name, midpoint), wanted.midpoint) << wanted.name;
    }
    EXPECT_TRUE(means("a.operator()", {"a", "ns::P", "operator()(void (*)(int))"}));
}

} // namespace
