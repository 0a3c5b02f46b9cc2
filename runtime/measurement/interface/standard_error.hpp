// Whether messages can be written to standard error.
#pragma once

#include <proxima/export.hpp>

// False if it was closed when this library was loaded: a file of the application may have got its
// number. The core asks, too, which may be loaded later.
extern "C" PROXIMA_API bool proxima_has_standard_error() noexcept;
