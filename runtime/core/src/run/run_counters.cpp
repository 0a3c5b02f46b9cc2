// What invocations count besides time: chosen when the run starts, begun and ended by threads.
#include "run/run.hpp"

#include <proxima/detail/message.hpp>

#include <utility>

namespace proxima::detail {

// Once in a process and its children.
void Run::choose_counters() {
    if (configuration_.counters.empty() || counters_chosen_) {
        return;
    }
    counters_chosen_ = true;
    std::string why;
    CounterSource* const source = load_counter_source(why);
    if (source == nullptr) {
        counters_.messages = {"counters: none is read: " + why};
    } else {
        counters_ = source->choose(configuration_.counters);
    }
    problems_.insert(problems_.end(), counters_.messages.begin(), counters_.messages.end());
    if (!expects_ranks_) { // else it is not known yet which of them is to speak
        say_what_is_not_counted();
    }
    if (!counters_.counters.empty()) {
        counter_source_ = source;
        registry().read_counters(counters_.counters);
    }
}

// Ranks have one configuration, so the first speaks for all.
void Run::say_what_is_not_counted() const {
    for (const std::string& message : counters_.messages) {
        if (rank_ == 0) {
            say(message);
        }
    }
}

void Run::begin_counting() {
    if (counter_source_ == nullptr) {
        return;
    }
    if (std::string problem = counter_source_->begin_thread(); !problem.empty()) {
        add_problem(std::move(problem));
    }
}

} // namespace proxima::detail
