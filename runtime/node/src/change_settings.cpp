#include <proxima/base/error.hpp>
#include <proxima/node/master.hpp>

#include <array>
#include <optional>
#include <poll.h>

namespace proxima::node {
namespace {

constexpr int attempts = 5;
constexpr int patience_ms = 1000;

/// The answer of type `Wanted` that `is_it` accepts; nothing if there is none in time.
template <class Wanted, class IsIt>
std::optional<Wanted> ask(const UdpSocket& socket, const Address& master, const Seal& seal,
                          const Message& question, IsIt is_it) {
    socket.send(seal.close({}, question).span(), master);
    pollfd waiting{socket.descriptor(), POLLIN, 0};
    while (::poll(&waiting, 1, patience_ms) > 0) {
        std::array<std::uint8_t, longest_datagram> bytes;
        Address from;
        const auto size = socket.receive(bytes, from);
        if (size < 0 || static_cast<std::size_t>(size) > bytes.size()) {
            return std::nullopt; // refused, mostly
        }
        const auto opened = seal.open({bytes.data(), static_cast<std::size_t>(size)});
        if (const auto* datagram = std::get_if<Seal::Opened>(&opened)) {
            const auto* answer = std::get_if<Wanted>(&datagram->message);
            if (answer != nullptr && is_it(*answer)) {
                return *answer;
            }
        }
    }
    return std::nullopt;
}

} // namespace

std::uint64_t change_settings(const std::string& address, const Key& key, const Settings& settings,
                              const std::string& glob) {
    const Seal seal(key);
    const auto master = resolve(address);
    const auto socket = UdpSocket::to(master);
    for (int i = 0; i < attempts; ++i) {
        const Ask question{random_id()};
        const auto challenge =
            ask<Challenge>(socket, master, seal, question, [&](const Challenge& answer) {
                return answer.question == question.question;
            });
        if (!challenge) {
            continue;
        }
        const auto word = challenge->word;
        const auto changed = ask<Changed>(socket, master, seal, Change{word, settings, glob},
                                          [&](const Changed& done) { return done.word == word; });
        if (changed) {
            return changed->count;
        }
    }
    throw base::Error("no answer from a master at " + to_string(master) +
                      "; does it run, with the same key?");
}

} // namespace proxima::node
