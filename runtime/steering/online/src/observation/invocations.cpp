#include <proxima/base/text.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/detail/snapshot.hpp>
#include <proxima/online/invocations.hpp>

namespace proxima::online {
namespace {

constexpr std::size_t fixed_columns = 2; // duration and communication

bool matches(const detail::CallSiteNames& names, const void* pattern) {
    return base::matches_glob(*static_cast<const std::string*>(pattern),
                              *names.instance + "." + *names.method);
}

Invocations invocations_of(const detail::Rows& rows, double microseconds_per_tick) {
    Invocations result{*rows.names.instance, *rows.names.method, rows.columns, rows.words, {}, {}};
    for (std::size_t row = 0; row + rows.width <= rows.values.size(); row += rows.width) {
        const auto begin = rows.values.begin() + static_cast<std::ptrdiff_t>(row);
        result.durations_us.push_back(*begin * microseconds_per_tick);
        result.values.insert(result.values.end(), begin + fixed_columns,
                             begin + static_cast<std::ptrdiff_t>(rows.width));
    }
    return result;
}

} // namespace

void keep_invocations(const std::string& pattern) {
    detail::keep_rows_of(pattern);
}

std::vector<Invocations> take_invocations(const std::string& pattern) {
    const double microseconds_per_tick = detail::run_facts().nanoseconds_per_tick * 1e-3;
    std::vector<Invocations> result;
    for (const detail::Rows& rows : detail::take_rows(matches, &pattern, true)) {
        result.push_back(invocations_of(rows, microseconds_per_tick));
    }
    return result;
}

} // namespace proxima::online
