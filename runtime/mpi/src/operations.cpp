#include <proxima/communication.hpp>
#include <proxima/mpi/handle_cache.hpp>
#include <proxima/mpi/operations.hpp>

#include <algorithm>

namespace proxima::mpi {

namespace {

// Where an operation may be: in the bucket of its request, or in those behind it.
constexpr unsigned choices = 4;

// The key of a place whose operation is being written: no handle.
constexpr std::uint64_t reserved = ~std::uint64_t{0};

} // namespace

OperationTable::Bucket& OperationTable::bucket(std::uint64_t key, unsigned choice) noexcept {
    return buckets_[((spread(key) >> (64U - bits)) + choice) % buckets_.size()];
}

OperationTable::Added OperationTable::add(MPI_Request request,
                                          const Operation& operation) noexcept {
    const std::uint64_t key = handle_key(request);
    if (const Place known = place_of(key); known.key != nullptr) {
        if (known.operation->epoch == operation.epoch) {
            return Added::known;
        }
        *known.operation = operation;
        return Added::yes;
    }
    for (unsigned choice = 0; choice < choices; ++choice) {
        Bucket& here = bucket(key, choice);
        for (std::size_t way = 0; way < ways; ++way) {
            std::uint64_t free = 0;
            if (__atomic_compare_exchange_n(&here.keys[way], &free, reserved, false,
                                            __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
                here.operations[way] = operation;
                __atomic_store_n(&here.keys[way], key, __ATOMIC_RELEASE);
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
    Operation* const known = place_of(handle_key(request)).operation;
    const unsigned now = detail::communication_epoch();
    if (known == nullptr || known->epoch == now) {
        return known;
    }
    if (!known->persistent) {
        remove(request);
        return nullptr;
    }
    known->active = false;
    known->epoch = now;
    return known;
}

// Another thread may remove it first, and a third take the place.
bool OperationTable::remove(MPI_Request request) noexcept {
    const std::uint64_t key = handle_key(request);
    for (Place place = place_of(key); place.key != nullptr; place = place_of(key)) {
        std::uint64_t there = key;
        if (__atomic_compare_exchange_n(place.key, &there, 0, false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED)) {
            return true;
        }
    }
    return false;
}

// In the library's zeroed memory: pages that are not used are not there.
OperationTable& operations() noexcept {
    static OperationTable table;
    return table;
}

} // namespace proxima::mpi
