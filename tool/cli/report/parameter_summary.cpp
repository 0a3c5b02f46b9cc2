#include "report/parameter_summary.hpp"

#include "text/json_text.hpp"
#include "text/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace proxima::cli {
namespace {

using rundir::ParameterType;

/// A longer list of values tells less than a range.
constexpr std::size_t most_listed = 4;

double word_as_real(std::uint64_t word) {
    double value = 0;
    std::memcpy(&value, &word, sizeof value);
    return value;
}

} // namespace

void ParameterSummary::add(const rundir::Record& record) {
    ++count_;
    if (parameter_.type == ParameterType::text) {
        const auto value = record.text(parameter_);
        add_distinct(value.truncated ? 1 : 0, value.text);
        return;
    }
    const auto word = record.word(parameter_);
    if (is_number()) {
        add_to_range(word);
    }
    add_distinct(word, {});
}

void ParameterSummary::add_to_range(std::uint64_t word) {
    const double value = as_double(word);
    if (!std::isfinite(value)) {
        return;
    }
    if (finite_ == 0 || is_less(word, minimum_)) {
        minimum_ = word;
    }
    if (finite_ == 0 || is_less(maximum_, word)) {
        maximum_ = word;
    }
    ++finite_;
    sum_ += value;
}

void ParameterSummary::add_distinct(std::uint64_t word, std::string_view text) {
    if (many_) {
        return;
    }
    const auto is_same = [&](const Distinct& value) {
        return value.word == word && value.text == text;
    };
    if (last_ < distinct_.size() && is_same(distinct_[last_])) { // values come in runs
        ++distinct_[last_].count;
        return;
    }
    const auto found = std::find_if(distinct_.begin(), distinct_.end(), is_same);
    last_ = static_cast<std::size_t>(found - distinct_.begin());
    if (found != distinct_.end()) {
        ++found->count;
    } else if (distinct_.size() < most_distinct) {
        distinct_.push_back({word, std::string(text), 1, distinct_.size()});
    } else {
        many_ = true;
        distinct_.clear();
    }
}

bool ParameterSummary::is_less(std::uint64_t left, std::uint64_t right) const {
    switch (parameter_.type) {
    case ParameterType::unsigned_integer:
        return left < right;
    case ParameterType::real: {
        const double l = word_as_real(left);
        const double r = word_as_real(right);
        return std::isnan(l) || std::isnan(r) ? std::isnan(r) && !std::isnan(l)
                                              : l < r; // NaN last, so that this is an order
    }
    default:
        return static_cast<std::int64_t>(left) < static_cast<std::int64_t>(right);
    }
}

double ParameterSummary::as_double(std::uint64_t word) const {
    switch (parameter_.type) {
    case ParameterType::unsigned_integer:
        return static_cast<double>(word);
    case ParameterType::real:
        return word_as_real(word);
    default:
        return static_cast<double>(static_cast<std::int64_t>(word));
    }
}

std::string ParameterSummary::number_text(std::uint64_t word) const {
    return parameter_.type == ParameterType::real ? human_number(word_as_real(word))
                                                  : number_json(word);
}

std::string ParameterSummary::number_json(std::uint64_t word) const {
    if (parameter_.type == ParameterType::real) {
        fmt::memory_buffer text;
        append_json_number(text, word_as_real(word));
        return fmt::to_string(text);
    }
    return parameter_.type == ParameterType::unsigned_integer
               ? fmt::format("{}", word)
               : fmt::format("{}", static_cast<std::int64_t>(word));
}

ParameterSummary::Value ParameterSummary::described(const Distinct& value) const {
    if (parameter_.type == ParameterType::boolean) {
        const auto* const text = value.word != 0 ? "true" : "false";
        return {text, text, value.count};
    }
    const auto quoted = [](const std::string& text) {
        fmt::memory_buffer json;
        append_json_string(json, text);
        return fmt::to_string(json);
    };
    if (parameter_.type == ParameterType::text) {
        const auto text = quoted(value.text + (value.word != 0 ? "..." : ""));
        return {text, text, value.count};
    }
    if (parameter_.type == ParameterType::enumeration) {
        if (const auto* name = parameter_.constant_name(static_cast<std::int64_t>(value.word))) {
            return {*name, quoted(*name), value.count};
        }
    }
    return {number_text(value.word), number_json(value.word), value.count};
}

std::vector<ParameterSummary::Distinct> ParameterSummary::sorted() const {
    auto values = distinct_;
    std::sort(values.begin(), values.end(), [this](const auto& left, const auto& right) {
        if (is_number()) {
            return is_less(left.word, right.word);
        }
        return left.count != right.count ? left.count > right.count : left.order < right.order;
    });
    return values;
}

std::vector<ParameterSummary::Value> ParameterSummary::values() const {
    std::vector<Value> values;
    for (const auto& value : sorted()) {
        values.push_back(described(value));
    }
    return values;
}

std::string ParameterSummary::sentence() const {
    const auto distinct = values();
    if (distinct.size() == 1) {
        return fmt::format("{} = {}", parameter_.name, distinct.front().text);
    }
    if (has_range() && (many_ || distinct.size() > most_listed)) {
        return fmt::format("{} = {}..{}, mean {}", parameter_.name, number_text(minimum_),
                           number_text(maximum_), human_number(mean()));
    }
    if (many_) {
        return fmt::format("{} = more than {} values", parameter_.name, most_distinct);
    }
    std::string list;
    for (const auto& value : distinct) {
        const double share = static_cast<double>(value.count) / static_cast<double>(count_);
        list += fmt::format("{}{}{}", list.empty() ? "" : ", ", value.text,
                            is_number() ? "" : " " + human_share(share));
    }
    return fmt::format("{} = {}", parameter_.name, list);
}

} // namespace proxima::cli
