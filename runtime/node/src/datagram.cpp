#include "node_info.hpp"
#include "wire.hpp"

#include <proxima/node/datagram.hpp>

#include <algorithm>
#include <sodium.h>

namespace proxima::node {
namespace {

constexpr std::array<std::uint8_t, 3> magic{'P', 'X', 1}; ///< the last byte is the version

/// In the order of Message.
enum class Type : std::uint8_t { hello, sample, echo, order, ask, challenge, change, changed };

void write(WireWriter& out, const Hello& hello) {
    write_info(out, hello.info);
}
void write(WireWriter& out, const Sample& sample) {
    std::array<std::uint8_t, longest_sample> bytes;
    out.bytes({bytes.data(), encode(sample, bytes)});
}
void write(WireWriter& out, const Echo& echo) {
    out.number(echo.asked_ns);
    out.number(echo.received_ns);
    out.number(echo.answered_ns);
}
void write_settings(WireWriter& out, const Settings& settings) {
    out.number(settings.version);
    out.number(settings.interval_ns);
    out.byte(settings.groups);
}
void write(WireWriter& out, const Order& order) {
    out.number(order.asked_ns);
    out.byte(order.wants_hello ? 1 : 0);
    write_settings(out, order.settings);
}
void write(WireWriter& out, const Ask& ask) {
    out.fixed64(ask.question);
}
void write(WireWriter& out, const Challenge& challenge) {
    out.fixed64(challenge.question);
    out.fixed64(challenge.word);
}
void write(WireWriter& out, const Change& change) {
    out.fixed64(change.word);
    write_settings(out, change.settings);
    out.text(change.nodes);
}
void write(WireWriter& out, const Changed& changed) {
    out.fixed64(changed.word);
    out.number(changed.count);
}

std::optional<Settings> read_settings(WireReader& in) {
    Settings settings;
    settings.version = in.number();
    settings.interval_ns = in.number();
    settings.groups = in.byte();
    const bool is_interval =
        settings.interval_ns == 0 ||
        (settings.interval_ns >= least_interval_ns && settings.interval_ns <= most_interval_ns);
    return is_interval ? std::optional(settings) : std::nullopt;
}

Echo read_echo(WireReader& in) {
    Echo echo;
    echo.asked_ns = in.number();
    echo.received_ns = in.number();
    echo.answered_ns = in.number();
    return echo;
}

std::optional<Message> read_order(WireReader& in) {
    const auto asked_ns = in.number();
    const bool wants_hello = in.byte() != 0;
    const auto settings = read_settings(in);
    return settings ? std::optional<Message>(Order{asked_ns, wants_hello, *settings})
                    : std::nullopt;
}

std::optional<Message> read_change(WireReader& in) {
    const auto word = in.fixed64();
    const auto settings = read_settings(in);
    std::string nodes(in.text());
    return settings ? std::optional<Message>(Change{word, *settings, std::move(nodes)})
                    : std::nullopt;
}

std::optional<Message> read_message(Type type, WireReader& in) {
    switch (type) {
    case Type::hello:
        return Hello{read_info(in)};
    case Type::sample:
        if (auto sample = decode_sample(in.rest())) {
            in = WireReader({});
            return *sample;
        }
        return std::nullopt;
    case Type::echo:
        return read_echo(in);
    case Type::order:
        return read_order(in);
    case Type::ask:
        return Ask{in.fixed64()};
    case Type::challenge: {
        const auto question = in.fixed64();
        return Challenge{question, in.fixed64()};
    }
    case Type::change:
        return read_change(in);
    case Type::changed: {
        const auto word = in.fixed64();
        return Changed{word, in.number()};
    }
    }
    return std::nullopt;
}

void write_envelope(WireWriter& out, Type type, const Envelope& envelope) {
    out.bytes(magic);
    out.byte(static_cast<std::uint8_t>(type));
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
    write_envelope(out, static_cast<Type>(message.index()), envelope);
    std::visit([&](const auto& one) { write(out, one); }, message);
    return finish(datagram, out.size());
}

Datagram Seal::close_sample(const Envelope& envelope, std::span<const std::uint8_t> sample) const {
    Datagram datagram;
    WireWriter out(std::span(datagram.bytes).first(longest_datagram - code_size));
    write_envelope(out, Type::sample, envelope);
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
    const auto type = static_cast<Type>(in.byte());
    Seal::Opened opened;
    opened.envelope.node = in.fixed64();
    opened.envelope.master = in.fixed64();
    if (in.failed()) {
        return std::nullopt;
    }
    opened.body = in.rest();
    auto message = read_message(type, in);
    if (!message || !in.is_whole()) {
        return std::nullopt;
    }
    opened.message = *std::move(message);
    return opened;
}

} // namespace proxima::node
