#include "error_of.hpp"
#include "output/output_directory.hpp"
#include "temporary_directory.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace proxima::gen::test {
namespace {

namespace fs = std::filesystem;

TEST(OutputDirectory, IsMadeWithThoseAboveIt) {
    const TemporaryDirectory directory;
    const OutputDirectory output(directory.path() / "x" / "y");
    EXPECT_TRUE(fs::is_directory(directory.path() / "x" / "y"));
}

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

TEST(OutputDirectory, ThatCannotBeMadeIsNamed) {
    const TemporaryDirectory directory;
    const std::string file = directory.write("file", "");
    EXPECT_NE(error_of([&] { const OutputDirectory output(file); }).find(file), std::string::npos);
    EXPECT_NE(error_of([&] { const OutputDirectory output(file + "/below"); }).find(file),
              std::string::npos);
}

} // namespace
} // namespace proxima::gen::test
