#include "sampling/wire.hpp"

#include <proxima/node/datagram.hpp>

#include <algorithm>
#include <sodium.h>

namespace proxima::node {

constexpr std::array<std::uint8_t, 3> magic{'P', 'X', 3}; // the last byte is the version

// Types of messages are their indices in Message.
constexpr std::uint8_t sample_type = 1;

void fields(auto& wire, Some<Settings> auto& settings) {
    wire.number(settings.version);
    wire.number(settings.interval_ns);
    wire.byte(settings.groups);
    wire.require(settings.interval_ns == 0 || (settings.interval_ns >= least_interval_ns &&
                                               settings.interval_ns <= most_interval_ns));
}

void fields(auto& wire, Some<Hello> auto& hello) {
    fields(wire, hello.info);
}

void fields(auto& wire, Some<Echo> auto& echo) {
    wire.number(echo.asked_ns);
    wire.number(echo.received_ns);
    wire.number(echo.answered_ns);
}

void fields(auto& wire, Some<Order> auto& order) {
    wire.number(order.asked_ns);
    wire.flag(order.wants_hello);
    fields(wire, order.settings);
}

void fields(auto& wire, Some<SettingsChange> auto& change) {
    fields(wire, change.settings);
    wire.text(change.nodes);
}

void fields(auto& wire, Some<Changed> auto& changed) {
    wire.number(changed.version);
    wire.number(changed.count);
}

void fields(WireWriter& out, Sample sample) {
    std::array<std::uint8_t, longest_sample> bytes;
    out.bytes({bytes.data(), encode(sample, bytes)});
}

namespace {

void write_envelope(WireWriter& out, std::uint8_t type, const Envelope& envelope) {
    out.bytes(magic);
    out.byte(type);
    out.fixed64(envelope.node);
    out.fixed64(envelope.master);
}

std::array<std::uint8_t, code_size> code_of(std::span<const std::uint8_t> bytes, const Key& key) {
    std::array<std::uint8_t, code_size> code;
    crypto_generichash(code.data(), code.size(), bytes.data(), bytes.size(), key.data(),
                       key.size());
    return code;
}

} // namespace

Seal::Seal(const Key& key) : key_(key) {
}

Datagram Seal::finish(Datagram datagram, std::size_t size) const {
    const auto code = code_of({datagram.bytes.data(), size}, key_);
    std::copy(code.begin(), code.end(), datagram.bytes.begin() + static_cast<std::ptrdiff_t>(size));
    datagram.size = size + code.size();
    return datagram;
}

Datagram Seal::close(const Envelope& envelope, const Message& message) const {
    Datagram datagram;
    WireWriter out(std::span(datagram.bytes).first(longest_datagram - code_size));
    write_envelope(out, static_cast<std::uint8_t>(message.index()), envelope);
    std::visit([&](const auto& one) { fields(out, one); }, message);
    return finish(datagram, out.size());
}

Datagram Seal::close_sample(const Envelope& envelope, std::span<const std::uint8_t> sample) const {
    Datagram datagram;
    WireWriter out(std::span(datagram.bytes).first(longest_datagram - code_size));
    write_envelope(out, sample_type, envelope);
    out.bytes(sample);
    return finish(datagram, out.size());
}

std::variant<Seal::Failure, Seal::Opened> Seal::open(std::span<const std::uint8_t> datagram) const {
    if (datagram.size() < envelope_size + code_size || datagram.size() > longest_datagram ||
        !std::equal(magic.begin(), magic.end(), datagram.begin())) {
        return Failure::forged;
    }
    const auto without_code = datagram.first(datagram.size() - code_size);
    const auto code = code_of(without_code, key_);
    if (sodium_memcmp(code.data(), datagram.last(code_size).data(), code_size) != 0) {
        return Failure::forged;
    }
    if (auto opened = parse_datagram(without_code)) {
        return *std::move(opened);
    }
    return Failure::malformed;
}

std::optional<Seal::Opened> parse_datagram(std::span<const std::uint8_t> without_code) {
    WireReader in(without_code);
    for (const auto expected : magic) {
        if (in.byte() != expected) {
            return std::nullopt;
        }
    }
    const auto type = in.byte();
    Seal::Opened opened;
    opened.envelope.node = in.fixed64();
    opened.envelope.master = in.fixed64();
    if (in.failed()) {
        return std::nullopt;
    }
    opened.body = in.rest();
    auto message = read_alternative<Message>(type, in);
    if (!message) {
        return std::nullopt;
    }
    opened.message = *std::move(message);
    return opened;
}

} // namespace proxima::node
