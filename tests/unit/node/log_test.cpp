// Logs: all that was flushed is read back, whatever stands behind it.
#include "../temporary_directory.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/node/log.hpp>

#include <gtest/gtest.h>

#include <array>
#include <fstream>

namespace proxima::node {
namespace {

struct Seen : LogVisitor {
    void start(const MasterStart& one) override { starts.push_back(one); }
    void node(const NodeInfo& one) override { infos.push_back(one); }
    void sample(std::uint64_t received, const Sample& one) override {
        received_ns.push_back(received);
        samples.push_back(one.sequence);
    }
    void exchange(const Exchange& one) override { exchanges.push_back(one); }
    void drops(const Drops& one) override { all_drops.push_back(one); }
    void end(std::uint64_t raw_ns) override { ended_ns = raw_ns; }

    std::vector<MasterStart> starts;
    std::vector<NodeInfo> infos;
    std::vector<std::uint64_t> received_ns, samples;
    std::vector<Exchange> exchanges;
    std::vector<Drops> all_drops;
    std::uint64_t ended_ns = 0;
};

const NodeInfo info{7, "n1", 8, "pid 3", "times only", "traced", false};

void add_sample(LogWriter& log, std::uint64_t sequence) {
    Sample sample;
    sample.node = sample.clock = info.id;
    sample.sequence = sequence;
    sample.set(Metric::cpu_user, 10 * sequence);
    std::array<std::uint8_t, 400> bytes;
    log.sample(1000 + sequence, {bytes.data(), encode(sample, bytes)});
}

std::filesystem::path write_log(const std::filesystem::path& directory) {
    LogWriter log(directory, {100, 200, "boot", "host"});
    log.node(info);
    log.exchange({7, 1, 2, 3, 4});
    for (std::uint64_t i = 1; i <= 5; ++i) {
        add_sample(log, i);
    }
    Drops drops;
    drops[Drop::forged] = 3;
    log.drops(drops);
    log.end(999);
    log.flush();
    return log.file();
}

TEST(Log, IsReadAsItWasWritten) {
    const unit::TemporaryDirectory directory;
    const auto file = write_log(directory.path() / "run");
    Seen seen;
    const auto end = read_log(file, seen);
    EXPECT_EQ(end.records, 10U);
    EXPECT_EQ(end.unread_bytes, 0U);
    EXPECT_EQ(seen.starts.at(0).boot, "boot");
    EXPECT_EQ(seen.infos.at(0), info);
    EXPECT_EQ(seen.samples, (std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
    EXPECT_EQ(seen.received_ns.back(), 1005U);
    EXPECT_EQ(seen.exchanges.at(0).heard_ns, 4U);
    EXPECT_EQ(seen.all_drops.at(0)[Drop::forged], 3U);
    EXPECT_EQ(seen.ended_ns, 999U);
}

TEST(Log, CutAnywhereKeepsAllWholeRecords) {
    const unit::TemporaryDirectory directory;
    const auto file = write_log(directory.path());
    const auto bytes = base::read_whole_file(file);
    std::size_t before = 0;
    for (std::size_t size = 8; size <= bytes.size(); ++size) {
        Seen seen;
        const auto end = read_log_bytes(file, std::string_view(bytes).substr(0, size), seen);
        EXPECT_GE(end.records, before);
        EXPECT_EQ(end.unread_from + end.unread_bytes, size);
        EXPECT_EQ(end.is_torn, end.unread_bytes > 0); // nothing worse is suspected
        before = end.records;
    }
    EXPECT_EQ(before, 10U);
}

TEST(Log, DamageEndsReadingAndIsNoTornRecord) {
    const unit::TemporaryDirectory directory;
    const auto file = write_log(directory.path());
    auto bytes = base::read_whole_file(file);
    bytes[bytes.size() / 2] ^= 1;
    Seen seen;
    const auto end = read_log_bytes(file, bytes, seen);
    EXPECT_GT(end.unread_bytes, 0U);
    EXPECT_FALSE(end.is_torn);
    EXPECT_LT(end.records, 10U);
    EXPECT_GT(end.records, 1U);
}

} // namespace
} // namespace proxima::node
