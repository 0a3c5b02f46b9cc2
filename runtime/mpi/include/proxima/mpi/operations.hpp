/// \file
/// Nonblocking and persistent operations, by their requests. Not for users.
#pragma once

#include <proxima/mpi/communicator.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <mpi.h>
#include <optional>

namespace proxima::mpi {

class ThreadUse;

struct Operation {
    bool sends = false;      ///< a message to `partner`
    bool receives = false;   ///< a message, of which its status tells
    bool persistent = false; ///< begun by MPI_Start, any number of times
    bool active = false;
    bool cancelled = false;
    unsigned routine = 0;                       ///< that made it
    int partner = 0;                            ///< rank that it is sent to
    const Communicator* communicator = nullptr; ///< null: none
    const ThreadUse* owner = nullptr;           ///< of the thread that began it
    Ticks start = 0;
    Ticks communication = 0; ///< ticks of the owner in MPI until then
    Ticks waiting = 0;       ///< ticks of the owner in completing calls until then
    Bytes sent = 0;          ///< each time that it is begun
    Bytes received = 0;      ///< each time that it is begun; a receive's come from its status
};

/// Of the whole process, since one thread may begin what another completes. Bounded: what has no
/// room is not followed.
class OperationTable {
public:
    /// Takes the place of another one with this request: of one that ended unseen, or of a send
    /// that was done at once, since an MPI may give all of those the same request. Returns that
    /// one; if there is no room, the operation itself.
    std::optional<Operation> put(MPI_Request request, const Operation& operation) noexcept;

    /// The active operation of the request, which has completed. It stays, inactive, if it is
    /// persistent.
    std::optional<Operation> complete(MPI_Request request) noexcept;

    /// Calls `action` with the operation of the request, if there is one.
    template <class Action>
    void change(MPI_Request request, Action action) noexcept {
        const std::uint64_t key = handle_key(request);
        const Locked bucket(bucket_of(key));
        if (Operation* const known = bucket.find(key)) {
            action(*known);
        }
    }

    void forget(MPI_Request request) noexcept;

private:
    static constexpr unsigned bits = 12;
    static constexpr std::size_t ways = 8;
    static constexpr std::uint64_t free = 0; ///< is no request's key

    struct Bucket {
        std::atomic<bool> locked{false};
        std::array<std::uint64_t, ways> keys{};
        std::array<Operation, ways> operations{};
    };

    /// A bucket while this thread alone has it. Who had it may have been left by a jump out of a
    /// signal handler: nobody waits for long, and finds an empty and full one then.
    class Locked {
    public:
        explicit Locked(Bucket& bucket) noexcept;
        Locked(const Locked&) = delete;
        Locked& operator=(const Locked&) = delete;
        ~Locked();

        Operation* find(std::uint64_t key) const noexcept;
        Operation* add(std::uint64_t key) const noexcept;
        void remove(const Operation& operation) const noexcept;

    private:
        Bucket* bucket_;
    };

    Bucket& bucket_of(std::uint64_t key) noexcept { return buckets_[spread(key) >> (64U - bits)]; }

    std::array<Bucket, std::size_t{1} << bits> buckets_{};
};

OperationTable& operations() noexcept;

} // namespace proxima::mpi
