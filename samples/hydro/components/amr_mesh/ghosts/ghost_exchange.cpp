#include "ghosts/ghost_exchange.hpp"

namespace hydro::amr {

void GhostExchange::run(InterpolationPort& interpolation, double* storage) {
    messages_.expect();
    for (int m = 0; m < messages_.outgoing_count(); ++m) {
        outgoing_[static_cast<std::size_t>(m)].run(interpolation, storage, messages_.outgoing());
        messages_.send(m);
    }
    local_.run(interpolation, storage, storage);
    messages_.complete([&](int m) {
        incoming_[static_cast<std::size_t>(m)].run(interpolation, messages_.incoming(), storage);
    });
}

} // namespace hydro::amr
