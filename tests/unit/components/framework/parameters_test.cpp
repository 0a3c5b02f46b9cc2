// Tests valid and invalid values of parameters, and their descriptions.
#include "ports.hpp"

#include <gtest/gtest.h>

namespace {

using namespace framework_test;

struct Solver {
    Parameters parameters;
    const std::int64_t& levels = parameters.add_int("levels", "of refinement", 3, 1, 20);
    const double& cfl = parameters.add_real("cfl", "Courant number", 0.4, 0.01, 1);
    const std::string& title = parameters.add_string("title", "for plots", "a shock");
    const bool& verbose = parameters.add_bool("verbose", "whether to talk", false);
    const std::string& limiter =
        parameters.add_choice("limiter", "of slopes", "minmod", {"minmod", "superbee"});
};

TEST(Parameters, StartWithTheirDefaultsAndChangeInPlace) {
    Solver solver;
    EXPECT_EQ(solver.levels, 3);
    EXPECT_EQ(solver.parameters.fields()[1].default_value, "0.4");
    solver.parameters.set("levels", "5");
    solver.parameters.set("cfl", "1e-1");
    solver.parameters.set("title", "");
    solver.parameters.set("verbose", "yes");
    solver.parameters.set("limiter", "superbee");
    EXPECT_EQ(solver.levels, 5);
    EXPECT_EQ(solver.cfl, 0.1);
    EXPECT_EQ(solver.title, "");
    EXPECT_EQ(solver.parameters.get("verbose"), "true");
    EXPECT_EQ(solver.limiter, "superbee");
}

TEST(Parameters, RefuseWhatIsNotValidAndSayWhatIs) {
    Solver solver;
    struct Refusal {
        const char* field;
        const char* value;
        const char* word;
    };
    for (const Refusal& refusal :
         {Refusal{"levels", "21", "whole number from 1 to 20"}, Refusal{"levels", "2.5", "`2.5`"},
          Refusal{"cfl", "nan", "from 0.01 to 1"}, Refusal{"verbose", "maybe", "true or false"},
          Refusal{"limiter", "mc", "minmod, superbee"},
          Refusal{"level", "2", "did you mean levels?"}}) {
        const Caught error = caught([&] { solver.parameters.set(refusal.field, refusal.value); });
        EXPECT_EQ(error.kind, ErrorKind::bad_properties);
        EXPECT_NE(error.message.find(refusal.word), std::string::npos) << error.message;
    }
    EXPECT_EQ(solver.levels, 3);
    EXPECT_EQ(solver.cfl, 0.4);
}

} // namespace
