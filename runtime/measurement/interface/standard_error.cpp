#include "standard_error.hpp"

#include <fcntl.h>
#include <unistd.h>

bool proxima_has_standard_error() noexcept {
    static const bool has = fcntl(STDERR_FILENO, F_GETFD) >= 0;
    return has;
}

namespace {

[[gnu::constructor]] void look_for_standard_error() {
    proxima_has_standard_error();
}

} // namespace
