#include "sampling/wire.hpp"

#include <proxima/node/sample.hpp>

#include <algorithm>

namespace proxima::node {
namespace {

template <class OneDevice>
bool write_device(WireWriter& out, const OneDevice& device) {
    out.text(device.name());
    for (const auto value : device.values) {
        out.number(value);
    }
    return !out.failed();
}

// Writes as many devices as fit. Their count comes first, so each try begins again.
template <class OneDevice>
void write_devices(WireWriter& out, const Devices<OneDevice>& devices, std::size_t room_after) {
    const auto begin = out.size();
    for (std::size_t count = devices.count;; --count) {
        out.back_to(begin);
        out.byte(static_cast<std::uint8_t>(count));
        out.number(devices.left_out + devices.count - count);
        for (std::size_t i = 0; i < count; ++i) {
            write_device(out, devices.all[i]);
        }
        const auto end = out.size();
        for (std::size_t i = 0; i < room_after; ++i) {
            out.byte(0);
        }
        const bool fits = !out.failed();
        out.back_to(end);
        if (fits || count == 0) {
            return;
        }
    }
}

template <class OneDevice>
bool read_devices(WireReader& in, Devices<OneDevice>& devices) {
    devices.count = in.byte();
    if (devices.count > most_devices) {
        return false;
    }
    devices.left_out = in.number();
    for (std::size_t i = 0; i < devices.count; ++i) {
        const auto name = in.text();
        if (name.empty() || name.size() > longest_device_name ||
            name.find('\0') != std::string_view::npos) {
            return false;
        }
        std::copy(name.begin(), name.end(), devices.all[i].name_text.begin());
        for (auto& value : devices.all[i].values) {
            value = in.number();
        }
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

// Bytes that disks leave free for interfaces.
constexpr std::size_t room_of_two_links = 80;
constexpr std::size_t room_of_none = 10;

} // namespace

std::size_t encode(const Sample& sample, std::span<std::uint8_t> to) {
    WireWriter out(to);
    head_fields(out, sample);
    if (out.failed()) {
        return 0;
    }
    write_devices(out, sample.disks, sample.links.count > 0 ? room_of_two_links : room_of_none);
    write_devices(out, sample.links, 0);
    return out.failed() ? 0 : out.size();
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

void keep_written(Sample& sample, std::span<const std::uint8_t> written) {
    if (const auto same = decode_sample(written)) {
        sample.disks = same->disks;
        sample.links = same->links;
    }
}

} // namespace proxima::node
