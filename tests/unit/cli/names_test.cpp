// Names that users type and the methods they mean.
#include "run/names.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::cli;

TEST(Names, GlobMatchesWholeText) {
    EXPECT_TRUE(matches_glob("*::eval_*", "Ipopt::TNLP::eval_grad_f"));
    EXPECT_TRUE(matches_glob("a*b*c", "aXXbYYbZc"));
    EXPECT_TRUE(matches_glob("?", "x"));
    EXPECT_TRUE(matches_glob("**", ""));
    EXPECT_FALSE(matches_glob("eval", "eval_f"));
    EXPECT_FALSE(matches_glob("?", ""));
    EXPECT_FALSE(matches_glob("a*b", "abc"));
}

TEST(Names, GlobIsNotExponential) {
    EXPECT_FALSE(matches_glob("*a*a*a*a*a*a*a*a*a*a*b", std::string(5000, 'a')));
}

TEST(Names, SelectsByWholeNameEndOrGlob) {
    const auto* const name = "Ipopt::TNLP::eval_f";
    EXPECT_TRUE(selects("Ipopt::TNLP::eval_f", name));
    EXPECT_TRUE(selects("TNLP::eval_f", name));
    EXPECT_TRUE(selects("eval_f", name));
    EXPECT_TRUE(selects("*eval_?", name));
    EXPECT_FALSE(selects("val_f", name)) << "an end must begin after a separator";
    EXPECT_FALSE(selects("eval", name));
    EXPECT_FALSE(selects("", name));
}

TEST(Names, NearestForgivesTypingErrorsInTheLastPart) {
    const std::vector<std::string> methods{"Ipopt::TNLP::eval_f", "Ipopt::TNLP::eval_g",
                                           "Ipopt::TNLP::finalize_solution"};
    EXPECT_EQ(nearest("evalf", methods, 1), std::vector<std::string>{"Ipopt::TNLP::eval_f"});
    EXPECT_EQ(nearest("TNLP::finalise_solution", methods, 3),
              std::vector<std::string>{"Ipopt::TNLP::finalize_solution"});
    EXPECT_TRUE(nearest("something_else", methods, 3).empty());
}

} // namespace
