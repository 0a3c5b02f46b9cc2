#include "view/mpi_timeline.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace proxima::view {
namespace {

using rundir::ParameterType;

constexpr double ns_in_us = 1000;
constexpr double least_ns = 1; // less is rounding

// Text of a value, if its parameter can have few values; unset for real numbers, texts and values
// that are missing.
std::optional<std::string> value_text(const rundir::Record& record,
                                      const rundir::RecordedParameter& parameter) {
    if (record.is_missing(parameter)) {
        return std::nullopt;
    }
    switch (parameter.type) {
    case ParameterType::integer:
        return std::to_string(record.integer(parameter));
    case ParameterType::unsigned_integer:
        return std::to_string(record.word(parameter));
    case ParameterType::boolean:
        return record.word(parameter) != 0 ? "true" : "false";
    case ParameterType::enumeration: {
        const auto* name = parameter.constant_name(record.integer(parameter));
        return name != nullptr ? *name : std::to_string(record.integer(parameter));
    }
    default:
        return std::nullopt;
    }
}

} // namespace

MpiTimeline::MpiTimeline(double duration_us) {
    times_.bin_us = duration_us / bins;
}

void MpiTimeline::begin_thread(const rundir::Thread& /*thread*/) {
    depths_.clear();
    inside_.clear();
}

std::size_t MpiTimeline::depth(const rundir::Thread& thread, std::size_t call_path) {
    while (depths_.size() < thread.call_paths.size()) { // parents come first
        const auto parent = thread.containing(depths_.size());
        depths_.push_back(parent == rundir::CallPath::no_parent ? 0 : depths_[parent] + 1);
    }
    return depths_[call_path];
}

// Records come in the order in which calls end: those inside a call before it.
double MpiTimeline::own_communication(const rundir::Thread& thread, const rundir::Record& record) {
    const auto at = depth(thread, record.call_path);
    inside_.resize(std::max(inside_.size(), at + 2));
    const double own = record.communication_ns - inside_[at + 1];
    inside_[at + 1] = 0;
    inside_[at] += record.communication_ns;
    return own;
}

void MpiTimeline::add(RankSeries& series, std::uint32_t rank, const rundir::Record& record,
                      double own_ns) {
    auto& sums = series[rank];
    series_ += sums.empty() ? 1 : 0;
    sums.resize(bins);
    const double bin_ns = times_.bin_us * ns_in_us;
    const auto bin_at = [&](double ns) {
        return static_cast<std::size_t>(std::clamp(ns / bin_ns, 0.0, bins - 1.0));
    };
    const double end_ns = record.start_ns + record.duration_ns;
    const auto first = bin_at(record.start_ns);
    const auto last = bin_at(end_ns);
    for (auto bin = first; bin <= last; ++bin) {
        const double from = bin == first ? record.start_ns : static_cast<double>(bin) * bin_ns;
        const double to = bin == last ? end_ns : static_cast<double>(bin + 1) * bin_ns;
        sums[bin] += first == last ? own_ns / ns_in_us
                                   : own_ns / ns_in_us * (to - from) / record.duration_ns;
    }
}

void MpiTimeline::records(const rundir::Thread& thread, const rundir::Record* first,
                          std::size_t count) {
    for (const auto* record = first; record != first + count; ++record) {
        const double own_ns = own_communication(thread, *record);
        if (own_ns < least_ns || times_.bin_us <= 0) {
            continue;
        }
        add(times_.all, thread.rank, *record, own_ns);
        add_by_parameter(thread, *record, own_ns);
    }
}

void MpiTimeline::add_by_parameter(const rundir::Thread& thread, const rundir::Record& record,
                                   double own_ns) {
    const auto& method = thread.method(record);
    const auto count = series_ > most_series ? 0 : method.parameter_count();
    for (std::size_t i = 0; i < count; ++i) {
        const auto& parameter = method.parameters[i];
        const auto value = value_text(record, parameter);
        auto& by_value = times_.by_parameter[parameter.name];
        if (!value || (by_value.size() > most_values && !by_value.contains(*value))) {
            continue;
        }
        add(by_value[*value], thread.rank, record, own_ns);
    }
    if (series_ > most_series) {
        times_.by_parameter.clear();
    }
}

MpiTimes MpiTimeline::times() && {
    std::erase_if(times_.by_parameter, [](const auto& parameter) {
        return parameter.second.size() < 2 || parameter.second.size() > most_values;
    });
    return std::move(times_);
}

} // namespace proxima::view
