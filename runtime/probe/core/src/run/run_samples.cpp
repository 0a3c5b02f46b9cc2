// Stack samples of the threads of a run.
#include "run/run.hpp"
#include "run/sample_handler.hpp"

#include <proxima/detail/message.hpp>

namespace proxima::detail {

// Begins to sample the calling thread, which owns the recorder. Call it with the lock of the run.
void Run::begin_sampling(ThreadRecorder& recorder) {
    if (configuration_.sample_ns == 0 || directory_.empty() || has_given_up_samples_ ||
        !recorder.has_records()) {
        return;
    }
    if (blocks_samples()) { // its signal would wait there, where the application can see it
        add_problem("a thread is not sampled, because it blocks SIGURG, which samples use");
        return;
    }
    const char* const reason = prepare_sampling();
    std::string problem = reason == nullptr ? std::string() : reason;
    if (problem.empty() && !interruption_ns_.has_value()) {
        measure_interruption();
    }
    if (problem.empty() && !recorder.samples().is_open()) {
        const std::string path = directory_ + "/records/" + std::to_string(rank_) + "-" +
                                 std::to_string(recorder.number()) + ".samples";
        const int error = recorder.samples().open(path, static_cast<std::uint32_t>(rank_),
                                                  recorder.number(), configuration_.sample_ns);
        problem = error == 0 ? std::string() : "cannot write " + path + ": " + error_text(error);
    }
    if (problem.empty()) {
        const int error =
            recorder.sample_timer().start(configuration_.sample_ns, configuration_.samples_waiting);
        recorder.samples().set_source(recorder.sample_timer().source());
        problem = error == 0 ? std::string() : "no timer: " + error_text(error);
    }
    if (!problem.empty()) {
        has_given_up_samples_ = true;
        add_problem("no stack samples: " + problem);
        say("warning: no stack samples: " + problem);
        return;
    }
    write_modules();
}

// Measures what an interruption takes without our handler; that time is calibration.
void Run::measure_interruption() {
    const NoFloatingPointExceptions no_exceptions;
    const double before_us = processor_use().cpu;
    interruption_ns_ = SampleTimer::interruption_ns(*clock_, configuration_.samples_waiting);
    const double taken_us = processor_use().cpu - before_us;
    calibration_us_ += taken_us;
    use_at_start_.cpu += taken_us;
}

void Run::write_modules() {
    if (modules_.update()) {
        write("records/" + std::to_string(rank_) + ".modules.json", modules_.json());
    }
}

void Run::note_modules() {
    if (configuration_.sample_ns != 0) {
        const std::lock_guard lock(mutex_);
        if (phase_ == Phase::running && !directory_.empty() && !has_given_up_samples_) {
            write_modules();
        }
    }
}

void Run::end_sampling() {
    for (const auto& recorder : recorders_) {
        recorder->sample_timer().stop();
    }
    if (configuration_.sample_ns != 0 && !directory_.empty() && !has_given_up_samples_) {
        write_modules();
    }
}

} // namespace proxima::detail
