/// \file
/// Stands in for the sections of thread buffers until core has them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace proxima::detail {

inline void* thread_section(std::uint32_t, std::uint32_t, std::size_t) noexcept {
    return nullptr;
}

} // namespace proxima::detail
