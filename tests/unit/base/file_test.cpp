// Files that are read or replaced whole, and names that lead to no file.
#include "error_of.hpp"
#include "temporary_directory.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using namespace proxima::base;
using proxima::unit::error_of;

class Files : public testing::Test {
protected:
    fs::path file(const std::string& name) const { return directory_ / name; }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(directory_), fs::directory_iterator()));
    }

    const proxima::unit::TemporaryDirectory temporary_;
    const fs::path directory_ = temporary_.path();
};

TEST_F(Files, AreReadAsTheyWereWritten) {
    const std::string text = std::string(100'000, 'x') + '\0' + "\r\n";
    replace_file(file("a"), text);
    EXPECT_EQ(read_whole_file(file("a")), text);
    EXPECT_EQ(files(), 1U);
}

TEST_F(Files, NamesThatLeadToNoneAreRefusedAtOnce) {
    ::mkfifo(file("pipe").c_str(), 0600);
    for (const auto& [name, word] :
         {std::pair{file("none"), "no such file"}, std::pair{file("pipe"), "without a writer"},
          std::pair{directory_, "directory"}, std::pair{fs::path("/dev/zero"), "device"}}) {
        const auto said = error_of([&, &name = name] { read_whole_file(name); });
        EXPECT_EQ(said.find(name.string() + ": error: "), 0U) << said;
        EXPECT_NE(said.find(word), std::string::npos) << said;
    }
}

TEST_F(Files, APipeOfAShellIsReadToItsEnd) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], "text", 4), 4);
    ::close(ends[1]);
    EXPECT_EQ(read_whole_file("/dev/fd/" + std::to_string(ends[0])), "text");
    ::close(ends[0]);
}

TEST_F(Files, StayAsTheyWereUntilTheNewTextIsComplete) {
    replace_file(file("a"), "old");
    {
        ReplacedFile abandoned(file("a"));
        abandoned.write("half of the n");
    }
    EXPECT_EQ(read_whole_file(file("a")), "old");
    EXPECT_EQ(files(), 1U) << "nothing half-written remains";
}

TEST_F(Files, ALinkStaysALink) {
    replace_file(file("a"), "old");
    fs::create_symlink("a", file("link"));
    replace_file(file("link"), "new");
    EXPECT_TRUE(fs::is_symlink(file("link")));
    EXPECT_EQ(read_whole_file(file("a")), "new");
}

TEST_F(Files, WhatCannotBeWrittenIsNamed) {
    const auto said = error_of([&] { replace_file(file("none") / "a", "text"); });
    EXPECT_EQ(said.find(file("none").string()), 0U) << said;
    EXPECT_NE(error_of([&] { replace_file(directory_, "text"); }), "");
}

} // namespace
