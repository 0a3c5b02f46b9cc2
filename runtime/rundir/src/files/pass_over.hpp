// Files that are read twice: their problems are named once.
#pragma once

#include "files/malformed.hpp"

#include <proxima/rundir/error.hpp>

namespace proxima::rundir {

/// Calls `action`, whose problems are named when the file is read for its records.
template <typename Action>
void pass_over_problems(Action action) {
    try {
        action();
    } catch (const Malformed&) { // NOLINT(bugprone-empty-catch)
    } catch (const Error&) {     // NOLINT(bugprone-empty-catch)
    }
}

} // namespace proxima::rundir
