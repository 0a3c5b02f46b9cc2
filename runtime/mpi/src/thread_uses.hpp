// What the threads of this process have done with MPI.
#pragma once

#include <proxima/mpi/thread_use.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace proxima::mpi {

class ThreadUses {
public:
    // For the calling thread, until it gives it back.
    ThreadUse& take();
    void give_back(ThreadUse& use);

    void for_each(const std::function<void(const ThreadUse&)>& action);

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<ThreadUse>> uses_;
    std::vector<ThreadUse*> idle_;
};

ThreadUses& thread_uses();

// Once: begins the run if it is configured, and checks the MPI.
void decide_whether_to_measure() noexcept;

} // namespace proxima::mpi
