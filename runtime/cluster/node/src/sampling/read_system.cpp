#include "sampling/read_system.hpp"

#include <proxima/base/error.hpp>

#include <algorithm>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace proxima::node {
namespace {

// True for bridges, bonds, VLANs and the like, whose bytes their parts have as well, and for the
// ends of virtual cables in a bridge.
bool repeats_others(std::string_view link) {
    const std::string directory = "/sys/class/net/" + std::string(link);
    std::error_code failure;
    for (std::filesystem::directory_iterator at(directory, failure), end; !failure && at != end;
         at.increment(failure)) {
        if (at->path().filename().string().starts_with("lower_")) {
            return true;
        }
    }
    return std::filesystem::exists(directory + "/bridge", failure) ||
           std::filesystem::exists(directory + "/bonding", failure) ||
           (std::filesystem::exists(directory + "/master", failure) &&
            !std::filesystem::exists(directory + "/device", failure));
}

// Returns false for partitions, and for LVM and RAID, which consist of other devices.
bool has_no_parts(std::string_view disk) {
    std::error_code failure;
    const std::filesystem::directory_iterator parts("/sys/block/" + std::string(disk) + "/slaves",
                                                    failure);
    return !failure && parts == std::filesystem::directory_iterator();
}

} // namespace

bool SystemFiles::DeviceFacts::holds(std::string_view name, bool (*ask)(std::string_view)) {
    const auto known = facts_.find(name);
    return known != facts_.end() ? known->second : facts_.emplace(name, ask(name)).first->second;
}

SystemFiles::SystemFiles(std::vector<std::string> disks)
    : disks_(std::move(disks)),
      us_per_tick_(1'000'000 / static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK))) {
    for (const auto& disk : disks_) {
        if (::access(("/sys/block/" + disk).c_str(), F_OK) != 0) {
            throw base::Error("no disk " + disk + "; /sys/block lists the disks");
        }
    }
}

void SystemFiles::read(Sample& sample, Groups groups) {
    sample.disks.clear();
    sample.links.clear();
    if ((groups & bit(MetricGroup::cpu)) != 0) {
        read_cpu(sample);
    }
    if ((groups & bit(MetricGroup::memory)) != 0) {
        read_memory(sample);
    }
    if ((groups & bit(MetricGroup::disk)) != 0) {
        read_disks(sample);
    }
    if ((groups & bit(MetricGroup::network)) != 0) {
        read_network(sample);
    }
    if ((groups & bit(MetricGroup::pressure)) != 0) {
        read_pressure(sample);
    }
}

void SystemFiles::read_cpu(Sample& sample) const {
    const auto text = stat_.read();
    if (text.empty()) {
        return;
    }
    Scanner words(text);
    words.skip(1);
    std::array<std::uint64_t, 8> ticks{}; // user nice system idle iowait irq softirq steal
    for (auto& one : ticks) {
        one = words.number() * us_per_tick_;
    }
    sample.set(Metric::cpu_user, ticks[0] + ticks[1]);
    sample.set(Metric::cpu_system, ticks[2] + ticks[5] + ticks[6]);
    sample.set(Metric::cpu_idle, ticks[3]);
    sample.set(Metric::cpu_iowait, ticks[4]);
    sample.set(Metric::cpu_steal, ticks[7]);
    sample.set(Metric::context_switches, number_of(text, "ctxt"));
    sample.set(Metric::running, number_of(text, "procs_running"));
    Scanner lines(schedstat_.read());
    std::string_view line;
    std::uint64_t wait_ns = 0;
    bool is_known = false;
    while (lines.line(line)) {
        if (line.starts_with("cpu")) {
            Scanner fields(line);
            fields.skip(8);
            wait_ns += fields.number();
            is_known = true;
        }
    }
    if (is_known) {
        sample.set(Metric::cpu_run_wait, wait_ns / 1000);
    }
}

void SystemFiles::read_memory(Sample& sample) const {
    if (const auto text = meminfo_.read(); !text.empty()) {
        sample.set(Metric::memory_total, number_of(text, "MemTotal"));
        sample.set(Metric::memory_available, number_of(text, "MemAvailable"));
        sample.set(Metric::memory_dirty, number_of(text, "Dirty"));
    }
    if (const auto text = vmstat_.read(); !text.empty()) {
        sample.set(Metric::faults, number_of(text, "pgfault"));
        sample.set(Metric::major_faults, number_of(text, "pgmajfault"));
        sample.set(Metric::swapped_in, number_of(text, "pswpin"));
        sample.set(Metric::swapped_out, number_of(text, "pswpout"));
    }
}

bool SystemFiles::is_disk_of_node(std::string_view name) const {
    return disks_.empty() || std::find(disks_.begin(), disks_.end(), name) != disks_.end();
}

void SystemFiles::read_disks(Sample& sample) {
    trace_.read();
    Scanner lines(diskstats_.read());
    std::string_view line;
    while (lines.line(line)) {
        Scanner fields(line);
        const auto major = static_cast<std::uint32_t>(fields.number());
        const auto minor = static_cast<std::uint32_t>(fields.number());
        const auto name = fields.word();
        Disk disk{std::string(name.substr(0, longest_device_name)), {}};
        const auto set = [&](DiskField field, std::uint64_t value) {
            disk.values[static_cast<std::size_t>(field)] = value;
        };
        const auto take = [&](DiskField field) { set(field, fields.number()); };
        take(DiskField::reads);
        take(DiskField::read_merges);
        take(DiskField::read_bytes);
        fields.skip(1);
        take(DiskField::writes);
        take(DiskField::write_merges);
        take(DiskField::write_bytes);
        fields.skip(2); // time writing, requests in flight
        take(DiskField::busy);
        take(DiskField::waiting);
        const auto traced = trace_.of(major, minor);
        set(DiskField::traced, traced.traced);
        set(DiskField::sequential, traced.sequential);
        set(DiskField::stride, traced.stride);
        const bool was_used =
            std::any_of(disk.values.begin(), disk.values.end(), [](auto v) { return v != 0; });
        if (was_used && is_disk_of_node(name) && known_disks_.holds(name, has_no_parts)) {
            sample.disks.push_back(std::move(disk));
        }
    }
    sample.set(Metric::disk_count, sample.disks.size());
}

void SystemFiles::read_network(Sample& sample) {
    each_link(links_.read(), [&](std::string_view name, const auto& all) {
        if (all[1] + all[9] > 0 && !known_links_.holds(name, repeats_others)) {
            sample.links.push_back({std::string(name.substr(0, longest_device_name)),
                                    {all[0], all[1], all[8], all[9], all[3] + all[11]}});
        }
    });
    if (auto fields = numbers_of(snmp_.read(), "Tcp: ")) {
        fields->skip(10);
        sample.set(Metric::tcp_segments_sent, fields->number());
        sample.set(Metric::tcp_retransmits, fields->number());
    }
}

void SystemFiles::read_pressure(Sample& sample) const {
    const auto set = [&](Metric metric, const ProcFile& file, std::string_view which) {
        if (const auto waited_us = total_of(file.read(), which)) {
            sample.set(metric, *waited_us);
        }
    };
    set(Metric::pressure_cpu_some, cpu_pressure_, "some");
    set(Metric::pressure_memory_some, memory_pressure_, "some");
    set(Metric::pressure_memory_full, memory_pressure_, "full");
    set(Metric::pressure_io_some, io_pressure_, "some");
    set(Metric::pressure_io_full, io_pressure_, "full");
}

} // namespace proxima::node
