// Query.
#include "profile.hpp"

#include <map>
#include <optional>
#include <utility>

namespace proxima::measuring {

namespace {

class LiveQuery final : public measurement::Query {
public:
    using Names = std::vector<std::string>;

    Names timer_names() const override { return Profile().names(); }
    Names counter_names() const override { return names_of_counters(); }
    std::vector<std::uint64_t> threads() const override { return Profile().threads(); }
    std::vector<measurement::ActiveTimer> active_timers() const override {
        return Profile().active();
    }

    measurement::TimerData timer_data(const Names& names,
                                      std::optional<std::uint64_t> thread) const override {
        const Profile profile;
        measurement::TimerData data;
        data.counter_names = names_of_counters();
        for (const std::string& name : names) {
            TimerValues values = profile.find(name, thread);
            data.exclusive.push_back(std::move(values.exclusive));
            data.inclusive.push_back(std::move(values.inclusive));
            data.calls.push_back(values.calls);
            data.child_calls.push_back(values.child_calls);
        }
        return data;
    }

    Names event_names() const override {
        Names names;
        for (const auto& [name, values] : event_values()) {
            names.push_back(name);
        }
        return names;
    }

    measurement::EventData event_data(const Names& names) const override {
        std::map<std::string, detail::EventValues> all = event_values();
        measurement::EventData data;
        for (const std::string& name : names) {
            const detail::EventValues& values = all[name];
            const bool any = values.samples != 0;
            data.samples.push_back(values.samples);
            data.maximum.push_back(any ? values.maximum : 0);
            data.minimum.push_back(any ? values.minimum : 0);
            data.mean.push_back(values.mean);
            data.sum_squares.push_back(values.sum_squares);
            data.deviation.push_back(values.deviation());
        }
        return data;
    }
};

} // namespace

std::unique_ptr<measurement::Query> make_query() {
    return std::make_unique<LiveQuery>();
}

} // namespace proxima::measuring
