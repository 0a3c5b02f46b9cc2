// The layout of `records/RANK-NUMBER.copy`: two copies of a thread buffer that is in /dev/shm. See
// FORMAT.md, "Copies of thread buffers".
//
// Thread safety: the runtime alone writes, in the order that the members say.
#pragma once

#include <cstddef>
#include <cstdint>

namespace proxima::format {

/// The beginning of the file. The copy with the larger number is complete.
struct BufferCopies {
    static constexpr std::size_t page_size = 4096;
    static constexpr std::uint32_t supported_version = 1;
    static constexpr unsigned char expected_magic[8] = {0x89, 'P',  'X',  'C',
                                                        '\r', '\n', 0x1a, '\n'};

    struct Slot {
        std::uint64_t number; ///< 1, 2, 3 ...; 0: never written. Stored after the pages.
        std::uint64_t pages;  ///< pages of the thread buffer
    };

    /// The offset of a page of the copy with this number: odd and even copies alternate by page.
    static constexpr std::uint64_t offset(std::uint64_t number, std::uint64_t page) noexcept {
        return page_size * (1 + 2 * page + number % 2);
    }

    unsigned char magic[8];
    std::uint32_t version;
    std::uint32_t unused;
    Slot slots[2]; ///< indexed by number % 2
};

static_assert(sizeof(BufferCopies) == 48, "the layout is part of the format");

} // namespace proxima::format
