// What the threads of this process have done with MPI.
#pragma once

#include "system/file.hpp"

#include <proxima/mpi/thread_use.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace proxima::mpi {

class ThreadUses {
public:
    // For the calling thread, until it gives it back.
    ThreadUse& take();
    void give_back(ThreadUse& use);

    void for_each(const std::function<void(const ThreadUse&)>& action);

    // From now on counts are in files of this directory, which outlive the process. `head` is what
    // they say of it. A failure is said once; then they stay in memory.
    void keep_in(const std::string& directory, const UseHead& head);
    bool in_files();
    // When they are no longer needed.
    void remove_files();

private:
    struct Kept {
        ThreadUse use;
        detail::File file;
    };

    void keep(std::size_t number);

    std::mutex mutex_;
    std::vector<std::unique_ptr<Kept>> uses_;
    std::vector<ThreadUse*> idle_;
    std::string directory_; // empty: not in files
    UseHead head_;
};

ThreadUses& thread_uses();

// Once: begins the run if it is configured, and checks the MPI.
void decide_whether_to_measure() noexcept;

} // namespace proxima::mpi
