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
    for (auto& part :
         {calibrate_network(options.peer), calibrate_disk(options.scratch, options.scratch_bytes),
          calibrate_memory()}) {
        made.quantities.insert(made.quantities.end(), part.begin(), part.end());
    }
    return made;
}

} // namespace proxima::platform
