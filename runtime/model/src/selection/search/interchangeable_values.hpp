// Values that play the same part in all variables, such as colours.
#pragma once

#include "selection/search/whole_costs.hpp"

#include <proxima/model/cost_network.hpp>

#include <cstddef>
#include <vector>

namespace proxima::model {

/// If two of them change places in all variables, nothing costs more or less. So among those that
/// no variable has yet, one is as good as another.
class InterchangeableValues {
public:
    /// `none`: something else than costs tells values apart.
    explicit InterchangeableValues(const WholeCosts& costs, bool none = false);

    /// Those with which `value` can change places, itself among them.
    const std::vector<std::size_t>& of(std::size_t value) const { return groups_[value]; }

    /// `assignment` and, up to `most`, what it becomes when values change places.
    std::vector<Assignment> images(const Assignment& assignment, std::size_t most) const;

private:
    std::vector<std::vector<std::size_t>> groups_; ///< of each value
};

} // namespace proxima::model
