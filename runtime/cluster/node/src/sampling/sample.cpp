#include "sampling/wire.hpp"

#include <proxima/node/sample.hpp>

#include <utility>

namespace proxima::node {
namespace {

constexpr std::size_t most_bytes_of_count = 2;

// Writes as many devices as leave room for `after` bytes, behind their count, and removes them.
template <class OneDevice>
void write_devices(WireWriter& out, std::vector<OneDevice>& devices, std::size_t after) {
    const auto count_at = out.size();
    out.byte(0);
    out.number(0); // the number of devices without room in older logs
    std::uint8_t count = 0;
    for (; count < devices.size(); ++count) {
        const auto end = out.size();
        out.text(devices[count].name);
        for (const auto value : devices[count].values) {
            out.number(value);
        }
        if (out.failed() || out.room() < after) {
            out.back_to(end);
            break;
        }
    }
    out.set(count_at, count);
    devices.erase(devices.begin(), devices.begin() + count);
}

template <class OneDevice>
bool read_devices(WireReader& in, std::vector<OneDevice>& devices) {
    const std::size_t count = in.byte();
    in.number();
    while (devices.size() < count && !in.failed()) {
        OneDevice device;
        device.name = in.text();
        in.require(!device.name.empty() && device.name.size() <= longest_device_name &&
                   device.name.find('\0') == std::string::npos);
        for (auto& value : device.values) {
            value = in.number();
        }
        devices.push_back(std::move(device));
    }
    return !in.failed();
}

// Writes or reads the fields before disks and interfaces.
template <class Wire, class GivenSample>
void head_fields(Wire& wire, GivenSample& sample) {
    wire.fixed64(sample.node);
    wire.number(sample.sequence);
    bool is_of_relay = sample.clock != sample.node;
    wire.flag(is_of_relay);
    if (is_of_relay) {
        wire.fixed64(sample.clock);
        wire.number(sample.bound_ns);
    }
    wire.number(sample.time_ns);
    wire.number(sample.interval_ns);
    wire.number(sample.real_ns); // had the version of settings, a small number
    wire.number(sample.present);
    wire.require(sample.present >> metric_count == 0 && sample.time_ns >> 63 == 0 &&
                 sample.bound_ns >> 62 == 0);
    for (std::size_t i = 0; i < metric_count; ++i) {
        if ((sample.present >> i & 1) != 0) {
            wire.number(sample.values[i]);
        }
    }
}

} // namespace

std::size_t encode(Sample& sample, std::span<std::uint8_t> to) {
    WireWriter out(to);
    head_fields(out, sample);
    sample.present = 0;
    if (out.failed() || out.room() < 2 * most_bytes_of_count) {
        return 0;
    }
    write_devices(out, sample.disks, most_bytes_of_count);
    write_devices(out, sample.links, 0);
    return out.size();
}

std::optional<Sample> decode_sample(std::span<const std::uint8_t> bytes) {
    WireReader in(bytes);
    Sample sample;
    head_fields(in, sample);
    if (sample.clock == 0) { // the clock of the node
        sample.clock = sample.node;
    }
    if (!read_devices(in, sample.disks) || !read_devices(in, sample.links) || !in.is_whole()) {
        return std::nullopt;
    }
    return sample;
}

} // namespace proxima::node
