#include "report/after_finalize.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_info.hpp>

#include <filesystem>
#include <system_error>

namespace proxima::cli {

AfterFinalize after_finalize(const rundir::RunDirectory& run) {
    AfterFinalize sums;
    std::error_code ignored;
    for (const auto& entry :
         std::filesystem::directory_iterator(run.path() / "after-finalize", ignored)) {
        ++sums.ranks;
        try {
            const auto info = rundir::load_run_info(entry.path() / run.run_file().filename());
            sums.unended += info.complete || info.recovered ? 0 : 1;
            sums.invocations += info.invocations;
            sums.lost += info.losses.invocations;
        } catch (const rundir::Error&) {
            ++sums.unended;
        }
    }
    return sums;
}

} // namespace proxima::cli
