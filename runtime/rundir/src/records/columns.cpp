#include "records/columns.hpp"

#include <algorithm>
#include <vector>

namespace proxima::rundir {

std::uint64_t read_columns(const format::ThreadBuffer& buffer, const Lane& lane,
                           const ClockMap& clock, const ThreadTime& time, RecordVisitor& visitor) {
    using format::SectionType;
    const auto count = buffer.header().count;
    const auto ends = buffer.words(SectionType::ends, count);
    const auto starts = buffer.words(SectionType::starts, count);
    const auto communications = buffer.words(SectionType::communication, count);
    const auto nodes = buffer.words(SectionType::nodes, count);
    const auto first_words = buffer.words(SectionType::first_words, count);
    const auto more_words = buffer.bytes(SectionType::more_words);
    format::ByteReader more(more_words);
    std::vector<std::uint64_t> parameters;
    std::uint64_t left_out = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Record record;
        record.call_path = static_cast<std::size_t>(nodes[i] - 1);
        const bool is_defined = record.call_path < lane.call_paths.size();
        const auto words = is_defined ? lane.method(record).parameter_words : 0;
        if (!is_defined || (words > 1 && left_out != 0)) {
            ++left_out;
            continue;
        }
        parameters.assign(1, first_words[i]);
        while (parameters.size() < words) {
            parameters.push_back(more.get<std::uint64_t>());
        }
        record.start_ns = clock.since_start_ns(time.clock_ticks(starts[i]));
        record.duration_ns = clock.duration_ns(ends[i] - starts[i]);
        record.communication_ns = clock.duration_ns(communications[i]);
        record.parameters = parameters.data();
        visitor.records(lane, &record, 1);
    }
    return left_out;
}

} // namespace proxima::rundir
