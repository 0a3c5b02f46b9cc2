#include "sampling/bins.hpp"

namespace proxima::detail {

Bin& Bins::add(BinKey key) {
    if (bins_.size() + 1 >= most && key != other_values) {
        Bin* const others = find(other_values);
        Bin& taken_together = others != nullptr ? *others : add(other_values);
        positions_[static_cast<std::uint8_t>(key)] =
            positions_[static_cast<std::uint8_t>(other_values)];
        return taken_together;
    }
    Bin& added = bins_.emplace_back();
    added.key = key;
    positions_[static_cast<std::uint8_t>(key)] = static_cast<std::uint8_t>(bins_.size());
    return added;
}

} // namespace proxima::detail
