/// \file
/// Explains a configuration (see control.hpp), for programs that start measured programs.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/text_view.hpp>

#include <string>

namespace proxima {

struct ConfigurationOutline {
    std::string problem;   ///< one line: what is wrong, and what would be valid; empty: nothing is
    bool measures = false; ///< anything at all
    bool records = false;  ///< invocations, of some methods at least
};

/// Parses the text as configure() does, and configures nothing.
PROXIMA_API ConfigurationOutline outline_of(TextView configuration);

} // namespace proxima
