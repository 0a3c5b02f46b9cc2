// Work whose page faults are known.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace proxima::test {

// Writes to fresh pages that the kernel does not join to huge pages: at least one fault each.
// Returns their number.
inline int touch(int pages) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t size = static_cast<std::size_t>(pages) * page;
    void* const memory =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        std::abort();
    }
    madvise(memory, size, MADV_NOHUGEPAGE);
    for (std::size_t i = 0; i < size; i += page) {
        static_cast<volatile char*>(memory)[i] = 1;
    }
    munmap(memory, size);
    return pages;
}

} // namespace proxima::test
