#include "exchange/writers.hpp"

#include <proxima/base/error.hpp>

namespace proxima::exchange {

const char* why_no_otf2() {
    return "this proxima was built without OTF2; install it (Debian: libotf2-trace-dev) and build "
           "Proxima again";
}

rundir::ReadOutcome write_otf2(const rundir::RunDirectory&, const std::filesystem::path& directory,
                               const std::shared_ptr<text::OutputLimit>&,
                               const rundir::ProgressListener&) {
    throw base::Error(directory, why_no_otf2());
}

} // namespace proxima::exchange
