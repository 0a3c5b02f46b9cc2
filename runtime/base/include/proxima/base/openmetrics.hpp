// Writes metrics in the text format of OpenMetrics, which Prometheus reads.
//
//     base::OpenMetrics page;
//     page.family("proxima_calls", base::OpenMetrics::Type::counter, "", "invocations");
//     page.sample(base::openmetrics_labels({{"method", "evaluate(double)"}}), 12);
//     std::cout << page.end();
//
// Format: https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md
// Units: the unit of a family is the last word of its name, for example `seconds`.
// Thread safety: one thread at a time uses an object.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace proxima::base {

/// Content type of a page for HTTP.
constexpr std::string_view openmetrics_type =
    "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Returns `name="value",...`. Control characters become `?`, and so do all bytes beyond ASCII in a
/// value that is not UTF-8, which would invalidate the whole page.
std::string
openmetrics_labels(std::initializer_list<std::pair<std::string_view, std::string_view>> labels);

class OpenMetrics {
public:
    enum class Type { counter, gauge, info };

    /// Begins a family of samples. Empty `unit` and `help` are left out.
    void family(std::string_view name, Type type, std::string_view unit = "",
                std::string_view help = "");

    /// Adds a sample to the family. `time` is in seconds since 1970, as text; empty: no time.
    void sample(std::string_view labels, double value, std::string_view time = "");

    /// Returns the text since the last call, for pages that are written in pieces.
    std::string take() { return std::exchange(text_, {}); }

    /// Ends the page and returns the text since the last take().
    std::string end();

private:
    std::string text_;
    std::string sample_name_; // name of the family with the suffix of its type
};

} // namespace proxima::base
