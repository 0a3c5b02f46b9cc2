// How much the times of equal runs differ, whatever few of them show.
#pragma once

namespace proxima::base {

/// Deviation between runs as a share of their mean: few runs may agree by chance.
constexpr double least_run_variation = 0.02;

} // namespace proxima::base
