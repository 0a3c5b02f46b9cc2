// Reads the input as the run.json of a killed program, and completes it as `proxima recover` does.
// What comes out is an object that can be read, whatever the input was.
#include "recover/recovered_run.hpp"
#include "run_in_memory.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <fstream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using proxima::rundir::RunDirectory;
    static const auto run = proxima::fuzz::make_run();
    proxima::fuzz::write(run / "run.json", {reinterpret_cast<const char*>(data), size});
    proxima::cli::write_recovered_run(RunDirectory::open(run), {});
    std::ifstream file(run / "run.json");
    const auto written = nlohmann::json::parse(file, nullptr, false);
    if (!written.is_object() || written.value("recovered", false) != true) {
        std::abort();
    }
    return 0;
}
