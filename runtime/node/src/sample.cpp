#include "wire.hpp"

#include <proxima/node/sample.hpp>

#include <bit>

namespace proxima::node {
namespace {

constexpr std::uint8_t own_clock = 0;
constexpr std::uint8_t relays_clock = 1;

template <class OneDevice>
bool write_device(WireWriter& out, const OneDevice& device) {
    out.text(device.name());
    for (const auto value : device.values) {
        out.number(value);
    }
    return !out.failed();
}

/// Count and number left out come first, so they are written again when it is known how many fit.
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

/// What a device is likely to take; as much is kept for interfaces when disks are written.
constexpr std::size_t room_of_two_links = 80;
constexpr std::size_t room_of_none = 10;

} // namespace

std::size_t encode(const Sample& sample, std::span<std::uint8_t> to) {
    WireWriter out(to);
    out.fixed64(sample.node);
    out.number(sample.sequence);
    out.byte(sample.clock == sample.node ? own_clock : relays_clock);
    if (sample.clock != sample.node) {
        out.fixed64(sample.clock);
        out.number(sample.bound_ns);
    }
    out.number(sample.time_ns);
    out.number(sample.interval_ns);
    out.number(sample.settings);
    out.number(sample.present);
    for (std::size_t i = 0; i < metric_count; ++i) {
        if ((sample.present >> i & 1) != 0) {
            out.number(sample.values[i]);
        }
    }
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
    sample.node = in.fixed64();
    sample.sequence = in.number();
    sample.clock = sample.node;
    const auto clock = in.byte();
    if (clock == relays_clock) {
        sample.clock = in.fixed64();
        sample.bound_ns = in.number();
    } else if (clock != own_clock) {
        return std::nullopt;
    }
    sample.time_ns = in.number();
    sample.interval_ns = in.number();
    sample.settings = in.number();
    sample.present = in.number();
    if (sample.present >> metric_count != 0 || sample.time_ns >> 63 != 0 ||
        sample.bound_ns >> 62 != 0) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < metric_count; ++i) {
        if ((sample.present >> i & 1) != 0) {
            sample.values[i] = in.number();
        }
    }
    if (!read_devices(in, sample.disks) || !read_devices(in, sample.links) || !in.is_whole()) {
        return std::nullopt;
    }
    return sample;
}

} // namespace proxima::node
