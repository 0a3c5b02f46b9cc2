#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/rundir/attention.hpp>

namespace proxima::rundir {
namespace {

using base::LocatedJson;
using base::LocatedObject;

constexpr double known_format = 1;

Attention event_of(LocatedObject& json) {
    Attention event;
    event.sensor = json.name("sensor");
    event.method = json.name("method");
    event.rank = static_cast<std::int64_t>(json.number("rank").value_or(-1));
    event.since = json.number("since").value_or(0);
    event.at = json.number("at").value_or(0);
    event.value = json.number("value").value_or(0);
    event.before = json.number("before").value_or(0);
    event.windows = json.count("windows");
    json.refuse_others();
    return event;
}

} // namespace

AttentionFile read_attention(const std::filesystem::path& file) {
    const LocatedJson json = base::parse_located_json(file, base::read_whole_file(file));
    LocatedObject object(file, json, "a file of findings");
    if (object.number("format").value_or(0) != known_format) {
        object.fail(json, "this is no attention.json of format 1");
    }
    AttentionFile attention;
    attention.false_alarms = object.number("false_alarms").value_or(0);
    attention.sensors = object.texts("sensors");
    for (LocatedObject& event : object.objects("events")) {
        attention.events.push_back(event_of(event));
    }
    object.refuse_others();
    return attention;
}

} // namespace proxima::rundir
