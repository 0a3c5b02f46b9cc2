// Writes and reads numbers and texts of datagrams and logs. Numbers are LEB128 varints: seven bits
// a byte, lowest first. Neither class goes beyond the end of its bytes; both report whether
// everything fit.
#pragma once

#include <proxima/node/sample.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace proxima::node {

class WireWriter {
public:
    explicit WireWriter(std::span<std::uint8_t> to) noexcept : to_(to) {}

    void byte(std::uint8_t value) noexcept {
        if (size_ < to_.size()) {
            to_[size_++] = value;
        } else {
            failed_ = true;
        }
    }
    void number(std::uint64_t value) noexcept {
        for (; value >= 0x80; value >>= 7) {
            byte(static_cast<std::uint8_t>(value | 0x80));
        }
        byte(static_cast<std::uint8_t>(value));
    }
    void fixed64(std::uint64_t value) noexcept {
        for (int i = 0; i < 8; ++i) {
            byte(static_cast<std::uint8_t>(value >> (8 * i)));
        }
    }
    // Writes at most 255 bytes.
    void text(std::string_view value) noexcept {
        value = value.substr(0, 255);
        byte(static_cast<std::uint8_t>(value.size()));
        for (const char character : value) {
            byte(static_cast<std::uint8_t>(character));
        }
    }
    void flag(bool value) noexcept { byte(value ? 1 : 0); }
    void bytes(std::span<const std::uint8_t> value) noexcept {
        for (const auto one : value) {
            byte(one);
        }
    }
    void require(bool /*is_valid*/) noexcept {}

    std::size_t size() const noexcept { return size_; }
    std::size_t room() const noexcept { return to_.size() - size_; }
    bool failed() const noexcept { return failed_; }
    void set(std::size_t at, std::uint8_t value) noexcept { to_[at] = value; }
    // Drops everything after the first `size` bytes, and a failure.
    void back_to(std::size_t size) noexcept {
        size_ = size;
        failed_ = false;
    }

private:
    std::span<std::uint8_t> to_;
    std::size_t size_ = 0;
    bool failed_ = false;
};

class WireReader {
public:
    explicit WireReader(std::span<const std::uint8_t> from) noexcept : from_(from) {}

    std::uint8_t byte() noexcept {
        if (from_.empty()) {
            failed_ = true;
            return 0;
        }
        const auto value = from_.front();
        from_ = from_.subspan(1);
        return value;
    }
    std::uint64_t number() noexcept {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint64_t next = byte();
            value |= (next & 0x7f) << shift;
            if (next < 0x80) {
                failed_ = failed_ || (shift == 63 && next > 1);
                return value;
            }
        }
        failed_ = true;
        return 0;
    }
    std::uint64_t fixed64() noexcept {
        std::uint64_t value = 0;
        for (int i = 0; i < 8; ++i) {
            value |= std::uint64_t{byte()} << (8 * i);
        }
        return value;
    }
    std::string_view text() noexcept {
        const std::size_t size = byte();
        if (size > from_.size()) {
            failed_ = true;
            return {};
        }
        const std::string_view value(reinterpret_cast<const char*>(from_.data()), size);
        from_ = from_.subspan(size);
        return value;
    }

    // Same signatures as the writer's, so that one list of fields serves both.
    void byte(std::uint8_t& value) noexcept { value = byte(); }
    void number(std::uint64_t& value) noexcept { value = number(); }
    void fixed64(std::uint64_t& value) noexcept { value = fixed64(); }
    void text(std::string& value) { value = text(); }
    void flag(bool& value) noexcept { value = byte() != 0; }
    void require(bool is_valid) noexcept { failed_ = failed_ || !is_valid; }

    std::span<const std::uint8_t> rest() const noexcept { return from_; }
    std::span<const std::uint8_t> take_rest() noexcept { return std::exchange(from_, {}); }
    bool failed() const noexcept { return failed_; }
    // Returns true if all bytes were read and none was missing.
    bool is_whole() const noexcept { return !failed_ && from_.empty(); }

private:
    std::span<const std::uint8_t> from_;
    bool failed_ = false;
};

// Accepts `T` for a reader and const `T` for a writer, so that one list of fields serves both.
template <class Given, class T>
concept Some = std::same_as<std::remove_const_t<Given>, T>;

// Reads the alternative of `Variant` with this index. Returns nothing if there is none, or if the
// bytes are not one, whole.
template <class Variant, std::size_t i = 0>
std::optional<Variant> read_alternative(std::size_t index, WireReader& in) {
    if constexpr (i < std::variant_size_v<Variant>) {
        if (index != i) {
            return read_alternative<Variant, i + 1>(index, in);
        }
        std::variant_alternative_t<i, Variant> one;
        fields(in, one);
        return in.is_whole() ? std::optional<Variant>(std::move(one)) : std::nullopt;
    }
    return std::nullopt;
}

inline void fields(WireReader& in, Sample& sample) {
    auto decoded = decode_sample(in.take_rest());
    in.require(decoded.has_value());
    sample = decoded ? *std::move(decoded) : Sample();
}

void fields(auto& wire, Some<NodeInfo> auto& info) {
    wire.fixed64(info.id);
    wire.text(info.name);
    wire.number(info.processors);
    wire.text(info.watched);
    wire.text(info.counting);
    wire.text(info.tracing);
    wire.flag(info.is_relay);
}

} // namespace proxima::node
