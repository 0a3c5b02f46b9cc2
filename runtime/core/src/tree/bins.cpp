#include "tree/bins.hpp"

namespace proxima::detail {

Bin& Bins::add(BinKey key) {
    if (bins_.size() + 1 >= most && key != format::other_values) {
        Bin* const others = find(format::other_values);
        Bin& taken_together = others != nullptr ? *others : add(format::other_values);
        positions_[static_cast<std::uint8_t>(key)] =
            positions_[static_cast<std::uint8_t>(format::other_values)];
        return taken_together;
    }
    Bin& added = bins_.emplace_back();
    added.key = key;
    positions_[static_cast<std::uint8_t>(key)] = static_cast<std::uint8_t>(bins_.size());
    return added;
}

} // namespace proxima::detail
