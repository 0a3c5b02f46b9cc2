// The MPI job that this process is part of, if any.
#pragma once

#include <functional>
#include <string>

namespace proxima::cli {

/// Loads the plug-in of the MPI whose launcher has started this process, and initialises MPI. Its
/// wrappers then come before the MPI's own for all that is loaded later.
class Launch {
public:
    /// `mpi`: openmpi, mpich, a plug-in's file, none, or auto: what the environment says. Throws
    /// UsageError if it cannot be loaded.
    explicit Launch(const std::string& mpi);
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;
    ~Launch() = default;

    int rank() const { return rank_; }

    /// Runs the assembly, and ends MPI. What is thrown is said; where there are other ranks the job
    /// is aborted then, since they may wait for this one. Returns the exit status.
    int guard(const std::function<int()>& run);

private:
    using Finish = void (*)(int status);
    using Abort = void (*)(int status);

    int rank_ = 0;
    int ranks_ = 1;
    Finish finish_ = nullptr;
    Abort abort_ = nullptr;
};

} // namespace proxima::cli
