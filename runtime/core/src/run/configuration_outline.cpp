#include "run/configuration.hpp"

#include <proxima/configuration.hpp>

#include <algorithm>

namespace proxima {

namespace {

bool keeps_records(const detail::Recording& recording) noexcept {
    return recording.kind != detail::RecordingKind::aggregate &&
           recording.kind != detail::RecordingKind::off;
}

} // namespace

ConfigurationOutline outline_of(TextView configuration) {
    ConfigurationOutline outline;
    const auto parsed = detail::parse_configuration({configuration.data(), configuration.size()});
    if (const auto* const error = std::get_if<detail::ConfigurationError>(&parsed)) {
        outline.problem = error->message;
        return outline;
    }
    const auto& known = std::get<detail::Configuration>(parsed);
    const auto& recordings = known.recordings;
    outline.measures = known.measure;
    outline.records = known.measure &&
                      (keeps_records(recordings.standard) ||
                       std::any_of(recordings.rules.begin(), recordings.rules.end(),
                                   [](const auto& rule) { return keeps_records(rule.recording); }));
    return outline;
}

} // namespace proxima
