// Runs a master: checks and logs samples of nodes, measures their clocks, and passes settings on.
//
//     node::MasterOptions options;
//     options.directory = "run1";
//     options.key = node::read_key(node::standard_key_file());
//     const std::atomic<bool> stop = false;
//     node::run_master(options, stop, [](const node::MasterPlaces& places) {
//         std::cout << "listening on " << places.address << '\n';
//     });
//
// Thread safety: one thread runs a master; a signal handler may set `stop`.
// Errors: functions throw base::Error.
#pragma once

#include <proxima/node/datagram.hpp>
#include <proxima/node/log.hpp>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace proxima::node {

struct MasterOptions {
    std::string address;             ///< address to listen on; empty: all of this machine
    std::filesystem::path directory; ///< directory of the log; empty: no log
    std::string relay_to;            ///< address of another master; empty: no relay
    std::string name;                ///< name of a relay; empty: the host's
    std::string metrics;             ///< address to serve OpenMetrics at; empty: none
    Key key{};
    std::size_t most_nodes = 131072; ///< about 3 KiB each
};

struct MasterTotals {
    std::uint64_t nodes = 0, samples = 0, lost = 0;
    Drops drops; ///< datagrams of all senders
};

/// Addresses and files of a master that has started.
struct MasterPlaces {
    std::string address;            ///< address that it listens on
    std::filesystem::path log_file; ///< empty: none
    std::string metrics;            ///< empty: none
};

/// Runs until `stop`. Calls `begin` before the first datagram. Fails if the log cannot be written.
MasterTotals run_master(const MasterOptions& options, const std::atomic<bool>& stop,
                        const std::function<void(const MasterPlaces&)>& begin);

/// Makes the master at `address` change the settings of nodes whose name matches `glob` (empty:
/// all, also later ones). Returns the number of nodes. Fails if the master does not answer.
std::uint64_t change_settings(const std::string& address, const Key& key, const Settings& settings,
                              const std::string& glob);

} // namespace proxima::node
