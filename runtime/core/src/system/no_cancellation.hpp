// Writing and opening files are points at which a thread may be cancelled: that is the
// application's business, and must not happen within the runtime, which does not throw.
#pragma once

#include <pthread.h>

namespace proxima::detail {

// While it lives the calling thread is not cancelled; if it has been asked to end, it does so at
// the next point of the application's own.
class NoCancellation {
public:
    NoCancellation() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
    NoCancellation(const NoCancellation&) = delete;
    NoCancellation& operator=(const NoCancellation&) = delete;
    ~NoCancellation() { pthread_setcancelstate(before_, nullptr); }

private:
    int before_ = PTHREAD_CANCEL_ENABLE;
};

} // namespace proxima::detail
