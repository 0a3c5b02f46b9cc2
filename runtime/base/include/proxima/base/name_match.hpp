// Whether a user's word names a method or a class.
#pragma once

#include <string>
#include <string_view>

namespace proxima::base {

/// True if `wanted` is `name`, the end of it after `::` or `.`, or a glob of either: `TNLP`,
/// `ns::*`.
bool means(std::string_view wanted, std::string_view name);

struct MethodName {
    std::string_view instance;
    std::string_view port;
    std::string_view method; ///< may end in the types of its parameters
};

/// True if `wanted` means `instance.method` or `port::method`, with or without parameter types.
bool means(std::string_view wanted, const MethodName& name);

} // namespace proxima::base
