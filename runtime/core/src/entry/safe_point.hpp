// The application is at an entry that somebody may have named.
#pragma once

#include <proxima/instance.hpp>

namespace proxima::detail {

// Outside of the runtime's own sections: what is called there may make instances and call proxies.
void pass_safe_point(Site site) noexcept;

} // namespace proxima::detail
