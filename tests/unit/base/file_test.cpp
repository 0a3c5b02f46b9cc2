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

TEST_F(Files, ALinkIsReplacedNotTheFileBehindIt) {
    replace_file(file("precious"), "old");
    fs::create_symlink("precious", file("planted"));
    replace_file(file("planted"), "new");
    EXPECT_EQ(read_whole_file(file("precious")), "old");
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(file("planted"))));
    EXPECT_EQ(read_whole_file(file("planted")), "new");
    EXPECT_EQ(files(), 2U);
}

TEST_F(Files, ReplacedOnesKeepTheirPermissions) {
    replace_file(file("a"), "old");
    for (const auto mode : {fs::perms(0600), fs::perms(0640), fs::perms(0777)}) {
        fs::permissions(file("a"), mode);
        replace_file(file("a"), "new");
        EXPECT_EQ(fs::status(file("a")).permissions(), mode);
    }
}

TEST_F(Files, NewOnesHaveThePermissionsOfTheUmask) {
    const auto before = ::umask(027);
    replace_file(file("a"), "new");
    ::umask(before);
    EXPECT_EQ(fs::status(file("a")).permissions(), fs::perms(0640));
}

TEST_F(Files, ADirectoryStaysTheOneThatWasOpened) {
    fs::create_directories(file("elsewhere"));
    const auto named = Directory::make(file("run"));
    ReplacedFile begun(file("run") / "a");
    begun.write("text");
    fs::rename(file("run"), file("moved"));
    fs::create_directory_symlink("elsewhere", file("run"));
    begun.commit();
    replace_file(named.place() / "b", "text");
    EXPECT_EQ(read_whole_file(file("moved") / "a") + read_whole_file(named.place() / "b"),
              "texttext");
    EXPECT_TRUE(fs::is_empty(file("elsewhere")));
    const auto said = error_of([&] { read_whole_file(named.place() / "none"); });
    EXPECT_EQ(said.find((file("run") / "none").string() + ": error: "), 0U) << said;
}

TEST_F(Files, APipeIsWrittenDirectly) {
    ::mkfifo(file("pipe").c_str(), 0600);
    const Descriptor reader(::open(file("pipe").c_str(), O_RDONLY | O_NONBLOCK));
    replace_file(file("pipe"), "text");
    EXPECT_TRUE(fs::is_fifo(file("pipe")));
    char text[8];
    EXPECT_EQ(::read(reader.get(), text, sizeof text), 4);
}

TEST_F(Files, ADescriptorOfTheProcessIsWrittenDirectly) {
    const Descriptor open(::open(file("a").c_str(), O_WRONLY | O_CREAT, 0600));
    replace_file("/dev/fd/" + std::to_string(open.get()), "text");
    EXPECT_EQ(read_whole_file(file("a")), "text");
    EXPECT_EQ(files(), 1U);
}

TEST_F(Files, AreNamedIfTheyCannotBeWritten) {
    const auto said = error_of([&] { replace_file(file("none") / "a", "text"); });
    EXPECT_EQ(said.find(file("none").string()), 0U) << said;
    EXPECT_NE(error_of([&] { replace_file(directory_, "text"); }), "");
}

} // namespace
