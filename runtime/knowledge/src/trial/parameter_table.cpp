#include "trial/parameter_table.hpp"

#include <proxima/format/bins.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

namespace proxima::knowledge {
namespace {

using rundir::Parameter;
using rundir::ParameterType;

bool is_number(ParameterType type) {
    return type == ParameterType::integer || type == ParameterType::unsigned_integer ||
           type == ParameterType::real;
}

/// The shortest text that reads back as `number`.
std::string text_of(double number) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, number).ptr;
    return {text, end};
}

ParameterRange number_range(const Parameter& parameter, std::uint64_t word) {
    ParameterRange range;
    range.name = parameter.name;
    double value = std::bit_cast<double>(word);
    if (parameter.type == ParameterType::integer) {
        value = static_cast<double>(static_cast<std::int64_t>(word));
        range.text = std::to_string(static_cast<std::int64_t>(word));
    } else if (parameter.type == ParameterType::unsigned_integer) {
        value = static_cast<double>(word);
        range.text = std::to_string(word);
    } else {
        range.text = text_of(value);
    }
    if (!std::isnan(value)) {
        range.low = range.high = value;
    }
    return range;
}

ParameterRange bin_range(const Parameter& parameter, int bin) {
    ParameterRange range;
    range.name = parameter.name;
    range.text = rundir::bin_text(&parameter, bin);
    if (const auto ends = rundir::bin_range(parameter.type, bin)) {
        range.low = ends->low;
        range.high = ends->high;
    }
    return range;
}

} // namespace

void Sums::add(double duration_ns, double in_communication_ns) {
    if (calls++ == 0) {
        min_ns = max_ns = duration_ns;
    }
    total_ns += duration_ns;
    squares_ns2 += duration_ns * duration_ns;
    min_ns = std::min(min_ns, duration_ns);
    max_ns = std::max(max_ns, duration_ns);
    communication_ns += in_communication_ns;
}

void Sums::merge(const Sums& more) {
    if (more.calls == 0) {
        return;
    }
    min_ns = calls == 0 ? more.min_ns : std::min(min_ns, more.min_ns);
    max_ns = calls == 0 ? more.max_ns : std::max(max_ns, more.max_ns);
    calls += more.calls;
    total_ns += more.total_ns;
    squares_ns2 += more.squares_ns2;
    communication_ns += more.communication_ns;
    knows_communication = knows_communication && more.knows_communication;
}

Sums sums_of(const rundir::Durations& durations) {
    return {durations.calls(),
            durations.total_ns(),
            durations.sum_of_squares_ns2(),
            durations.min_ns(),
            durations.max_ns(),
            0,
            false};
}

ParameterTable::ParameterTable(std::vector<Parameter> parameters, std::size_t most_combinations)
    : parameters_(std::move(parameters)), most_(most_combinations) {
    for (const auto& parameter : parameters_) {
        words_ += words_of(parameter.type);
    }
}

std::size_t ParameterTable::KeyHash::operator()(const Key& key) const {
    std::uint64_t hash = key.size();
    for (const auto word : key) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
    }
    return hash;
}

Sums& ParameterTable::entry(const Key& key) {
    const auto found = sums_.find(key);
    if (found != sums_.end()) {
        return found->second;
    }
    if (detail_ != Detail::first_bin && sums_.size() >= most_) {
        const auto before = detail_;
        coarsen(detail_ == Detail::values ? Detail::bins : Detail::first_bin);
        return entry(coarser(key, before));
    }
    return sums_[key];
}

void ParameterTable::add(const rundir::Record& record) {
    key_.assign(record.parameters, record.parameters + words_);
    auto& sums = entry(detail_ == Detail::values ? key_ : coarser(key_, Detail::values));
    sums.add(record.duration_ns, record.communication_ns);
    ++calls_;
}

void ParameterTable::add(int bin, const Sums& sums) {
    coarsen(Detail::first_bin);
    sums_[{static_cast<std::uint64_t>(bin)}].merge(sums);
    calls_ += sums.calls;
}

void ParameterTable::merge(const ParameterTable& more) {
    coarsen(std::max(detail_, more.detail_));
    for (const auto& [key, sums] : more.sums_) {
        entry(more.detail_ == detail_ ? key : coarser(key, more.detail_)).merge(sums);
    }
    calls_ += more.calls_;
}

/// `key`, which has detail `from`, with the detail that the table has now, which is less.
ParameterTable::Key ParameterTable::coarser(const Key& key, Detail from) const {
    const auto bin_of = [&](const Parameter& parameter, std::size_t word) {
        return from == Detail::values || !is_number(parameter.type)
                   ? static_cast<std::uint64_t>(format::bin_of(parameter.type, key[word]))
                   : key[word];
    };
    if (detail_ == Detail::first_bin) {
        return {parameters_.empty() ? 0 : bin_of(parameters_.front(), 0)};
    }
    Key made = key;
    std::size_t word = 0;
    for (const auto& parameter : parameters_) {
        if (is_number(parameter.type)) {
            made[word] = bin_of(parameter, word);
        }
        word += words_of(parameter.type);
    }
    return made;
}

void ParameterTable::coarsen(Detail detail) {
    if (detail <= detail_) {
        return;
    }
    const auto before = detail_;
    detail_ = detail;
    const auto finer = std::move(sums_);
    sums_.clear();
    for (const auto& [key, sums] : finer) {
        sums_[coarser(key, before)].merge(sums);
    }
}

void ParameterTable::write(std::size_t timer, std::vector<InvocationStatistics>& all) const {
    constexpr double us = 1e-3; // in nanoseconds
    for (const auto& [key, sums] : sums_) {
        InvocationStatistics made;
        made.timer = timer;
        made.parameters = ranges(key);
        made.calls = sums.calls;
        made.sum_us = sums.total_ns * us;
        made.sum_of_squares_us2 = sums.squares_ns2 * us * us;
        made.min_us = sums.min_ns * us;
        made.max_us = sums.max_ns * us;
        if (sums.knows_communication) {
            made.communication_us = sums.communication_ns * us;
        }
        all.push_back(std::move(made));
    }
}

std::vector<ParameterRange> ParameterTable::ranges(const Key& key) const {
    if (parameters_.empty()) {
        return {};
    }
    if (detail_ == Detail::first_bin) {
        return {bin_range(parameters_.front(), static_cast<int>(key.front()))};
    }
    std::vector<ParameterRange> made;
    std::size_t word = 0;
    for (const auto& parameter : parameters_) {
        const auto words = words_of(parameter.type);
        made.push_back(
            value(parameter, Key(key.begin() + static_cast<std::ptrdiff_t>(word),
                                 key.begin() + static_cast<std::ptrdiff_t>(word + words))));
        word += words;
    }
    return made;
}

/// `key` has the words of this parameter.
ParameterRange ParameterTable::value(const Parameter& parameter, const Key& key) const {
    if (is_number(parameter.type)) {
        return detail_ == Detail::values ? number_range(parameter, key.front())
                                         : bin_range(parameter, static_cast<int>(key.front()));
    }
    ParameterRange range;
    range.name = parameter.name;
    if (parameter.type == ParameterType::boolean) {
        range.text = key.front() != 0 ? "true" : "false";
    } else if (parameter.type == ParameterType::enumeration) {
        const auto number = static_cast<std::int64_t>(key.front());
        const auto* name = parameter.constant_name(number);
        range.text = name != nullptr ? *name : std::to_string(number);
    } else {
        Parameter alone = parameter;
        alone.first_word = 0;
        rundir::Record record;
        record.parameters = key.data();
        const auto text = record.text(alone);
        range.text = std::string(text.text) + (text.truncated ? "..." : "");
    }
    return range;
}

} // namespace proxima::knowledge
