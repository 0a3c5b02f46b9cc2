/// \file
/// Where the run is recorded, for those who add files to it. Not for users.
#pragma once

#include <proxima/detail/export.hpp>

#include <string>

namespace proxima::detail {

/// Empty if nothing is recorded. A run of several ranks has one directory once they have met.
PROXIMA_API std::string run_directory();

} // namespace proxima::detail
