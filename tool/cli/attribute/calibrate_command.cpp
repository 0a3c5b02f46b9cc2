#include "attribute/calibrate_command.hpp"

#include "shared/messages.hpp"

#include <proxima/base/file.hpp>
#include <proxima/platform/calibration.hpp>

#include <iterator>
#include <sys/utsname.h>
#include <utility>

namespace proxima::cli {

int run_calibrate(const CalibrateOptions& options, text::Output& output) {
    if (options.serve) {
        platform::serve_calibration(*options.serve, [](std::uint16_t port) {
            say_note("serves one peer on port " + std::to_string(port) + ", for a minute");
        });
        return status_ok;
    }
    utsname host{};
    uname(&host);
    platform::Platform made;
    made.name = options.name.empty() ? host.nodename : options.name;
    made.title = made.name;
    made.source = "measured by proxima node calibrate";
    const auto add = [&made](std::vector<platform::Quantity> quantities) {
        std::move(quantities.begin(), quantities.end(), std::back_inserter(made.quantities));
    };
    constexpr std::uint64_t megabyte = std::uint64_t{1} << 20;
    constexpr std::uint64_t most = std::uint64_t{1} << 20; // a terabyte
    if (options.megabytes > most) {
        throw UsageError("--megabytes is more than " + std::to_string(most));
    }
    add(platform::calibrate_network(options.peer)); // first: the peer waits for a minute
    add(platform::calibrate_disk(options.scratch, options.megabytes * megabyte));
    add(platform::calibrate_memory());
    const auto text = platform::platform_text(made);
    if (options.output.empty()) {
        output.write(text);
    } else {
        base::replace_file(options.output, text);
    }
    return status_ok;
}

} // namespace proxima::cli
