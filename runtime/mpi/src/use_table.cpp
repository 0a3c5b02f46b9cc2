#include <proxima/mpi/use_table.hpp>

#include <algorithm>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace proxima::mpi {

namespace {

constexpr std::size_t head_size = 512;
static_assert(sizeof(UseHead) <= head_size, "see FORMAT.md");

constexpr std::size_t communicators_size = (UseTable::communicators + 1) * sizeof(Communicator);
constexpr std::size_t partners_size = (UseTable::partners + 1) * sizeof(Partner);

} // namespace

std::size_t UseTable::size() noexcept {
    return head_size + routine_count * sizeof(RoutineUse) + communicators_size + partners_size;
}

UseTable::UseTable()
    : memory_(mmap(nullptr, size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) {
        throw std::bad_alloc();
    }
    auto& head = *new (memory_) UseHead; // NOLINT(cppcoreguidelines-owning-memory): within memory_
    head.routines = static_cast<std::uint32_t>(routine_count);
    head.communicators = communicators + 1;
    head.partners = partners + 1;
    head.routines_at = head_size;
    head.communicators_at = head.routines_at + routine_count * sizeof(RoutineUse);
    head.partners_at = head.communicators_at + communicators_size;
    for (std::size_t i = 0; i < routine_count; ++i) {
        auto& name = routines()[i].name;
        std::strncpy(name.data(), routine_names[i], name.size() - 1);
    }
}

UseTable::~UseTable() {
    munmap(memory_, size());
}

} // namespace proxima::mpi
