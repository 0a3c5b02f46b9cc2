// Effects of the classes of other instances, as conditions of the methods that they slow down.
#pragma once

#include <proxima/gather/gather.hpp>

#include <vector>

namespace proxima::gather {

// Finds the effects among runs whose classes differ. Adds the class of the instance that has the
// strongest effect on a method to the parameters of that method, in the facts of each run.
std::vector<compare::ClassEffect> add_class_effects(const std::vector<rundir::RunDirectory>& runs,
                                                    std::vector<RunContext>& facts);

} // namespace proxima::gather
