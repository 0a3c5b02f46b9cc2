// Names that users type and the methods they mean.
#include "run/names.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::cli;

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

} // namespace
