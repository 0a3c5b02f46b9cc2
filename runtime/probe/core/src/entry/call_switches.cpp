#include "buffer/thread_state.hpp"
#include "run/run.hpp"

#include <proxima/detail/call_switches.hpp>

#include <mutex>

namespace proxima::detail {
namespace {

void follow_switches() {
    run().for_each_recorder([](ThreadRecorder& recorder) {
        const std::lock_guard lock(recorder.mutex());
        recorder.tree().follow_switches();
    });
}

} // namespace

void measure_instances(std::string_view pattern, bool on) {
    const SlowSection section;
    registry().measure_instances(pattern, on);
    follow_switches();
}

std::string sample_methods(std::string_view pattern, std::string_view records) {
    const SlowSection section;
    return run().sample_methods(pattern, records);
}

void watch_exceptions(std::string_view instance, bool on) {
    const SlowSection section;
    registry().watch_exceptions(instance, on);
    follow_switches();
}

std::string method_left_by_exception(std::string_view instance) {
    const SlowSection section;
    return registry().method_left_by_exception(instance);
}

} // namespace proxima::detail
