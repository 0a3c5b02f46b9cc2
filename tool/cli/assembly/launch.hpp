// The MPI job that this process is part of, if any.
#pragma once

#include <exception>
#include <functional>
#include <string>

namespace proxima::cli {

// Adds libproxima_threads to LD_PRELOAD for programs that this process starts.
void preload_threads();

// Loads the plug-in of the MPI whose launcher has started this process, and initialises MPI. Its
// wrappers then come before the MPI's own for all that is loaded later.
class Launch {
public:
    // `mpi`: openmpi, mpich, a plug-in's file, none, or auto: what the environment says. Throws
    // UsageError if it cannot be loaded.
    explicit Launch(const std::string& mpi);
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;
    ~Launch() = default;

    int rank() const { return rank_; }
    int ranks() const { return ranks_; }

    // A line that other ranks may print as well: with the rank, if there are several.
    std::string signed_line(const std::string& line) const;

    // Runs the assembly, and ends MPI. Reports exceptions; a job of several ranks is aborted
    // then, since the others may wait for this one. Returns the exit status, which is 0 only
    // if that of `run` is.
    int guard(const std::function<int()>& run);

private:
    void say(const std::exception& error) const;

    using Finish = void (*)(int status);
    using Abort = void (*)(int status);

    int rank_ = 0;
    int ranks_ = 1;
    Finish finish_ = nullptr;
    Abort abort_ = nullptr;
};

// Flushes the standard streams, so that later messages follow the output of components.
void flush_output_of_components();

} // namespace proxima::cli
