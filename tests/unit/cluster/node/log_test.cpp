// Reads back everything that was flushed, whatever follows it in the file.
#include "temporary_directory.hpp"

#include <proxima/base/file.hpp>
#include <proxima/node/log.hpp>

#include <gtest/gtest.h>

#include <array>

namespace proxima::node {
namespace {

void ignore(const LogRecord& /*record*/) {
}

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
    log.append(info);
    log.append(ClockExchange{7, 1, 2, 3, 4});
    for (std::uint64_t i = 1; i <= 5; ++i) {
        add_sample(log, i);
    }
    Drops drops;
    drops[Drop::forged] = 3;
    log.append(drops);
    log.append(MasterEnd{999});
    log.flush();
    return log.file();
}

TEST(Log, CutAnywhereKeepsAllWholeRecords) {
    const unit::TemporaryDirectory directory;
    const auto file = write_log(directory.path());
    const auto bytes = base::read_whole_file(file);
    std::size_t before = 0;
    for (std::size_t size = 8; size <= bytes.size(); ++size) {
        const auto end = read_log_bytes(file, std::string_view(bytes).substr(0, size), ignore);
        EXPECT_GE(end.records, before);
        EXPECT_EQ(end.unread_from + end.unread_bytes, size);
        EXPECT_EQ(end.is_torn, end.unread_bytes > 0); // only torn, not damaged
        before = end.records;
    }
    EXPECT_EQ(before, 10U);
}

TEST(Log, DamageEndsReadingAndIsNoTornRecord) {
    const unit::TemporaryDirectory directory;
    const auto file = write_log(directory.path());
    auto bytes = base::read_whole_file(file);
    bytes[bytes.size() / 2] ^= 1;
    const auto end = read_log_bytes(file, bytes, ignore);
    EXPECT_GT(end.unread_bytes, 0U);
    EXPECT_FALSE(end.is_torn);
    EXPECT_LT(end.records, 10U);
    EXPECT_GT(end.records, 1U);
}

} // namespace
} // namespace proxima::node
