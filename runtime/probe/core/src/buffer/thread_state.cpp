#include "buffer/thread_state.hpp"

namespace proxima::detail {

BufferHead no_buffer = {&nowhere, 0, nullptr};
inline namespace layout_3 {

__thread BufferHead* current_buffer = &no_buffer;

} // namespace layout_3

__thread ThreadState this_thread;
std::atomic<bool> short_way{false};

} // namespace proxima::detail
