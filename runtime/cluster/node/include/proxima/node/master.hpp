// Collects samples of nodes: checks and logs them, asks for clocks, and passes settings on.
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
    std::string address;             ///< to listen on; empty: all of this machine's
    std::filesystem::path directory; ///< for the log; empty: none
    std::string relay_to;            ///< address of another master; empty: none
    std::string name;                ///< of a relay; empty: that of the host
    std::string metrics;             ///< address for OpenMetrics; empty: none
    Key key{};
    std::size_t most_nodes = 131072; ///< about 3 KiB each
};

struct MasterTotals {
    std::uint64_t nodes = 0, samples = 0, lost = 0;
    Drops drops; ///< of all senders
};

/// What a master tells before its first datagram.
struct MasterPlaces {
    std::string address;            ///< where it listens
    std::filesystem::path log_file; ///< empty: none
    std::string metrics;            ///< empty: none
};

/// Runs until `stop`. Throws base::Error, also if the log cannot be written.
MasterTotals run_master(const MasterOptions& options, const std::atomic<bool>& stop,
                        const std::function<void(const MasterPlaces&)>& begin);

/// Makes the master at `address` change the settings of nodes whose name matches `glob` (empty:
/// all, also later ones). Returns the number of nodes. Throws base::Error if there is no answer.
std::uint64_t change_settings(const std::string& address, const Key& key, const Settings& settings,
                              const std::string& glob);

} // namespace proxima::node
