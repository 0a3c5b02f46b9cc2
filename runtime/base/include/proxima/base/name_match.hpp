// Decides whether a user's word names a method or a class.
//
//     const base::MethodName method{"flux", "ns::FluxPort", "compute(int)"};
//     const bool named = base::means("FluxPort::compute", method); // true
//
// Thread safety: all functions are thread-safe.
#pragma once

#include <string_view>

namespace proxima::base {

/// True if `wanted` is `name`, the end of it after `::` or `.`, or a glob of either: `TNLP`,
/// `ns::*`.
bool means(std::string_view wanted, std::string_view name);

struct MethodName {
    std::string_view instance;
    std::string_view port;
    std::string_view method; ///< with or without the types of its parameters
};

/// True if `wanted` means `instance.method` or `port::method`, with or without parameter types.
bool means(std::string_view wanted, const MethodName& name);

} // namespace proxima::base
