// Compares metrics of this machine with values known from elsewhere.
#include "temporary_directory.hpp"

#include <proxima/base/error.hpp>
#include <proxima/node/sampler.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace proxima::node {
namespace {

double cpu_seconds_of_this_thread() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void burn(double seconds) {
    const double end = cpu_seconds_of_this_thread() + seconds;
    while (cpu_seconds_of_this_thread() < end) {
    }
}

double difference(const Sample& before, const Sample& after, Metric metric) {
    return static_cast<double>(after.value(metric) - before.value(metric)) *
           metrics[static_cast<std::size_t>(metric)].scale;
}

TEST(Sample, TakesAsManyDatagramsAsItsDevicesNeed) {
    Sample sample;
    for (std::uint64_t i = 0; i < 40; ++i) {
        sample.disks.push_back({"nvme" + std::to_string(i), {}});
        sample.disks.back().values.fill(1'000'000'000'000 + i);
        sample.links.push_back({"eth" + std::to_string(i), {i}});
    }
    sample.set(Metric::running, 3);
    auto left = sample;
    Sample all;
    std::size_t with_values = 0;
    while (!left.disks.empty() || !left.links.empty()) {
        std::array<std::uint8_t, 256> bytes;
        const auto part = decode_sample({bytes.data(), encode(left, bytes)});
        ASSERT_TRUE(part);
        with_values += part->has(Metric::running) ? 1 : 0;
        all.disks.insert(all.disks.end(), part->disks.begin(), part->disks.end());
        all.links.insert(all.links.end(), part->links.begin(), part->links.end());
    }
    EXPECT_EQ(with_values, 1U);
    const auto are_equal = [](const auto& a, const auto& b) {
        return a.name == b.name && a.values == b.values;
    };
    EXPECT_TRUE(std::ranges::equal(all.disks, sample.disks, are_equal));
    EXPECT_TRUE(std::ranges::equal(all.links, sample.links, are_equal));
}

TEST(NodeSampler, ReadsWhatTheKernelSaysOfTheNode) {
    NodeSampler sampler({});
    Sample sample;
    sampler.read(sample, all_groups);
    std::string word;
    std::uint64_t kib = 0;
    std::ifstream("/proc/meminfo") >> word >> kib;
    EXPECT_EQ(sample.value(Metric::memory_total), kib);
    EXPECT_GT(sample.value(Metric::context_switches), 0U);
    EXPECT_GT(sample.value(Metric::faults), 0U);
    for (const auto& link : sample.links) {
        EXPECT_EQ(::access(("/sys/class/net/" + link.name).c_str(), F_OK), 0);
    }
    for (const auto& disk : sample.disks) {
        EXPECT_EQ(::access(("/sys/block/" + disk.name).c_str(), F_OK), 0);
    }
    EXPECT_EQ(sample.has(Metric::instructions), sample.has(Metric::cycles));
    EXPECT_EQ(sample.has(Metric::instructions),
              sampler.describe().counting.find("times only") == std::string::npos);
    EXPECT_FALSE(sample.has(Metric::process_user));
}

TEST(NodeSampler, SeesTheWorkOfAProcessItsThreadsAndItsChildren) {
    const pid_t parent = ::fork();
    if (parent == 0) {
        const pid_t child = ::fork();
        burn(0.2);
        if (child != 0) {
            ::waitpid(child, nullptr, 0);
            std::thread([] { burn(0.3); }).join();
            ::pause();
        }
        ::_exit(0);
    }
    WatchTargets watched;
    watched.pids = {parent};
    NodeSampler sampler(watched);
    Sample sample;
    const double wanted = 0.7;    // all three together
    const double rounding = 0.05; // the kernel counts in ticks
    double seen = 0;
    for (int i = 0; i < 600 && seen < wanted - rounding; ++i) {
        sampler.read(sample, all_groups);
        seen = static_cast<double>(sample.value(Metric::process_user) +
                                   sample.value(Metric::process_system)) *
               1e-6;
        ::usleep(50'000);
    }
    EXPECT_NEAR(seen, wanted, 0.1);
    EXPECT_TRUE(sampler.has_something_to_watch());
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    const auto before = sample;
    sampler.read(sample, all_groups);
    EXPECT_FALSE(sampler.has_something_to_watch());
    EXPECT_GE(difference(before, sample, Metric::process_user), 0); // ended processes still count
}

// A group of version 2, with the files that its controllers write.
TEST(NodeSampler, TakesWhatAGroupOfVersion2Counts) {
    const unit::TemporaryDirectory group;
    const auto write = [&](const char* name, const std::string& text) {
        std::ofstream(group.path() / name) << text;
    };
    write("cgroup.procs", "");
    write("cgroup.controllers", "cpu io memory\n");
    const auto write_counts = [&](unsigned seconds) {
        const auto us = std::to_string(seconds) + "000000";
        write("cpu.stat", "usage_usec " + us + "\nuser_usec " + us +
                              "\nsystem_usec 500\nnr_periods " + us +
                              "\nnr_throttled 9\nthrottled_usec " + us + "\n");
        write("io.stat", "254:0 rbytes=" + us +
                             " wbytes=4096 rios=1 wios=1 dbytes=0 dios=0\n"
                             "8:0 rbytes=1 wbytes=" +
                             us + " rios=1 wios=1 dbytes=0 dios=0\n");
        write("io.pressure",
              "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + us + "\nfull total=1\n");
    };
    write("memory.current", "8192\n");
    write("memory.stat", "anon 1\npgfault 70\npgmajfault 20\n");
    write_counts(1);
    WatchTargets watched;
    watched.cgroup = group.path();
    NodeSampler sampler(watched);
    Sample first, second;
    sampler.read(first, all_groups);
    write_counts(3);
    sampler.read(second, all_groups);
    for (const auto metric :
         {Metric::process_user, Metric::process_io_wait, Metric::process_throttled}) {
        EXPECT_NEAR(difference(first, second, metric), 2, 1e-6);
    }
    EXPECT_EQ(difference(first, second, Metric::process_read), 2e6);
    EXPECT_EQ(difference(first, second, Metric::process_written), 2e6);
    EXPECT_EQ(second.value(Metric::process_memory), 8U);
    EXPECT_EQ(second.value(Metric::process_faults), 50U);
    EXPECT_EQ(second.value(Metric::process_major_faults), 20U);
    // Its processes, which are none, would have nothing.
    write("cpu.stat", "usage_usec 9000000\nuser_usec 9000000\nsystem_usec 0\n");
    std::filesystem::remove(group.path() / "io.stat");
    NodeSampler without(watched);
    without.read(first, all_groups);
    EXPECT_FALSE(first.has(Metric::process_throttled)) << "no limit is known";
    write("cpu.stat", "usage_usec 19000000\nuser_usec 19000000\nsystem_usec 0\n");
    ::sleep(1); // processes are looked for once a second
    without.read(first, all_groups);
    EXPECT_FALSE(first.has(Metric::process_read)) << "10 s were used by processes nobody saw";
}

// A loop device without other users.
class LoopDevice {
public:
    explicit LoopDevice(const std::string& file) {
        std::ofstream(file).put(0);
        std::filesystem::resize_file(file, std::uintmax_t{64} << 20);
        const auto command = "losetup --find --show " + file + " 2>/dev/null";
        FILE* const answer = ::popen(command.c_str(), "r");
        if (answer == nullptr) {
            return;
        }
        std::array<char, 64> line{};
        if (std::fgets(line.data(), line.size(), answer) != nullptr) {
            path_ = std::string(line.data(), std::strcspn(line.data(), "\n"));
        }
        ::pclose(answer);
    }
    LoopDevice(const LoopDevice&) = delete;
    LoopDevice& operator=(const LoopDevice&) = delete;
    ~LoopDevice() {
        if (!path_.empty()) {
            EXPECT_EQ(std::system(("losetup -d " + path_).c_str()), 0);
        }
    }

    const std::string& path() const { return path_; } // empty: loop devices are not permitted
    std::string name() const { return std::filesystem::path(path_).filename(); }

private:
    std::string path_;
};

TEST(NodeSampler, TracesTheOrderOfDiskAccesses) {
    const unit::TemporaryDirectory directory;
    const LoopDevice device((directory.path() / "disk").string());
    WatchTargets watched;
    watched.disks = {device.name()};
    if (device.path().empty() || NodeSampler(watched).describe().tracing != "traced") {
        GTEST_SKIP() << "needs root, a loop device, and tracefs at /sys/kernel/tracing";
    }
    NodeSampler sampler(watched);
    const int disk = ::open(device.path().c_str(), O_RDONLY | O_DIRECT);
    ASSERT_GE(disk, 0);
    constexpr std::size_t block = 4096;
    alignas(block) std::array<char, block> bytes;
    const auto read_at = [&](std::size_t index) {
        EXPECT_EQ(::pread(disk, bytes.data(), block, static_cast<off_t>(index * block)),
                  static_cast<ssize_t>(block));
    };
    constexpr std::size_t in_a_row = 30;
    for (std::size_t i = 0; i <= in_a_row; ++i) {
        read_at(i);
    }
    Sample sample;
    sampler.read(sample, all_groups);
    constexpr std::size_t jumps = 10;
    for (std::size_t i = 0; i < jumps; ++i) { // skips the blocks between
        read_at(1000 + i * 101);
    }
    ::close(disk);
    sampler.read(sample, all_groups);
    ASSERT_EQ(sample.disks.size(), 1U);
    const auto value = [&](DiskField field) {
        return sample.disks[0].values[static_cast<std::size_t>(field)];
    };
    EXPECT_EQ(value(DiskField::traced), in_a_row + jumps);
    EXPECT_EQ(value(DiskField::sequential), in_a_row);
    constexpr std::size_t sectors = block / 512;
    EXPECT_EQ(value(DiskField::stride), (1000 - in_a_row - 1 + (jumps - 1) * 100) * sectors);
}

} // namespace
} // namespace proxima::node
