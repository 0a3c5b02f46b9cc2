// OTF2 keeps events in memory and writes them to its files now and then. Where it cannot, it would
// say so with every event and crash when the archive is closed, and a file that gets too large
// would end the process by a signal. So the first error ends the trace, and OTF2 is left alone.
#pragma once

#include <csetjmp>
#include <otf2/otf2.h>
#include <string>
#include <type_traits>

namespace proxima::otf2 {

// Once, when there is an archive; `path` is what the message names.
void watch_writing(std::string path);

// Whether an error has ended the trace. Nothing of OTF2 may be called any more then.
bool trace_has_ended() noexcept;
// Ends it, which is said once, if `status` is an error.
void check_writing(OTF2_ErrorCode status) noexcept;

// Between the two, what goes wrong in OTF2 on this thread is the archive's, and no signal comes of
// a file that is too large. To begin twice is to begin once.
void begin_writing() noexcept;
void finish_writing() noexcept;

extern __thread bool is_writing;
extern __thread std::jmp_buf* way_out; // null: OTF2 returns from errors by itself

// Behind everything that may make OTF2 flush, which begins with begin_writing().
inline void after_event(OTF2_ErrorCode status) noexcept {
    if (__builtin_expect(status != OTF2_SUCCESS, 0)) {
        check_writing(status);
    }
    if (__builtin_expect(is_writing, 0)) {
        finish_writing();
    }
}

// A step of closing the archive, while no other thread is in OTF2. Where OTF2 reports an error it
// is left from within: of what it would do next, to write what is left of a file crashes (3.0.2).
template <class Step>
void last_step(Step step) noexcept {
    static_assert(std::is_trivially_destructible_v<Step>);
    if (trace_has_ended()) {
        return;
    }
    std::jmp_buf here;
    if (setjmp(here) == 0) { // NOLINT(cert-err52-cpp)
        way_out = &here;
        check_writing(step());
    }
    way_out = nullptr;
}

} // namespace proxima::otf2
