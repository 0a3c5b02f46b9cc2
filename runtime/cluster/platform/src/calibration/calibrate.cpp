#include "calibration/rounds.hpp"

#include <proxima/platform/calibration.hpp>

#include <sys/utsname.h>

namespace proxima::platform {

Platform calibrate(const CalibrationOptions& options) {
    utsname host{};
    uname(&host);
    Platform made;
    made.name = options.name.empty() ? host.nodename : options.name;
    made.title = made.name;
    made.source = "measured by proxima nodes calibrate";
    const auto network =
        options.peer.empty() ? std::vector<Quantity>() : calibrate_network(options.peer);
    for (auto& part :
         {network, calibrate_disk(options.scratch, options.scratch_bytes), calibrate_memory()}) {
        made.quantities.insert(made.quantities.end(), part.begin(), part.end());
    }
    return made;
}

} // namespace proxima::platform
