// The counters as libproxima sees them.
#include "counters.hpp"

#include <proxima/detail/counter_source.hpp>
#include <proxima/detail/no_destructor.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>

namespace proxima::measuring {

namespace {

static_assert(detail::most_call_counters == most_counters - 1, "all but the wall clock");

// Long beside the clock's resolution.
constexpr int reads_in_round = 32;

double time_round(const Counters& counters) {
    using Clock = std::chrono::steady_clock;
    Reading reading{};
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < reads_in_round; ++i) {
        counters.read(reading);
    }
    const std::chrono::duration<double, std::nano> elapsed = Clock::now() - begin;
    return elapsed.count() / reads_in_round;
}

// To read all but the wall clock once on the calling thread, in nanoseconds; 0 if there are none.
// Takes about a millisecond.
double reading_cost(const Counters& counters) {
    if (counters.count() == 1) {
        return 0;
    }
    counters.begin_thread();
    std::array<double, 33> rounds{};
    std::generate(rounds.begin(), rounds.end(), [&] { return time_round(counters); });
    counters.end_thread();
    const auto median = rounds.begin() + rounds.size() / 2;
    std::nth_element(rounds.begin(), median, rounds.end());
    return *median;
}

class Source final : public detail::CounterSource {
public:
    detail::CounterFacts choose(const std::vector<std::string>& names) override {
        detail::CounterFacts facts;
        facts.messages = counters().choose(names);
        for (std::size_t i = 1; i < counters().count(); ++i) {
            facts.counters.push_back({counters().names()[i], counters().scale(i) != 1});
        }
        facts.read_ns = reading_cost(counters());
        return facts;
    }

    std::string begin_thread() override { return counters().begin_thread(); }
    void end_thread() noexcept override { counters().end_thread(); }
    std::string begin_child() override { return counters().begin_child(); }

    void read(detail::CounterValues& values) const noexcept override {
        Reading reading{};
        counters().read(reading);
        std::copy(std::begin(reading) + 1, std::end(reading), values.begin());
    }
};

} // namespace

} // namespace proxima::measuring

extern "C" PROXIMA_COUNTERS_API proxima::detail::CounterSource* proxima_counter_source_1() {
    static proxima::detail::NoDestructor<proxima::measuring::Source> source;
    return &*source;
}
