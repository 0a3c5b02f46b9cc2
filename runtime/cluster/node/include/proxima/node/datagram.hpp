// What nodes, masters and operators send each other. Each datagram ends with a code that only
// owners of the key can make; the master recognises what is stale or replayed (master.hpp).
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

/// Makes a file with a random key, mode 0600. Throws base::Error, also if the file exists.
void make_key(const std::filesystem::path& file);
/// Throws base::Error if others than the owner may read it.
Key read_key(const std::filesystem::path& file);
/// $PROXIMA_NODE_KEY, else ~/.config/proxima/node.key.
std::filesystem::path standard_key_file();

std::uint64_t random_id(); ///< not 0

/// Can be changed while a node runs; 0 leaves a value as it is.
struct Settings {
    std::uint64_t version = 0; ///< higher ones win
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

/// Node to master.
struct Hello {
    NodeInfo info;
};
struct Echo {
    std::uint64_t asked_ns = 0;    ///< the master's
    std::uint64_t received_ns = 0; ///< the node's, as the next
    std::uint64_t answered_ns = 0;
};

/// Master to node: answer with your time, send a Hello, and follow these settings.
struct Order {
    std::uint64_t asked_ns = 0; ///< 0: no time is wanted
    bool wants_hello = false;
    Settings settings;
};

/// Operator to master. A master that has seen this version, or a later one, answers with an Order
/// that names the newest; so a recorded Change has no effect when it is replayed.
struct SettingsChange {
    Settings settings;
    std::string nodes; ///< a glob; empty: all, also those to come
};
/// Master to operator.
struct Changed {
    std::uint64_t version = 0;
    std::uint64_t count = 0; ///< of nodes
};

using Message = std::variant<Hello, Sample, Echo, Order, SettingsChange, Changed>;

/// Sender and receiver. A master draws its id when it starts; datagrams with the id of another one
/// are replayed or late. 0: the sender does not know the master yet.
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
    /// `sample` is encoded already.
    Datagram close_sample(const Envelope& envelope, std::span<const std::uint8_t> sample) const;

    enum class Failure { forged, malformed };
    struct Opened {
        Envelope envelope;
        Message message;
        std::span<const std::uint8_t> body; ///< in the datagram; a log has those of samples
    };
    std::variant<Failure, Opened> open(std::span<const std::uint8_t> datagram) const;

private:
    Datagram finish(Datagram datagram, std::size_t size) const;

    Key key_;
};

/// What open() does after it has checked the code.
std::optional<Seal::Opened> parse_datagram(std::span<const std::uint8_t> without_code);

constexpr std::size_t code_size = 16;
constexpr std::size_t envelope_size = 20;
constexpr std::size_t relay_room = 16; ///< what a relay adds
constexpr std::size_t longest_sample = longest_datagram - code_size - envelope_size;

} // namespace proxima::node
