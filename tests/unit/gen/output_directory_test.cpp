#include "../error_of.hpp"
#include "../temporary_directory.hpp"
#include "output/output_directory.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace proxima::gen::test {

using proxima::unit::error_of;
using proxima::unit::TemporaryDirectory;
namespace {

namespace fs = std::filesystem;

TEST(OutputDirectory, StaysWhenSomethingIsWritten) {
    const TemporaryDirectory directory;
    {
        const OutputDirectory output(directory.path() / "x" / "y");
        directory.write("x/y/file", "text");
    }
    EXPECT_TRUE(fs::exists(directory.path() / "x" / "y" / "file"));
}

TEST(OutputDirectory, WhatWasMadeForItGoesWhenNothingIsWritten) {
    const TemporaryDirectory directory;
    fs::create_directory(directory.path() / "before");
    {
        const OutputDirectory output(directory.path() / "before" / "x" / "y");
    }
    EXPECT_TRUE(fs::is_empty(directory.path() / "before"));
    {
        const OutputDirectory output(directory.path() / "before");
    }
    EXPECT_TRUE(fs::exists(directory.path() / "before"));
}

} // namespace
} // namespace proxima::gen::test
