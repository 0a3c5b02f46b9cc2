// Reads the input as the run.json of a killed program, and completes it as `proxima recover` does.
// The completed run must be readable, whatever the input was.
#include "run_in_memory.hpp"

#include <proxima/rundir/recovery.hpp>
#include <proxima/rundir/run_info.hpp>

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using proxima::rundir::RunDirectory;
    static const auto run = proxima::fuzz::make_run();
    proxima::fuzz::write(run / "run.json", {reinterpret_cast<const char*>(data), size});
    proxima::rundir::write_recovered_run(RunDirectory::open(run), {});
    if (!proxima::rundir::load_run_info(run / "run.json").recovered) { // throws nothing
        std::abort();
    }
    return 0;
}
