// Chooses the invocations that are counted without reading the clock, so that recording less costs
// less.
#pragma once

#include "buffer/published_statistics.hpp"
#include "buffer/sampler.hpp"

namespace proxima::detail {

// Decides in which bins of the sampler's batch invocations go untimed from now on: those that are
// known, of methods that call nothing measured. Throws std::bad_alloc.
void thin(const Sampler& sampler, PublishedStatistics& published, double ticks_per_second);

} // namespace proxima::detail
