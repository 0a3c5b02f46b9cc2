// The counters as libproxima sees them.
#include <proxima/detail/counter_source.hpp>
#include "reading_cost.hpp"
#include <proxima/detail/no_destructor.hpp>

#include <algorithm>
#include <iterator>

namespace proxima::measuring {

namespace {

static_assert(detail::most_call_counters == most_counters - 1, "all but the wall clock");

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
