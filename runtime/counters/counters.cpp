#include "counters.hpp"

#include <proxima/detail/no_destructor.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <set>
#include <sys/resource.h>

namespace proxima::measuring {

namespace {

std::uint64_t read_clock(clockid_t clock) noexcept {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U +
           static_cast<std::uint64_t>(time.tv_nsec);
}

std::uint64_t thread_cpu_time() noexcept {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

std::uint64_t process_cpu_time() noexcept {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

std::uint64_t page_faults() noexcept {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return static_cast<std::uint64_t>(usage.ru_minflt) +
           static_cast<std::uint64_t>(usage.ru_majflt);
}

constexpr double microseconds_per_nanosecond = 1e-3;

constexpr std::array<SystemCounter, 3> system_counters{
    {{"THREAD_CPU_TIME", thread_cpu_time, microseconds_per_nanosecond, true},
     {"PROCESS_CPU_TIME", process_cpu_time, microseconds_per_nanosecond, false},
     {"PAGE_FAULTS", page_faults, 1, true}}};

__thread int events_of_thread __attribute__((tls_model("initial-exec"))) = Papi::no_events;
__thread unsigned readers_of_thread __attribute__((tls_model("initial-exec"))) = 0;

const SystemCounter* find_system_counter(const std::string& name) noexcept {
    const auto* const found =
        std::find_if(system_counters.begin(), system_counters.end(),
                     [&](const SystemCounter& counter) { return name == counter.name; });
    return found == system_counters.end() ? nullptr : found;
}

} // namespace

std::vector<std::string> Counters::choose(const std::vector<std::string>& names) {
    std::vector<std::string> refused;
    std::vector<std::string> of_papi;
    std::size_t room = most_counters - 1;
    std::set<std::string> seen{names_.front()};
    for (const std::string& name : names) {
        if (!seen.insert(name).second) {
            continue;
        }
        if (room == 0) {
            refused.push_back(name + " is not counted: at most " +
                              std::to_string(most_counters - 1) + " counters are read at once");
            continue;
        }
        --room;
        if (const SystemCounter* const counter = find_system_counter(name)) {
            system_.push_back(counter);
            names_.emplace_back(counter->name);
        } else {
            of_papi.push_back(name);
        }
    }
    if (!of_papi.empty()) {
        const std::vector<std::string> refused_by_papi = papi_.choose(of_papi);
        refused.insert(refused.end(), refused_by_papi.begin(), refused_by_papi.end());
        names_.insert(names_.end(), papi_.names().begin(), papi_.names().end());
    }
    return refused;
}

double Counters::scale(std::size_t counter) const noexcept {
    return counter >= 1 && counter <= system_.size() ? system_[counter - 1]->scale : 1;
}

bool Counters::is_of_thread(std::size_t counter) const noexcept {
    return counter > system_.size() || (counter >= 1 && system_[counter - 1]->is_of_thread);
}

std::string Counters::begin_thread() const {
    std::string problem;
    if (readers_of_thread == 0) {
        events_of_thread = papi_.begin_thread(problem);
    }
    ++readers_of_thread;
    return problem;
}

void Counters::end_thread() const noexcept {
    if (readers_of_thread != 0 && --readers_of_thread == 0) {
        papi_.end_thread(events_of_thread);
        events_of_thread = Papi::no_events;
    }
}

std::string Counters::begin_child() const {
    if (events_of_thread == Papi::no_events) {
        return {};
    }
    events_of_thread = Papi::no_events;
    return papi_.begin_child();
}

void Counters::read(Reading& reading) const noexcept {
    std::size_t counter = 1;
    for (const SystemCounter* const system : system_) {
        reading[counter++] = system->read();
    }
    papi_.read(events_of_thread, reading + counter);
}

void Counters::read_shared(Reading& reading) const noexcept {
    std::size_t counter = 1;
    for (const SystemCounter* const system : system_) {
        if (!system->is_of_thread) {
            reading[counter] = system->read();
        }
        ++counter;
    }
}

Counters& counters() noexcept {
    static detail::NoDestructor<Counters> instance;
    return *instance;
}

} // namespace proxima::measuring
