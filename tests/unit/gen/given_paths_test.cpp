// Paths in what is generated are those that the user typed.
#include "analysis/parse/given_paths.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace {

using proxima::gen::GivenPaths;

std::string here(const std::string& path) {
    return (std::filesystem::current_path() / path).lexically_normal().string();
}

TEST(GivenPaths, SpellWhatLiesBesideTheHeaderLikeTheHeader) {
    const GivenPaths paths("ports/flux.hpp");
    EXPECT_EQ(paths.spell(here("ports/flux.hpp")), "ports/flux.hpp");
    EXPECT_EQ(paths.spell(here("ports/detail/base.hpp")), "ports/detail/base.hpp");
    EXPECT_EQ(paths.spell("/usr/include/stdio.h"), "/usr/include/stdio.h");
    EXPECT_EQ(paths.spell(here("ports_other/x.hpp")), here("ports_other/x.hpp"));
}

TEST(GivenPaths, KeepEveryWayToWriteADirectory) {
    EXPECT_EQ(GivenPaths("flux.hpp").spell(here("flux.hpp")), "flux.hpp");
    EXPECT_EQ(GivenPaths("./flux.hpp").spell(here("flux.hpp")), "./flux.hpp");
    EXPECT_EQ(GivenPaths("a/../b/flux.hpp").spell(here("b/flux.hpp")), "a/../b/flux.hpp");
    EXPECT_EQ(GivenPaths("../flux.hpp").spell(here("../flux.hpp")), "../flux.hpp");
    EXPECT_EQ(GivenPaths("/abs/flux.hpp").spell("/abs/flux.hpp"), "/abs/flux.hpp");
}

TEST(GivenPaths, SpellTheLinesOfDiagnostics) {
    const std::string file = here("ports/flux.hpp");
    EXPECT_EQ(GivenPaths("ports/flux.hpp")
                  .respell_diagnostics("In file included from " + file + ":1:\n" + file +
                                       ":2:8: error: x\n    2 | y\n"),
              "In file included from ports/flux.hpp:1:\nports/flux.hpp:2:8: error: x\n    2 | y\n");
}

} // namespace
