// Compares what several members computed in the same windows.
#pragma once

#include <proxima/profile/balance.hpp>

#include <vector>

namespace proxima::profile {

// Computation of a member in each window, in microseconds.
using Work = std::vector<double>;
constexpr double absent = -1; // the member had not begun or has ended

// All members have as many windows.
Windows compare(WindowKind kind, const std::vector<Member>& members,
                const std::vector<const Work*>& work);

// The outermost repeated node of each rank's one thread with most time; Node::no_parent: none.
std::size_t choose_step(const rundir::CallGraph& graph);

} // namespace proxima::profile
