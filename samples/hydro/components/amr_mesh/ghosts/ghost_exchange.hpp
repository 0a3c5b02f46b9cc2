// Fills the ghosts of the patches of one level that lie within the domain. The plan is made once
// for a mesh: which rectangles to copy, to restrict and to prolong, and the contents of the
// messages.
#pragma once

#include "message_passing/messages.hpp"
#include "patches/neighbourhood.hpp"
#include "patches/operations.hpp"

#include <vector>

namespace hydro::amr {

// Exchange of the ghosts of one level.
class GhostExchange {
public:
    GhostExchange() = default;

    std::size_t bytes_sent() const noexcept { return messages_.bytes_sent(); }

    void run(InterpolationPort& interpolation, double* storage);

private:
    friend class GhostPlanner;

    Operations local_;                 // within the storage
    std::vector<Operations> outgoing_; // from the storage into a message
    std::vector<Operations> incoming_; // from a message into the storage
    Messages messages_;
};

// Plans the exchange of all levels. Collective over the forest's ranks.
std::vector<GhostExchange> plan_ghost_exchange(const Forest& forest, const BlockIndex& index,
                                               const Patches& patches);

} // namespace hydro::amr
