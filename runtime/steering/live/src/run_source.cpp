// A run directory, or the process that writes one.
#include "sources.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>
#include <proxima/rundir/run_follower.hpp>
#include <proxima/rundir/run_info.hpp>
#include <proxima/rundir/usable_run.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace proxima::live {
namespace {

namespace fs = std::filesystem;

double monotonic_us() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

bool is_this_host(const std::string& host) {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 && host == name.data();
}

bool is_alive(std::int64_t pid) {
    return pid > 0 && (::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM);
}

class RunSource final : public LiveSource {
public:
    explicit RunSource(rundir::RunDirectory run) : run_(std::move(run)), follower_(run_) {}

    std::string name() const override { return run_.path().string(); }

    LiveSample look() override {
        if (!last_.is_final) {
            last_ = look_again();
        }
        return last_;
    }

private:
    LiveSample look_again() {
        LiveSample sample;
        const auto info = rundir::readable_run_info(run_, &sample.problems);
        sample.is_final = info && info->complete;
        sample.methods =
            methods_of(sample.is_final ? rundir::load_call_graph(run_.call_graph_file())
                                       : follower_.look(sample.problems));
        if (const auto mpi = rundir::load_or_rebuild_mpi_use(run_, sample.problems)) {
            sample.ranks = mpi->size;
            for (const auto& routine : mpi->routines) {
                sample.routines[routine.name] = {routine.calls,
                                                 routine.time_us,
                                                 routine.time_us,
                                                 routine.time_us,
                                                 routine.time_us,
                                                 {},
                                                 0};
            }
        }
        sample.threads = sample.is_final ? info->buffers : run_.thread_files().size();
        if (info) {
            sample.ranks = std::max(sample.ranks, info->ranks);
            describe(*info, sample);
        }
        sample.events = newest_events(run_.path(), sample.problems);
        return sample;
    }

    static void describe(const rundir::RunInfo& info, LiveSample& sample) {
        if (sample.is_final) {
            sample.elapsed_us = info.duration_us;
            sample.state = info.recovered ? "recovered" : "ended";
        } else if (!is_this_host(info.host)) {
            sample.state = "on " + info.host;
        } else if (info.ended || !is_alive(info.pid)) {
            sample.state = "killed, or could not write its results";
        } else {
            sample.elapsed_us =
                monotonic_us() - static_cast<double>(info.clock.start.monotonic_ns) * 1e-3;
            sample.state = "running";
        }
    }

    rundir::RunDirectory run_;
    rundir::RunFollower follower_;
    LiveSample last_;
};

// Finds the run by the thread buffers that the process has mapped, `RUN/records/0-0.buffer`.
fs::path run_of_process(const std::string& pid) {
    std::ifstream maps("/proc/" + pid + "/maps");
    if (!maps) {
        throw base::Error("cannot look into process " + pid + ": " +
                          std::generic_category().message(errno));
    }
    for (std::string line; std::getline(maps, line);) {
        const fs::path file = line.substr(std::min(line.find('/'), line.size()));
        if (file.extension() == ".buffer" && file.parent_path().filename() == "records") {
            return file.parent_path().parent_path();
        }
    }
    throw base::Error("process " + pid +
                      " records no run now; is it the launcher of the measured program, has it not "
                      "called a measured method yet, or are its buffers in /dev/shm? (name its run "
                      "directory instead)");
}

} // namespace

std::unique_ptr<LiveSource> open_run_source(rundir::RunDirectory run) {
    return std::make_unique<RunSource>(std::move(run));
}

std::unique_ptr<LiveSource> open_live_source(const std::string& target, const fs::path& token) {
    std::error_code ignored;
    if (is_address(target) && !fs::exists(target, ignored)) {
        return make_monitor_source(target, token);
    }
    if (base::number_of<std::uint64_t>(target) && !fs::exists(target, ignored)) {
        return open_run_source(rundir::RunDirectory::open(run_of_process(target)));
    }
    return open_run_source(rundir::RunDirectory::open(target));
}

} // namespace proxima::live
