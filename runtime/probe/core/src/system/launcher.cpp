#include "system/launcher.hpp"

#include <cstdlib>

namespace proxima::detail {
namespace {

struct Variables {
    const char* rank;
    const char* ranks;
};

// Inner launchers first: mpirun within a job of Slurm leaves the variables of the latter.
constexpr Variables launchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                   {"PMI_RANK", "PMI_SIZE"},
                                   {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"},
                                   {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};

} // namespace

JobPlace job_place() noexcept {
    for (const Variables& launcher : launchers) {
        const char* const rank = secure_getenv(launcher.rank);
        const char* const ranks = secure_getenv(launcher.ranks);
        if (rank != nullptr && ranks != nullptr && std::atoi(ranks) > 0) {
            return {std::atoi(rank), std::atoi(ranks)};
        }
    }
    return {};
}

} // namespace proxima::detail
