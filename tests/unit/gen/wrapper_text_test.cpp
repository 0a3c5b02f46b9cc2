// The frame of the wrappers of MPI.
#include "pmpi/wrapper_text.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::gen;

TEST(WrapperText, SaysThatItCarriesNoObligation) {
    const std::string text = wrappers_begin("mpi.h", {});
    const auto freedom = text.find(
        "\n// The generated code is yours: it carries no obligation from Proxima's license.\n");
    EXPECT_LT(freedom, text.find("#include"));
}

} // namespace
