// Parameters: what they take, what they refuse, what they say of themselves.
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

TEST(Parameters, start_with_their_defaults_and_change_in_place) {
    Solver solver;
    EXPECT_EQ(solver.levels, 3);
    EXPECT_EQ(solver.cfl, 0.4);
    solver.parameters.set("levels", "5");
    solver.parameters.set("cfl", "1e-1");
    solver.parameters.set("title", "");
    solver.parameters.set("verbose", "yes");
    solver.parameters.set("limiter", "superbee");
    EXPECT_EQ(solver.levels, 5);
    EXPECT_EQ(solver.cfl, 0.1);
    EXPECT_EQ(solver.title, "");
    EXPECT_TRUE(solver.verbose);
    EXPECT_EQ(solver.limiter, "superbee");
    EXPECT_EQ(solver.parameters.get("verbose"), "true");
}

TEST(Parameters, refuse_what_is_not_valid_and_say_what_is) {
    Solver solver;
    const auto refusal = [&](const char* field, const char* value) {
        return caught([&] { solver.parameters.set(field, value); }).message;
    };
    EXPECT_EQ(refusal("levels", "21"),
              "parameter levels cannot be `21`: it is a whole number from 1 to 20");
    EXPECT_EQ(refusal("levels", "2.5"),
              "parameter levels cannot be `2.5`: it is a whole number from 1 to 20");
    EXPECT_EQ(refusal("cfl", "nan"),
              "parameter cfl cannot be `nan`: it is a number from 0.01 to 1");
    EXPECT_EQ(refusal("verbose", "maybe"),
              "parameter verbose cannot be `maybe`: it is true or false");
    EXPECT_EQ(refusal("limiter", "mc"),
              "parameter limiter cannot be `mc`: it is one of minmod, superbee");
    EXPECT_EQ(refusal("level", "2"), "there is no parameter level; did you mean levels?");
    EXPECT_EQ(solver.levels, 3);
}

TEST(Parameters, describe_themselves) {
    const Solver solver;
    const std::vector<ParameterField> fields = solver.parameters.fields();
    ASSERT_EQ(fields.size(), 5U);
    EXPECT_EQ(fields[0].type, "int");
    EXPECT_EQ(fields[0].valid, "from 1 to 20");
    EXPECT_EQ(fields[1].default_value, "0.4");
    EXPECT_EQ(fields[4].valid, "minmod, superbee");
    EXPECT_EQ(fields[2].description, "for plots");
}

TEST(Parameters, are_one_line_of_configuration) {
    Solver solver;
    EXPECT_EQ(configuration_of(solver.parameters),
              R"(levels=3 cfl=0.4 title="a shock" verbose=false limiter=minmod)");
    solver.parameters.set("title", R"(a "b" \ c)");
    Solver other;
    set_configuration(other.parameters, configuration_of(solver.parameters));
    EXPECT_EQ(other.title, solver.title);
    set_configuration(other.parameters, "  cfl=0.2  ");
    EXPECT_EQ(other.cfl, 0.2);
    EXPECT_EQ(caught([&] { set_configuration(other.parameters, "cfl 0.3"); }).kind,
              ErrorKind::bad_properties);
    EXPECT_EQ(caught([&] { set_configuration(other.parameters, "title=\"open"); }).kind,
              ErrorKind::bad_properties);
}

TEST(Parameters, have_defaults_that_are_valid) {
    Parameters parameters;
    EXPECT_EQ(caught([&] { parameters.add_int("n", "", 7, 0, 5); }).message,
              "the default of parameter n, 7, is not a whole number from 0 to 5");
    parameters.add_bool("b", "", true);
    EXPECT_EQ(caught([&] { parameters.add_bool("b", "", true); }).message,
              "there are two parameters named b");
}

} // namespace
