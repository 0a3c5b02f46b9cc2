// Work that a thread does for the call of another one.
#pragma once

#include "buffer/thread_state.hpp"

namespace proxima::detail {

// The innermost open invocation of the calling thread, a stand-in, or the root.
inline TreeNode& innermost(ThreadRecorder& recorder) noexcept {
    return static_cast<TreeNode&>(*recorder.buffer().head.current);
}

inline bool is_interrupted() noexcept {
    return this_thread.left || is_runtime_interrupted();
}

// Drops the innermost invocation, which has been left without its end: its counts go to its caller.
void drop_innermost(ThreadRecorder& recorder) noexcept;

// Makes the call in which the thread was created the caller of the thread's next one, if both are
// open at once. Throws std::bad_alloc.
void follow_creator(ThreadRecorder& recorder);

} // namespace proxima::detail
