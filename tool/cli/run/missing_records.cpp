#include "run/missing_records.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_info.hpp>

namespace proxima::cli {
namespace {

std::string why(const rundir::RunInfo& info) {
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
    if (info.buffers == 0) {
        return "the run has ended without a measured call";
    }
    return "the run had some (see buffers in run.json), so they were removed, or are on another "
           "node";
}

} // namespace

std::string why_no_records(const rundir::RunDirectory& run) {
    try {
        return why(rundir::load_run_info(run.run_file()));
    } catch (const rundir::Error&) {
        return "run.json, which would tell why, cannot be read";
    }
}

} // namespace proxima::cli
