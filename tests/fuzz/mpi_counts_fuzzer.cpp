// Reads the input as the thread buffer of a killed rank, with its counts of MPI calls.
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
        std::filesystem::create_directory(made / "records");
        proxima::fuzz::write(made / "run.json", "{}");
        return made;
    }();
    proxima::fuzz::write(run / "records" / "0-0.buffer",
                         {reinterpret_cast<const char*>(data), size});
    std::vector<std::string> problems;
    rebuild_mpi_use(RunDirectory::open(run), problems);
    return 0;
}
