#include "buffer/thread_state.hpp"

namespace proxima::detail {

namespace {

StandIns no_stand_ins = {};

} // namespace

BufferHead no_buffer = {&nowhere, 0, nullptr, 0, UINTPTR_MAX, &no_stand_ins};
inline namespace layout_5 {

__thread BufferHead* current_buffer = &no_buffer;

void drain(ThreadBuffer& buffer) noexcept {
    const int error = errno;
    ThreadRecorder& recorder = *buffer.head.recorder;
    {
        const PausedMeasuring pause(recorder, PausedMeasuring::Waits::for_files);
        const std::lock_guard lock(recorder.mutex());
        recorder.drain();
    }
    errno = error;
}

} // namespace layout_5

__thread ThreadState this_thread;
std::atomic<bool> has_short_path{false};

} // namespace proxima::detail
