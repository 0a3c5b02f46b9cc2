#include <proxima/base/error.hpp>
#include <proxima/node/master.hpp>
#include <proxima/node/sampler.hpp>
#include <proxima/node/socket.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <poll.h>

namespace proxima::node {
namespace {

constexpr int attempts = 5;
constexpr int patience_ms = 1000;

// Returns the next answer that is signed with the key, or nothing if none comes in time.
std::optional<Seal::Opened> next_answer(UdpSocket& socket, const Seal& seal) {
    pollfd waiting{socket.descriptor(), POLLIN, 0};
    while (::poll(&waiting, 1, patience_ms) > 0) {
        std::array<std::uint8_t, longest_datagram + 1> bytes;
        Address from;
        const auto size = socket.receive(bytes, from);
        if (size < 0) {
            return std::nullopt; // no master listens there
        }
        auto opened = seal.open({bytes.data(), static_cast<std::size_t>(size)});
        if (auto* answer = std::get_if<Seal::Opened>(&opened)) {
            return std::move(*answer);
        }
    }
    return std::nullopt;
}

} // namespace

std::uint64_t change_settings(const std::string& address, const Key& key, const Settings& settings,
                              const std::string& glob) {
    const Seal seal(key);
    const auto master = resolve(address);
    auto socket = UdpSocket::to(master);
    SettingsChange change{settings, glob};
    change.settings.version = real_now_ns() / 1000;
    Envelope envelope; // the master tells its id in its first answer
    for (int i = 0; i < attempts; ++i) {
        socket.send(seal.close(envelope, change).span(), master);
        const auto answer = next_answer(socket, seal);
        if (!answer) {
            continue;
        }
        if (const auto* changed = std::get_if<Changed>(&answer->message)) {
            if (changed->version == change.settings.version) {
                return changed->count;
            }
        } else if (const auto* order = std::get_if<Order>(&answer->message)) {
            envelope.master = answer->envelope.master;
            change.settings.version =
                std::max(change.settings.version, order->settings.version + 1);
        }
    }
    throw base::Error("no answer from a master at " + to_string(master) +
                      "; does it run, with the same key?");
}

} // namespace proxima::node
