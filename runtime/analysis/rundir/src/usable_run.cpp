#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>
#include <proxima/rundir/usable_run.hpp>

#include <filesystem>

namespace proxima::rundir {
namespace {

std::string why(const RunInfo& info) {
    if (info.recording == "off") {
        return std::string("the run was made with records=off") +
               (info.ended ? "" : ", and has not ended, or was killed");
    }
    if (!info.ended) {
        return "the run has not ended, or was killed; it had not made a measured call, or its "
               "record files could not be made (was the disk full?)";
    }
    for (const auto& message : info.losses.reasons) {
        if (message.rfind("recording into ", 0) == 0) {
            return "run.json says: " + message;
        }
    }
    if (info.records == 0 && info.losses.invocations != 0) {
        return "no invocation was recorded; lost were " + base::joined(info.losses.reasons);
    }
    if (info.buffers == 0) {
        return "the run has ended without a measured call";
    }
    return "the run had some (see buffers in run.json), so they were removed, or are on another "
           "node";
}

} // namespace

std::optional<RunInfo> readable_run_info(const RunDirectory& run,
                                         std::vector<std::string>* problems) {
    try {
        return load_run_info(run.run_file());
    } catch (const base::Error& error) {
        if (problems != nullptr) {
            problems->emplace_back(error.what());
        }
        return std::nullopt;
    }
}

std::string why_no_records(const RunDirectory& run) {
    const auto info = readable_run_info(run);
    return info ? why(*info) : "run.json, which would tell why, cannot be read";
}

void require_records(const RunDirectory& run) {
    if (run.thread_files().empty()) {
        throw base::Error(run.records_directory(), "holds no records: " + why_no_records(run));
    }
}

std::string why_no_graph(const RunDirectory& run) {
    const auto info = readable_run_info(run);
    return info && info->ended ? "the run has ended, and could not write it"
                               : "the run has not ended, or was killed, or could not write it";
}

CallGraph load_or_rebuild_graph(const RunDirectory& run, ReadOutcome& outcome) {
    if (run.has_call_graph()) {
        return load_call_graph(run.call_graph_file());
    }
    if (run.thread_files().empty()) {
        throw base::Error(run.call_graph_file(),
                          "does not exist, and there are no records to rebuild it from: " +
                              why_no_records(run));
    }
    return rebuild_call_graph(run, outcome);
}

std::optional<MpiUse> load_or_rebuild_mpi_use(const RunDirectory& run,
                                              std::vector<std::string>& problems) {
    std::error_code ignored;
    if (!std::filesystem::exists(run.mpi_file(), ignored)) {
        return rebuild_mpi_use(run, problems);
    }
    try {
        return load_mpi_use(run.mpi_file());
    } catch (const base::Error& error) {
        problems.emplace_back(error.what());
        return std::nullopt;
    }
}

} // namespace proxima::rundir
