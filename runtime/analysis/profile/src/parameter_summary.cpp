#include <proxima/profile/parameter_summary.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::profile {

using rundir::ParameterType;

void ParameterSummary::add(const rundir::Record& record) {
    ++count_;
    if (record.is_missing(*parameter_)) {
        ++missing_;
        return;
    }
    if (parameter_->type == ParameterType::text) {
        const auto value = record.text(*parameter_);
        add_distinct(value.truncated ? 1 : 0, value.text);
        return;
    }
    const auto word = record.word(*parameter_);
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
        return;
    }
    Distinct made{word, std::string(text), 1};
    many_ = distinct_.size() == most_distinct || !room_->take(made.bytes());
    if (!many_) {
        distinct_.push_back(std::move(made));
        return;
    }
    for (const auto& value : distinct_) {
        room_->give_back(value.bytes());
    }
    distinct_ = std::vector<Distinct>(); // `{}` would keep the memory
}

bool ParameterSummary::is_less(std::uint64_t left, std::uint64_t right) const {
    const double l = as_double(left);
    const double r = as_double(right);
    return std::isnan(l) || std::isnan(r) ? std::isnan(r) && !std::isnan(l)
                                          : l < r; // NaN last, so that this is an order
}

double ParameterSummary::as_double(std::uint64_t word) const {
    return rundir::number_of(parameter_->type, word);
}

ParameterSummary::Json ParameterSummary::json_of(std::uint64_t word,
                                                 const std::string& text) const {
    const auto number = static_cast<std::int64_t>(word);
    switch (parameter_->type) {
    case ParameterType::boolean:
        return word != 0;
    case ParameterType::text:
        return text + (word != 0 ? "..." : "");
    case ParameterType::unsigned_integer:
        return word;
    case ParameterType::real:
        return as_double(word);
    default:
        break;
    }
    const auto* name = parameter_->constant_name(number);
    return name != nullptr ? Json(*name) : Json(number);
}

std::vector<ParameterSummary::Distinct> ParameterSummary::sorted() const {
    auto values = distinct_;
    std::stable_sort(values.begin(), values.end(), [this](const auto& left, const auto& right) {
        if (is_number()) {
            return is_less(left.word, right.word);
        }
        return left.count > right.count;
    });
    return values;
}

std::vector<ParameterSummary::Value> ParameterSummary::values() const {
    std::vector<Value> values;
    for (const auto& value : sorted()) {
        values.push_back({json_of(value.word, value.text), value.count});
    }
    return values;
}

} // namespace proxima::profile
