// Attribution of logs of nodes, written by runtime/cluster/node's own writer.
#include "attribute/attribute_command.hpp"
#include "error_of.hpp"
#include "shared/messages.hpp"
#include "verbs_fixture.hpp"

#include <proxima/node/log.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace proxima::cli::test {
namespace {

using node::DiskField;
using node::LinkField;
using node::Metric;

constexpr std::uint64_t second = 1'000'000'000;

node::Sample sample_of(std::uint64_t id, std::uint64_t sequence) {
    node::Sample sample;
    sample.node = id;
    sample.clock = id;
    sample.sequence = sequence;
    sample.time_ns = (1000 + sequence) * second;
    sample.interval_ns = second;
    sample.set(Metric::disk_count, 0);
    sample.set(Metric::tcp_segments_sent, 0);
    return sample;
}

template <class Devices>
auto& device(Devices& devices, const char* name) {
    devices.push_back({name, {}});
    return devices.back().values;
}

class Attribute : public testing::Test {
protected:
    Attribute() : writer_(directory_.path(), {1000 * second, 0, "boot", "master"}) {
        node("alpha", 1);
    }

    void node(const std::string& name, std::uint64_t id) {
        node::NodeInfo info;
        info.id = id;
        info.name = name;
        writer_.append(info);
    }

    void write(node::Sample sample) {
        std::array<std::uint8_t, 2048> bytes{};
        const auto size = encode(sample, bytes);
        ASSERT_GT(size, 0U);
        writer_.sample(sample.time_ns, {bytes.data(), size});
    }

    // A second with 0.8 of user time and 0.1 of system time on one processor.
    void write_busy(std::uint64_t id, std::uint64_t sequence) {
        auto sample = sample_of(id, sequence);
        sample.set(Metric::cpu_user, 5'000'000 + sequence * 800'000);
        sample.set(Metric::cpu_system, 1'000'000 + sequence * 100'000);
        sample.set(Metric::cpu_run_wait, 0);
        write(sample);
    }

    TemporaryDirectory directory_;
    node::LogWriter writer_;
};

TEST_F(Attribute, SumsCountersAndAveragesLevels) {
    for (std::uint64_t i = 0; i <= 10; ++i) {
        auto sample = sample_of(1, i);
        sample.set(Metric::cpu_user, i * 500'000);
        sample.set(Metric::process_count, i < 5 ? 2 : 4);
        auto& sda = device(sample.disks, "sda");
        sda[static_cast<std::size_t>(DiskField::reads)] = 100 + 10 * i;
        sda[static_cast<std::size_t>(DiskField::read_bytes)] = 8 * i;
        auto& sdb = device(sample.disks, "sdb");
        sdb[static_cast<std::size_t>(DiskField::reads)] = i;
        device(sample.links, "lo")[static_cast<std::size_t>(LinkField::sent)] = 1'000'000 * i;
        device(sample.links, "eth0")[static_cast<std::size_t>(LinkField::sent)] = 7 * i;
        write(sample);
    }
    writer_.flush();
    const auto view = node::read_view(directory_.path());
    const auto used = *proxima::platform::usage_of(view.nodes.at(0));
    const auto value = [&](const char* name) { return used.at(name).value; };
    EXPECT_DOUBLE_EQ(value("duration"), 10);
    EXPECT_DOUBLE_EQ(value("cpu_user"), 5);
    EXPECT_DOUBLE_EQ(value("process_count"), (4 * 2 + 3 + 5 * 4) / 10.) << "in between on a line";
    EXPECT_DOUBLE_EQ(value("disk_reads"), 110);
    EXPECT_DOUBLE_EQ(value("disk_read_bytes"), 8 * 10 * 512);
    EXPECT_DOUBLE_EQ(value("link_sent_bytes"), 70) << "without loopback";
    EXPECT_TRUE(std::isnan(value("instructions"))) << "not sampled";
    // one interval of ten seconds
    EXPECT_NEAR(used.at("cpu_user").interval->max, 5.5, 1e-9);
    EXPECT_FALSE(used.at("duration").interval);
}

// A process writes into the cache for a second; the disk is busy for others and, later, with that.
TEST_F(Attribute, WaitingForDisksIsThatOfTheProcessesWhileTheyUseThem) {
    for (std::uint64_t i = 0; i <= 10; ++i) {
        auto sample = sample_of(1, i);
        sample.set(Metric::process_read, i == 0 ? 0 : 512'000);
        sample.set(Metric::process_written, 0);
        auto& disk = device(sample.disks, "sda");
        disk[static_cast<std::size_t>(DiskField::read_bytes)] = 1000 * i;
        disk[static_cast<std::size_t>(DiskField::busy)] = 800 * i;
        write(sample);
    }
    writer_.flush();
    const auto view = node::read_view(directory_.path());
    const auto used = *proxima::platform::usage_of(view.nodes.at(0));
    EXPECT_NEAR(used.at("process_io_wait").value, 0.8, 1e-9);
}

TEST_F(Attribute, DevicesThatWereNotSampledDidNotDoNothing) {
    for (std::uint64_t i = 0; i <= 10; ++i) {
        auto sample = sample_of(1, i);
        sample.unset(Metric::disk_count);
        sample.unset(Metric::tcp_segments_sent);
        sample.set(Metric::process_read, 1000 * i);
        sample.set(Metric::process_written, 0);
        write(sample);
    }
    writer_.flush();
    const auto view = node::read_view(directory_.path());
    const auto used = *proxima::platform::usage_of(view.nodes.at(0));
    for (const auto* name : {"disk_busy", "link_sent_bytes", "process_io_wait"}) {
        EXPECT_TRUE(std::isnan(used.at(name).value)) << name;
    }
}

TEST_F(Attribute, SaysWhatLimitsARunAndWhatIsNotExplained) {
    node("beta", 2);
    for (std::uint64_t i = 0; i <= 100; ++i) {
        write_busy(1, i);
        auto idle = sample_of(2, i);
        idle.set(Metric::cpu_user, i * 100'000);
        idle.set(Metric::cpu_system, 0);
        idle.set(Metric::cpu_run_wait, 0);
        write(idle);
    }
    writer_.flush();
    AttributeOptions options;
    options.run = directory_.path();
    options.model = PROXIMA_TESTDATA "/models/mpi.json";
    options.values = {{"net_rate", 1e8}, {"net_latency", 1e-5}, {"ranks", 1}};
    const auto text =
        answer_of([&](text::Output& output) { return run_attribute(options, output); });
    EXPECT_NE(text.text.find("limited by CPU: CPU 90%"), std::string::npos) << text.text;
    EXPECT_NE(text.text.find("unexplained: 10.0%"), std::string::npos) << text.text;
    EXPECT_NE(text.text.find("beta"), std::string::npos) << text.text;
    EXPECT_NE(text.text.find("CPI = unknown\n"), std::string::npos) << text.text;
    EXPECT_NE(text.text.find("not sampled: instructions"), std::string::npos) << text.text;
    auto predicts = options;
    predicts.model = PROXIMA_TESTDATA "/models/opal.json";
    EXPECT_NE(proxima::unit::error_of([&] {
                  answer_of([&](text::Output& output) { return run_attribute(predicts, output); });
              }).find("proxima predict"),
              std::string::npos);
    options.json = true;
    const auto answer =
        answer_of([&](text::Output& output) { return run_attribute(options, output); });
    const auto json = nlohmann::json::parse(answer.text);
    EXPECT_EQ(json["limit"], "CPU");
    EXPECT_TRUE(json["results"]["CPI"]["value"].is_null());
    EXPECT_EQ(json["slowest"], "alpha") << "beta waits for it";
    EXPECT_NEAR(json["shares"]["CPU"]["value"].get<double>(), 0.9, 1e-9);
    EXPECT_EQ(json["nodes"].size(), 2U);
    EXPECT_TRUE(json["not_attributable"].is_null());
    auto unknown = options;
    unknown.values = {};
    const auto refused =
        answer_of([&](text::Output& output) { return run_attribute(unknown, output); });
    EXPECT_EQ(refused.status, 3);
    const auto reason = nlohmann::json::parse(refused.text);
    EXPECT_TRUE(reason["limit"].is_null());
    EXPECT_TRUE(reason["unexplained"].is_null());
    EXPECT_NE(reason["not_attributable"].get<std::string>().find("t_comp"), std::string::npos);
}

} // namespace
} // namespace proxima::cli::test
