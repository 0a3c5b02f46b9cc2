#include "adoptions.hpp"

#include <cstdlib>

namespace proxima::threads {

__thread Adoptions adoptions;

namespace {

struct Owner {
    Owner() noexcept {}
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner() {
        adoptions.capacity = 0;
        std::free(adoptions.all);
        adoptions.all = nullptr;
    }
};

} // namespace

bool Adoptions::grow() noexcept {
    static thread_local const Owner owner; // frees the memory when the thread ends
    constexpr std::size_t least = 32;
    const std::size_t wanted = depth < least ? least : 2 * depth;
    void* const memory = std::realloc(all, wanted * sizeof *all);
    if (memory == nullptr) {
        return false;
    }
    all = static_cast<detail::Adoption*>(memory);
    capacity = wanted;
    return true;
}

} // namespace proxima::threads
