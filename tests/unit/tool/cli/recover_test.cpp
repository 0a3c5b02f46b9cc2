#include "error_of.hpp"
#include "verbs_fixture.hpp"

#include <proxima/format/thread_buffer.hpp>
#include <proxima/rundir/run_info.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace {

using proxima::cli::test::Verbs;

// The run has 4031 invocations in its record files and one in a thread buffer.
TEST_F(Verbs, RecoverMakesARunDescriptionThatCanBeRead) {
    const std::string nested = std::string(300'000, '[') + std::string(300'000, ']');
    const std::pair<std::string, const char*> descriptions[] = {
        {"{}", ""},
        {R"({"command": 5, "clock": {"start": []}, "host": "n1"})", "n1"},
        {"[1]", ""},
        {R"({"host": "n1", "more": )" + nested + "}", ""}};
    for (const auto& [found, host] : descriptions) {
        write_run(false);
        directory_.write("run.json", found);
        std::filesystem::remove(directory_.path() / "callgraph.json");
        EXPECT_EQ(recover().status, 0);
        const auto info = proxima::rundir::load_run_info(directory_.path() / "run.json");
        EXPECT_TRUE(info.recovered);
        EXPECT_EQ(info.host, host);
        EXPECT_EQ(nlohmann::json::parse(contents_of("run.json"))["records"], 4032);
        EXPECT_NE(recover().text.find("nothing to recover"), std::string::npos);
    }
}

// Runs in a directory whose file system cannot map files.
class RecoverFromSharedMemory : public Verbs {
protected:
    RecoverFromSharedMemory() {
        write_run(false);
        std::filesystem::copy_file(buffer_, shared_);
        say_run(directory_.path());
        std::filesystem::remove(buffer_);
        std::filesystem::create_symlink(shared_, buffer_);
    }
    ~RecoverFromSharedMemory() override { std::filesystem::remove(shared_); }

    // Writes into the buffer which run it belongs to.
    void say_run(const std::filesystem::path& run) const {
        struct stat facts{};
        ASSERT_EQ(stat(run.c_str(), &facts), 0);
        const std::uint64_t identity[] = {facts.st_dev, facts.st_ino};
        std::fstream file(shared_, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(offsetof(proxima::format::ThreadBufferHeader, run_device));
        file.write(reinterpret_cast<const char*>(identity), sizeof identity);
    }

    const std::filesystem::path buffer_ = directory_.path() / "records/0-0.buffer";
    const std::filesystem::path shared_ =
        "/dev/shm/proxima-" + directory_.path().filename().string();
};

TEST_F(RecoverFromSharedMemory, BringsThreadBuffersHome) {
    EXPECT_NE(recover().text.find("recovered 4032 invocations"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(shared_));
    EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(buffer_)));
    EXPECT_EQ(records({}).status, 0); // one of the two copies is left
}

// A stranger's link may name the buffer of another thread, or a file that is no buffer.
TEST_F(RecoverFromSharedMemory, LeavesWhatIsNotTheThreadsBuffer) {
    const auto other = directory_.path() / "records/0-1.buffer"; // of thread 1, if it has one
    std::filesystem::remove(other);
    std::filesystem::create_symlink(shared_, other);
    std::filesystem::remove(buffer_);
    recover();
    EXPECT_TRUE(std::filesystem::is_regular_file(shared_));
    EXPECT_TRUE(std::filesystem::is_symlink(other));
}

// A stranger's run may have a link to a buffer that this user's runtime made for another run.
TEST_F(RecoverFromSharedMemory, LeavesTheBufferOfAnotherRun) {
    say_run("/");
    recover();
    EXPECT_TRUE(std::filesystem::is_regular_file(shared_));
    EXPECT_TRUE(std::filesystem::is_symlink(buffer_));
}

TEST_F(RecoverFromSharedMemory, WidensNoPermissions) {
    std::filesystem::permissions(shared_, std::filesystem::perms::owner_read |
                                              std::filesystem::perms::owner_write);
    recover();
    EXPECT_EQ(std::filesystem::status(buffer_).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

// Files are replaced, never written through a link: a stranger's run may link to a file of the
// user.
TEST_F(Verbs, RecoverWritesThroughNoLinkOfTheRun) {
    write_run(false);
    const auto precious = directory_.path() / "precious";
    for (const char* const name : {"callgraph.json", "mpi.json", "run.json"}) {
        directory_.write("precious", "mine");
        std::filesystem::remove(directory_.path() / name);
        std::filesystem::create_symlink(precious, directory_.path() / name);
        recover();
        EXPECT_EQ(contents_of("precious"), "mine") << name;
    }
}

TEST_F(Verbs, RecoverFollowsNoLinkToRecords) {
    write_run(false);
    const auto records = directory_.path() / "records";
    const auto elsewhere = directory_.path() / "elsewhere";
    std::filesystem::rename(records, elsewhere);
    std::filesystem::create_symlink(elsewhere, records);
    const std::string said = proxima::unit::error_of([&] { recover(); });
    EXPECT_NE(said.find("records: error: is a symbolic link"), std::string::npos) << said;
}

TEST_F(RecoverFromSharedMemory, SaysWhatARestartHasTaken) {
    std::filesystem::remove(shared_);
    const auto answer = recover();
    EXPECT_NE(answer.status, 0);
    EXPECT_NE(answer.text.find("recovered 4031 invocations"), std::string::npos) << answer.text;
    const auto losses = nlohmann::json::parse(contents_of("run.json"))["losses"];
    ASSERT_EQ(losses["reasons"].size(), 1U);
    EXPECT_NE(losses["reasons"][0].get<std::string>().find(shared_.string()), std::string::npos);
}

TEST_F(Verbs, RecoverRefusesARunThatIsStillMeasured) {
    write_run(false);
    const auto buffer = directory_.path() / "records/0-0.buffer";
    const int file = open(buffer.c_str(), O_RDWR);
    void* const mapping = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0);
    ASSERT_NE(mapping, MAP_FAILED);
    const std::string said = proxima::unit::error_of([&] { recover(); });
    EXPECT_NE(said.find("process " + std::to_string(getpid())), std::string::npos) << said;
    EXPECT_FALSE(std::filesystem::exists(directory_.path() / "callgraph.json"));
    munmap(mapping, 4096);
    close(file);
}

} // namespace
