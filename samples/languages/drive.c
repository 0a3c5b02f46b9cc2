// C that calls a component, and C that Fortran calls.
#include <proxima.h>

double solve(int n);

double drive(int n) {
    static proxima_timer timer = PROXIMA_TIMER("drive");
    proxima_begin(&timer);
    const double result = solve(n);
    proxima_end(&timer);
    return result;
}

double scale(double value) {
    static proxima_timer timer = PROXIMA_TIMER_WITH("scale", "real value");
    proxima_begin(&timer);
    const double result = value / 2;
    PROXIMA_END(&timer, value);
    return result;
}
