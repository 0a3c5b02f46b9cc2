#include <proxima/mpi/operations.hpp>

#include <algorithm>
#include <sched.h>

namespace proxima::mpi {

OperationTable::Locked::Locked(Bucket& bucket) noexcept : bucket_(nullptr) {
    constexpr int patience = 10'000;
    for (int i = 0; i < patience; ++i) {
        if (!bucket.locked.exchange(true, std::memory_order_acquire)) {
            bucket_ = &bucket;
            return;
        }
        sched_yield();
    }
}

OperationTable::Locked::~Locked() {
    if (bucket_ != nullptr) {
        bucket_->locked.store(false, std::memory_order_release);
    }
}

Operation* OperationTable::Locked::find(std::uint64_t key) const noexcept {
    if (bucket_ == nullptr) {
        return nullptr;
    }
    const auto found = std::find(bucket_->keys.begin(), bucket_->keys.end(), key);
    return found == bucket_->keys.end()
               ? nullptr
               : &bucket_->operations[static_cast<std::size_t>(found - bucket_->keys.begin())];
}

Operation* OperationTable::Locked::add(std::uint64_t key) const noexcept {
    Operation* const place = find(free);
    if (place != nullptr) {
        bucket_->keys[static_cast<std::size_t>(place - bucket_->operations.data())] = key;
    }
    return place;
}

void OperationTable::Locked::remove(const Operation& operation) const noexcept {
    bucket_->keys[static_cast<std::size_t>(&operation - bucket_->operations.data())] = free;
}

std::optional<Operation> OperationTable::put(MPI_Request request,
                                             const Operation& operation) noexcept {
    const std::uint64_t key = handle_key(request);
    const Locked bucket(bucket_of(key));
    Operation* const known = bucket.find(key);
    Operation* const place = known != nullptr ? known : bucket.add(key);
    if (place == nullptr) {
        return operation;
    }
    const std::optional<Operation> displaced =
        known != nullptr ? std::optional(*known) : std::nullopt;
    *place = operation;
    return displaced;
}

std::optional<Operation> OperationTable::complete(MPI_Request request) noexcept {
    const std::uint64_t key = handle_key(request);
    const Locked bucket(bucket_of(key));
    Operation* const known = bucket.find(key);
    if (known == nullptr || !known->active) {
        return std::nullopt;
    }
    const Operation completed = *known;
    if (known->persistent) {
        known->active = false;
    } else {
        bucket.remove(*known);
    }
    return completed;
}

void OperationTable::forget(MPI_Request request) noexcept {
    const std::uint64_t key = handle_key(request);
    const Locked bucket(bucket_of(key));
    if (const Operation* const known = bucket.find(key)) {
        bucket.remove(*known);
    }
}

// In the library's zeroed memory: pages that are not used are not there.
OperationTable& operations() noexcept {
    static OperationTable table;
    return table;
}

} // namespace proxima::mpi
