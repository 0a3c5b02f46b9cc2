#include "waiting.hpp"

#include <thread>

namespace validation {

double microseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

void spin(double microseconds) {
    const Clock::time_point start = Clock::now();
    while (microseconds_since(start) < microseconds) {
    }
}

void sleep(double microseconds) {
    std::this_thread::sleep_for(std::chrono::duration<double, std::micro>(microseconds));
}

} // namespace validation
