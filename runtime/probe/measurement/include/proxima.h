// Measures regions of C programs. They stand in the call tree of proxies, MPI and all else that
// Proxima measures. The Fortran module proxima (proxima.f90) and Python's proxima.timer() call it.
//
//     static proxima_timer solve = PROXIMA_TIMER("solve");
//     static proxima_timer sweep = PROXIMA_TIMER_WITH("sweep", "integer cells, real tolerance");
//     static proxima_event residual = PROXIMA_EVENT("residual");
//     proxima_begin(&solve);
//     proxima_begin(&sweep);
//     const double values[] = {1000, 1e-6}; // in C: PROXIMA_END(&sweep, 1000, 1e-6);
//     proxima_end_with(&sweep, values, 2);
//     proxima_trigger(&residual, 1e-9);
//     proxima_end(&solve);
//     const void* context = proxima_capture(); // here; then, on the thread that does the work:
//     proxima_adoption adoption = proxima_adopt(context);
//     proxima_end_adoption(adoption);
//
// The environment variable PROXIMA configures the run; without it nothing is measured. Timers nest,
// and follow the rules of measurement::Timer: one that ends where it does not run, or while others
// run inside it, is reported once on standard error.
//
// Ownership: timers and events belong to the program; the texts are copied at first use.
// Thread safety: threads share timers and events; what they measure is separate.
// Errors: none; what cannot be measured is not measured.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// A timer, one for each place: static, and initialized by one of the macros. Timers with equal
/// texts are one timer.
typedef struct proxima_timer {
    const char* name;
    const char* parameters; ///< "integer n, real tolerance", at most 16; null: none
    const char* group;      ///< null: "default"
    const void* handle;     ///< set at first use
} proxima_timer;

/// A distribution of values.
typedef struct proxima_event {
    const char* name;
    const void* handle; ///< set at first use
} proxima_event;

#define PROXIMA_TIMER(name) {name, 0, 0, 0}
#define PROXIMA_TIMER_WITH(name, parameters) {name, parameters, 0, 0}
#define PROXIMA_EVENT(name) {name, 0}

void proxima_begin(proxima_timer* timer);
void proxima_end(proxima_timer* timer);

/// Ends the timer, and records the values of its parameters in their order. Integers are exact up
/// to 2^53.
void proxima_end_with(proxima_timer* timer, const double* values, int count);

void proxima_trigger(proxima_event* event, double value);

/// The innermost open call or timer of the calling thread: where work that another thread does
/// comes from. Null: none. Valid until the process ends.
const void* proxima_capture(void);

/// Work that a thread does for another one; see proxima_adopt().
typedef struct proxima_adoption {
    void* before;
    void* stand_in;
} proxima_adoption;

/// Puts the calls and timers of the calling thread below the captured one, until
/// proxima_end_adoption() on the same thread. Without effect while a call or timer is open there.
proxima_adoption proxima_adopt(const void* context);
void proxima_end_adoption(proxima_adoption adoption);

#ifdef __cplusplus
}
#else
/// proxima_end_with() with the values as arguments: PROXIMA_END(&sweep, n, tolerance).
#define PROXIMA_END(timer, ...)                                                                    \
    proxima_end_with(timer, (const double[]){__VA_ARGS__},                                         \
                     (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))
#endif
