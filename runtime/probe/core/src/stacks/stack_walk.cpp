#include "stacks/stack_walk.hpp"

#include <dlfcn.h> // DLFO_STRUCT_HAS_EH_DBASE
#include <unwind.h>

namespace proxima::detail {
namespace {

#ifdef DLFO_STRUCT_HAS_EH_DBASE // glibc finds unwind tables without a lock
constexpr bool unwinds_in_handlers = true;
#else
constexpr bool unwinds_in_handlers = false;
#endif

std::uint64_t program_counter(const ucontext_t& interrupted) noexcept {
#if defined(__x86_64__)
    return static_cast<std::uint64_t>(interrupted.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return interrupted.uc_mcontext.pc;
#else
    return 0;
#endif
}

} // namespace

struct StackVisit {
    static _Unwind_Reason_Code visit(_Unwind_Context* context, void* data) {
        StackWalk& walk = *static_cast<StackWalk*>(data);
        int is_before = 0;
        const std::uint64_t address = _Unwind_GetIPInfo(context, &is_before);
        if (!walk.is_above_handler_) {
            walk.is_above_handler_ = is_before != 0 && address == walk.leaf_;
            return _URC_NO_REASON;
        }
        if (_Unwind_GetCFA(context) > walk.end_.address) { // the last frame was the end
            walk.count_ -= walk.end_.belongs_to_call ? 0 : 1;
            return _URC_END_OF_STACK;
        }
        if (address == 0 || walk.count_ == walk.frames_.size()) {
            return _URC_END_OF_STACK;
        }
        walk.frames_[walk.count_++] = address - 1;
        return _URC_NO_REASON;
    }
};

StackWalk::StackWalk(const ucontext_t& interrupted, End end) noexcept
    : leaf_(program_counter(interrupted)), end_(end) {
    frames_[count_++] = leaf_;
    if (unwinds_in_handlers && end.address != 0) {
        _Unwind_Backtrace(StackVisit::visit, this);
    }
}

void StackWalk::prepare() noexcept {
    _Unwind_Backtrace([](_Unwind_Context*, void*) { return _URC_END_OF_STACK; }, nullptr);
}

} // namespace proxima::detail
