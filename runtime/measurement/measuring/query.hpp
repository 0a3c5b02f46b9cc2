// Query: what the runtime's call trees have by now.
#pragma once

#include <proxima/measurement/query.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::measuring {

// As known when it is first asked for, so that what is said never goes back.
double microseconds_per_tick();

// Of what the runtime counts: to microseconds where that is a time; else, and of parameters, 1.
double scale_of_counter(const std::string& name);

class LiveQuery final : public measurement::Query {
public:
    using Names = std::vector<std::string>;

    Names timer_names() const override;
    Names counter_names() const override;
    measurement::TimerData timer_data(const Names& names) const override;
    measurement::TimerData timer_data(const Names& names, std::uint64_t thread) const override;
    std::vector<std::uint64_t> threads() const override;
    std::vector<measurement::ActiveTimer> active_timers() const override;
    Names event_names() const override;
    measurement::EventData event_data(const Names& names) const override;
    std::string dump_profile_data() const override;
    std::string dump_profile_data(std::string_view prefix) const override;
    std::string dump_profile_data_incremental() const override;
    std::string dump_timer_names() const override;
    std::string dump_timer_data(const Names& names) const override;
    std::string dump_timer_data_incremental(const Names& names) const override;
};

} // namespace proxima::measuring
