// The one place that knows how Clang versions differ.
#pragma once

#include <clang/Basic/Version.h>

#if CLANG_VERSION_MAJOR != 19
#error                                                                                             \
    "proxima-gen is written against Clang 19; teach analysis/parse/clang_version.hpp the differences first"
#endif
