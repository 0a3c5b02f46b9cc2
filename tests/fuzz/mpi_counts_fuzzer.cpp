// Reads the input as the counts that a killed rank has left of its MPI calls.
#include "run_in_memory.hpp"

#include <proxima/rundir/mpi_use.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using proxima::rundir::RunDirectory;
    static const auto run = [] {
        const auto made = proxima::fuzz::make_run();
        std::filesystem::create_directory(made / "mpi");
        proxima::fuzz::write(made / "run.json", "{}");
        return made;
    }();
    proxima::fuzz::write(run / "mpi" / "0-0.use", {reinterpret_cast<const char*>(data), size});
    std::vector<std::string> problems;
    const auto use = rebuild_mpi_use(RunDirectory::open(run), problems);
    if (!use && problems.empty()) { // what cannot be read is named
        std::abort();
    }
    return 0;
}
