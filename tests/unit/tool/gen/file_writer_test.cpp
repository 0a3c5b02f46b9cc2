// Files appear all at once or not at all, and only when they differ.
#include "error_of.hpp"
#include "output/file_writer.hpp"
#include "temporary_directory.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <set>

namespace {

namespace fs = std::filesystem;
using namespace proxima::gen;
using proxima::unit::error_of;
using proxima::unit::TemporaryDirectory;

std::set<std::string> names_in(const fs::path& directory) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory)) {
        names.insert(entry.path().filename().string());
    }
    return names;
}

TEST(WriteFiles, LeavesUnchangedFilesUntouched) {
    const TemporaryDirectory directory;
    directory.write("same", "text\n");
    directory.write("other", "old\n");
    const fs::file_time_type long_ago = fs::file_time_type::clock::now() - std::chrono::hours(5);
    fs::last_write_time(directory.path() / "same", long_ago);
    fs::last_write_time(directory.path() / "other", long_ago);
    write_files({{directory.path() / "same", "text\n"}, {directory.path() / "other", "new\n"}});
    EXPECT_EQ(fs::last_write_time(directory.path() / "same"), long_ago);
    EXPECT_NE(fs::last_write_time(directory.path() / "other"), long_ago);
    EXPECT_EQ(directory.read("other"), "new\n");
}

TEST(WriteFiles, ReplacesNothingWhenOneCannotBeWritten) {
    const TemporaryDirectory directory;
    directory.write("a", "old\n");
    const std::string error = error_of([&] {
        write_files({{directory.path() / "a", "new\n"},
                     {directory.path() / "missing" / "b", "new\n"},
                     {directory.path() / "c", "new\n"}});
    });
    EXPECT_NE(error.find("missing/b"), std::string::npos) << error;
    EXPECT_EQ(names_in(directory.path()), std::set<std::string>{"a"});
    EXPECT_EQ(directory.read("a"), "old\n");
}

// Asks Make for the names of the prerequisites as it reads them.
std::string make_reads(const TemporaryDirectory& directory, const std::string& rule) {
    directory.write("Makefile", rule + "\t@printf '[%s]' $(foreach f,$^,'$(f)')\n");
    const std::string command = "cd '" + directory.path().string() + "' && make -s 2>&1";
    std::string output;
    if (FILE* pipe = ::popen(command.c_str(), "r")) {
        for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
            output += static_cast<char>(c);
        }
        ::pclose(pipe);
    }
    return output;
}

TEST(DependencyText, IsReadByMakeAsItWasMeant) {
    const TemporaryDirectory directory;
    const std::vector<std::string> names{"plain.hpp", "with#hash", "with$dollar", "back\\slash",
                                         "sub/dir.hpp"};
    std::string expected;
    for (const std::string& name : names) {
        directory.write(name, "");
        expected += "[" + name + "]";
    }
    EXPECT_EQ(make_reads(directory, dependency_text("all.cpp", names)), expected);
}

} // namespace
