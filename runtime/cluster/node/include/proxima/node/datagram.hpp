// Signs and checks the datagrams that nodes, masters and operators send each other. Each ends with
// a message authentication code. The master detects stale and replayed datagrams.
//
//     const node::Key key = node::read_key(node::standard_key_file());
//     const node::Seal seal(key);
//     const auto datagram = seal.close({17, 0}, node::Hello{});
//     const auto opened = seal.open(datagram.span());
//     if (const auto* valid = std::get_if<node::Seal::Opened>(&opened)) {
//         std::cout << valid->envelope.node << '\n'; // 17
//     }
//
// Units: ns.
// Thread safety: threads may share const objects, as with plain values.
// Errors: functions for key files throw base::Error.
#pragma once

#include <proxima/node/sample.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>

namespace proxima::node {

constexpr std::size_t longest_datagram = 511;
constexpr std::uint64_t least_interval_ns = 10'000'000;
constexpr std::uint64_t most_interval_ns = 3'600'000'000'000;

using Key = std::array<std::uint8_t, 32>;

/// Writes a random key into a new file, mode 0600. Fails if the file exists.
void make_key(const std::filesystem::path& file);
/// Reads a key. Fails if others than the owner may read the file.
Key read_key(const std::filesystem::path& file);
/// Returns $PROXIMA_NODE_KEY, or ~/.config/proxima/node.key without it.
std::filesystem::path standard_key_file();

/// Returns a random number other than 0.
std::uint64_t random_id();

/// Settings that can change while a node runs; 0 leaves a value as it is.
struct Settings {
    std::uint64_t version = 0; ///< higher versions replace lower ones
    std::uint64_t interval_ns = 0;
    Groups groups = 0;

    void follow(const Settings& newer) {
        if (newer.version > version) {
            version = newer.version;
            interval_ns = newer.interval_ns != 0 ? newer.interval_ns : interval_ns;
            groups = newer.groups != 0 ? newer.groups : groups;
        }
    }
};

/// Message of a node to its master: its description.
struct Hello {
    NodeInfo info;
};
/// Message of a node to its master: the answer to a question for its time.
struct Echo {
    std::uint64_t asked_ns = 0;    ///< time of the master
    std::uint64_t received_ns = 0; ///< time of the node, like the next
    std::uint64_t answered_ns = 0;
};

/// Message of a master to a node: asks for its time or a Hello, and gives settings.
struct Order {
    std::uint64_t asked_ns = 0; ///< time of the master; 0: no answer is wanted
    bool wants_hello = false;
    Settings settings;
};

/// Message of an operator to a master. A master that has seen this version or a later one answers
/// with an Order that names the newest, so a replayed change has no effect.
struct SettingsChange {
    Settings settings;
    std::string nodes; ///< glob of names; empty: all nodes, also later ones
};
/// Message of a master to an operator.
struct Changed {
    std::uint64_t version = 0;
    std::uint64_t count = 0; ///< number of nodes
};

using Message = std::variant<Hello, Sample, Echo, Order, SettingsChange, Changed>;

/// Sender and receiver. A master draws its id when it starts; datagrams with the id of another
/// master are replayed or late. Master 0: the sender does not know the master yet.
struct Envelope {
    std::uint64_t node = 0;
    std::uint64_t master = 0;
};

struct Datagram {
    std::array<std::uint8_t, longest_datagram> bytes{};
    std::size_t size = 0;

    std::span<const std::uint8_t> span() const { return {bytes.data(), size}; }
};

/// Signs and checks datagrams with one key.
class Seal {
public:
    explicit Seal(const Key& key);

    Datagram close(const Envelope& envelope, const Message& message) const;
    /// Signs a sample that is already encoded.
    Datagram close_sample(const Envelope& envelope, std::span<const std::uint8_t> sample) const;

    enum class Failure { forged, malformed };
    struct Opened {
        Envelope envelope;
        Message message;
        std::span<const std::uint8_t> body; ///< bytes of the message inside the datagram
    };
    std::variant<Failure, Opened> open(std::span<const std::uint8_t> datagram) const;

private:
    Datagram finish(Datagram datagram, std::size_t size) const;

    Key key_;
};

/// Parses a datagram without its code, as open() does after checking the code.
std::optional<Seal::Opened> parse_datagram(std::span<const std::uint8_t> without_code);

constexpr std::size_t code_size = 16;
constexpr std::size_t envelope_size = 20;
constexpr std::size_t relay_room = 16; ///< bytes that a relay adds
constexpr std::size_t longest_sample = longest_datagram - code_size - envelope_size;

} // namespace proxima::node
