#include "assembly/launch.hpp"

#include "assembly/mpi_plugin.hpp"
#include "shared/messages.hpp"

#include <proxima/base/error.hpp>
#include <proxima/control.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <iostream>
#include <thread>

namespace proxima::cli {
namespace {

// The other ranks wait for rank 0 to abort the job, so that a common failure is reported once.
constexpr auto precedence_of_rank_0 = std::chrono::milliseconds(1000);

// The launcher forwards what a rank has written; the abort must not overtake it.
constexpr auto time_to_be_heard = std::chrono::milliseconds(250);

bool is_set(const char* variable) {
    return std::getenv(variable) != nullptr;
}

// Environment variables that launchers set for their processes.
std::string mpi_of_launcher() {
    if (is_set("OMPI_COMM_WORLD_SIZE")) {
        return "openmpi";
    }
    if (is_set("PMI_RANK") && is_set("PMI_SIZE")) {
        return "mpich";
    }
    return is_set("PMIX_RANK") ? "openmpi" : "none"; // Slurm's srun says no more
}

std::filesystem::path directory_of_program() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

std::string plugin_file(const std::string& mpi) {
    if (mpi.find('/') != std::string::npos) {
        return mpi;
    }
    const std::string name = "libproxima_launch_" + mpi + ".so";
    const std::filesystem::path here = directory_of_program();
    for (const auto& directory : {here / "assembly", here / ".." / PROXIMA_PLUGIN_DIRECTORY}) {
        std::error_code error;
        if (std::filesystem::exists(directory / name, error)) {
            return (directory / name).lexically_normal().string();
        }
    }
    throw UsageError("this process is part of a job of " + mpi + ", but Proxima has no " + name +
                     ": it was built without that MPI; --mpi FILE names the plug-in of another, "
                     "--mpi none runs without");
}

std::filesystem::path threads_library() {
    const std::filesystem::path here = directory_of_program();
    const auto installed = here / ".." / PROXIMA_PLUGIN_DIRECTORY / "..";
    for (const auto& directory : {here / "../../runtime/probe/threads", installed}) {
        std::error_code error;
        const auto file = directory / "libproxima_threads.so";
        if (std::filesystem::exists(file, error)) {
            return file.lexically_normal();
        }
    }
    throw UsageError("libproxima_threads.so is neither in " +
                     installed.lexically_normal().string() +
                     " nor in a build tree; preload it: LD_PRELOAD=DIR/libproxima_threads.so");
}

// The exit status for a number that go() returned.
int exit_status(int returned) {
    constexpr int greatest = 255;
    return returned < 0 || returned > greatest ? greatest : returned;
}

} // namespace

void preload_threads() {
    const std::string library = threads_library().string();
    const char* const given = std::getenv("LD_PRELOAD");
    std::string preloaded = given == nullptr ? "" : given;
    if (preloaded.find("libproxima_threads") == std::string::npos) {
        preloaded += (preloaded.empty() ? "" : ":") + library; // sanitizers must come first
        setenv("LD_PRELOAD", preloaded.c_str(), 1);
    }
}

Launch::Launch(const std::string& mpi) {
    const std::string name = mpi == "auto" ? mpi_of_launcher() : mpi;
    if (name == "none") {
        return;
    }
    const std::string file = plugin_file(name);
    // Global, so that libraries loaded later call the measuring wrappers before the MPI's own.
    void* const plugin = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (plugin == nullptr) {
        throw UsageError(std::string("the plug-in of the MPI does not load: ") + dlerror());
    }
    const auto start =
        reinterpret_cast<decltype(&proxima_launch_start)>(dlsym(plugin, "proxima_launch_start"));
    finish_ = reinterpret_cast<Finish>(dlsym(plugin, "proxima_launch_finish"));
    abort_ = reinterpret_cast<Abort>(dlsym(plugin, "proxima_launch_abort"));
    if (start == nullptr || finish_ == nullptr || abort_ == nullptr) {
        throw UsageError(file + " is no plug-in of Proxima for an MPI");
    }
    if (!start(&rank_, &ranks_)) {
        throw UsageError("MPI cannot be initialized");
    }
}

std::string Launch::signed_line(const std::string& line) const {
    return ranks_ == 1 ? line : line + " (rank " + std::to_string(rank_) + ")";
}

void Launch::say(const std::exception& error) const {
    flush_output_of_components();
    if (rank_ != 0) {
        std::this_thread::sleep_for(precedence_of_rank_0);
    }
    const std::string line = base::error_line("proxima", error);
    say_line(rank_ == 0 ? line : signed_line(line));
}

int Launch::guard(const std::function<int()>& run) {
    try {
        const int status = exit_status(run());
        if (finish_ != nullptr) {
            finish_(status);
        }
        return status;
    } catch (const std::exception& error) {
        proxima::configure("off"); // keeps a run that has not begun from reporting that it is empty
        say(error);
    }
    if (abort_ != nullptr) {
        std::fflush(nullptr);
        std::this_thread::sleep_for(time_to_be_heard);
        proxima::finish(); // completes this rank's records; the abort ends the others
        say_note("the job ends early; if it was measured: proxima recover completes its run");
        abort_(status_bad_data);
    }
    return status_bad_data;
}

void flush_output_of_components() {
    std::cout.flush();
    std::fflush(stdout);
}

} // namespace proxima::cli
