#include "buffer/thread_state.hpp"

namespace proxima::detail {

BufferHead no_buffer = {&nowhere, 0, nullptr};
inline namespace layout_2 {

__thread BufferHead* current_buffer = &no_buffer;

} // namespace layout_2

__thread ThreadState this_thread;
ShortWay short_way;

} // namespace proxima::detail
