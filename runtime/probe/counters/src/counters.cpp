// Counters of the system and of PAPI.
#include "papi.hpp"

#include <proxima/detail/counter_source.hpp>
#include <proxima/detail/no_destructor.hpp>
#include <proxima/detail/schedstat.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <set>
#include <sys/resource.h>
#include <unistd.h>

namespace proxima::detail {
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

// The account at the last switch of the thread; a forked child has another.
__thread long known_switches = -1;
__thread std::uint64_t known_ready_ns = 0;

// Nanoseconds for which the thread was runnable without a processor, by the system's account. They
// change when the thread is switched in: the file is read only after that.
std::uint64_t ready_time() noexcept {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    const long switches = usage.ru_nvcsw + usage.ru_nivcsw;
    if (switches != known_switches) {
        if (const auto account = processor_account(schedstat_of_thread)) {
            known_ready_ns = account->ready;
            known_switches = switches;
        }
    }
    return known_ready_ns;
}

// A counter of the system.
struct SystemCounter {
    const char* name;
    std::uint64_t (*read)() noexcept;
    bool is_time; // true: nanoseconds
};

constexpr std::array<SystemCounter, 4> system_counters{
    {{"THREAD_CPU_TIME", thread_cpu_time, true},
     {"READY_TIME", ready_time, true},
     {"PROCESS_CPU_TIME", process_cpu_time, true},
     {"PAGE_FAULTS", page_faults, false}}};

__thread int papi_events __attribute__((tls_model("initial-exec"))) = papi::no_events;

class Source final : public CounterSource {
public:
    CounterFacts choose(const std::vector<std::string>& names) override {
        CounterFacts facts;
        std::vector<std::string> of_papi;
        std::set<std::string> known;
        for (const std::string& name : names) {
            if (!known.insert(name).second) {
                continue;
            }
            if (known.size() > most_call_counters) {
                facts.messages.push_back(name + " is not counted: at most " +
                                         std::to_string(most_call_counters) +
                                         " counters are read at once");
                continue;
            }
            const auto* const found =
                std::find_if(system_counters.begin(), system_counters.end(),
                             [&](const SystemCounter& counter) { return name == counter.name; });
            if (found == system_counters.end()) {
                of_papi.push_back(name);
                continue;
            }
            if (found->read == ready_time && access(schedstat_of_thread, R_OK) != 0) {
                facts.messages.push_back(name + " is not counted: this system has no "
                                                "/proc/thread-self/schedstat");
                continue;
            }
            system_.push_back(found->read);
            facts.counters.push_back({name, found->is_time});
        }
        if (!of_papi.empty()) {
            of_papi_ = papi::choose(of_papi, facts.messages);
        }
        for (const std::string& name : of_papi_) {
            facts.counters.push_back({name, false});
        }
        return facts;
    }

    std::string begin_thread() override {
        std::string problem;
        papi_events = papi::begin_thread(of_papi_, problem);
        return problem;
    }

    void end_thread() noexcept override {
        papi::end_thread(papi_events);
        papi_events = papi::no_events;
    }

    std::string begin_child() override {
        known_switches = -1;
        if (papi_events == papi::no_events) {
            return {};
        }
        papi_events = papi::no_events;
        return "PAPI does not count on the thread that forked this process (its counts are 0)";
    }

    void read(CounterValues& values) const noexcept override {
        auto* const end = std::transform(system_.begin(), system_.end(), values.begin(),
                                         [](auto* const read_one) { return read_one(); });
        if (!of_papi_.empty()) {
            papi::read(papi_events, end, of_papi_.size());
        }
    }

private:
    std::vector<std::uint64_t (*)() noexcept> system_;
    std::vector<std::string> of_papi_; // PAPI's counters follow those of the system
};

} // namespace

} // namespace proxima::detail

extern "C" __attribute__((visibility("default"))) proxima::detail::CounterSource*
proxima_counter_source_2() {
    static proxima::detail::NoDestructor<proxima::detail::Source> source;
    return &*source;
}
