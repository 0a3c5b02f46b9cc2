// Reads the input as the values of timers and events that a killed process has left.
#include "run_in_memory.hpp"

#include <proxima/rundir/live_values.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using proxima::rundir::RunDirectory;
    static const auto run = [] {
        const auto made = proxima::fuzz::make_run();
        std::filesystem::create_directory(made / "values");
        proxima::fuzz::write(made / "run.json", "{}");
        return made;
    }();
    proxima::fuzz::write(run / "values" / "0-0.live", {reinterpret_cast<const char*>(data), size});
    std::vector<std::string> problems;
    for (const auto& values : read_live_values(RunDirectory::open(run), problems)) {
        for (const auto& event : values.events) {
            event.quantile(0.5);
        }
    }
    return 0;
}
