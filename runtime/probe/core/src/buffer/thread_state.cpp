#include "buffer/thread_state.hpp"

namespace proxima::detail {

namespace {

StandIns no_stand_ins = {};

} // namespace

BufferHead no_buffer = {&nowhere, 0, nullptr, 0, UINTPTR_MAX, &no_stand_ins, &nowhere};
inline namespace layout_5 {

__thread BufferHead* current_buffer = &no_buffer;
__thread BufferHead* own_buffer = &no_buffer;

} // namespace layout_5

__thread ThreadState this_thread;
std::atomic<bool> has_short_path{false};

} // namespace proxima::detail
