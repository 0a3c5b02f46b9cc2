#include <proxima/mpi/handle_cache.hpp>
#include <proxima/mpi/operations.hpp>

#include <algorithm>

namespace proxima::mpi {

namespace {

// Where an operation may be: in the bucket of its request, or in those behind it.
constexpr unsigned choices = 4;

} // namespace

OperationTable::Bucket& OperationTable::bucket(std::uint64_t key, unsigned choice) noexcept {
    return buckets_[((spread(key) >> (64U - bits)) + choice) % buckets_.size()];
}

OperationTable::Added OperationTable::add(MPI_Request request,
                                          const Operation& operation) noexcept {
    const std::uint64_t key = handle_key(request);
    if (place_of(key).key != nullptr) {
        return Added::known;
    }
    for (unsigned choice = 0; choice < choices; ++choice) {
        Bucket& here = bucket(key, choice);
        for (std::size_t way = 0; way < ways; ++way) {
            std::uint64_t free = 0;
            if (__atomic_compare_exchange_n(&here.keys[way], &free, key, false, __ATOMIC_ACQ_REL,
                                            __ATOMIC_RELAXED)) {
                here.operations[way] = operation;
                return Added::yes;
            }
        }
    }
    return Added::no_room;
}

OperationTable::Place OperationTable::place_of(std::uint64_t key) noexcept {
    for (unsigned choice = 0; choice < choices; ++choice) {
        Bucket& here = bucket(key, choice);
        for (std::size_t way = 0; way < ways; ++way) {
            if (__atomic_load_n(&here.keys[way], __ATOMIC_ACQUIRE) == key) {
                return {&here.keys[way], &here.operations[way]};
            }
        }
    }
    return {nullptr, nullptr};
}

Operation* OperationTable::find(MPI_Request request) noexcept {
    return place_of(handle_key(request)).operation;
}

void OperationTable::remove(MPI_Request request) noexcept {
    const Place place = place_of(handle_key(request));
    if (place.key != nullptr) {
        __atomic_store_n(place.key, 0, __ATOMIC_RELEASE);
    }
}

// In the library's zeroed memory: pages that are not used are not there.
OperationTable& operations() noexcept {
    static OperationTable table;
    return table;
}

} // namespace proxima::mpi
