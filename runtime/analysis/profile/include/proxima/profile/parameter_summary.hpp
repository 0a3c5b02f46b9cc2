// Summarizes the values of a parameter over many invocations, in constant memory.
//
//     const auto n = std::make_shared<rundir::RecordedParameter>();
//     profile::ParameterSummary summary(n, std::make_shared<profile::SummaryRoom>(1000));
//     // summary.add(record) for each record of the method
//     std::printf("%zu values\n", summary.values().size());
//
// Ownership: values.
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <proxima/rundir/records.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace proxima::profile {

/// The bytes that summaries may still take together: a few bytes of records can ask for one.
class SummaryRoom {
public:
    explicit SummaryRoom(std::uint64_t bytes) : left_(bytes) {}

    /// False if there is no room.
    bool take(std::uint64_t bytes) {
        is_used_up_ = is_used_up_ || bytes > left_;
        left_ -= is_used_up_ ? 0 : bytes;
        return !is_used_up_;
    }
    void give_back(std::uint64_t bytes) { left_ += bytes; }
    bool is_used_up() const { return is_used_up_; } ///< true if something had no room

private:
    std::uint64_t left_;
    bool is_used_up_ = false;
};

/// The distinct values while they are few, and the range and mean of numbers. Memory does not grow
/// with the number of invocations.
class ParameterSummary {
public:
    static constexpr std::size_t most_distinct = 8;

    ParameterSummary(std::shared_ptr<const rundir::RecordedParameter> parameter,
                     std::shared_ptr<SummaryRoom> room)
        : parameter_(std::move(parameter)), room_(std::move(room)) {}

    /// `record` must be one of a method with this parameter.
    void add(const rundir::Record& record);

    const rundir::RecordedParameter& parameter() const { return *parameter_; }

    using Json = nlohmann::ordered_json;

    struct Value {
        Json json;
        std::uint64_t count;
    };
    /// The distinct values, smallest number or most frequent name first; empty if there were too
    /// many.
    std::vector<Value> values() const;

    /// True if there were more than `most_distinct` values.
    bool has_many() const { return many_; }
    bool is_number() const { return parameter_->type <= rundir::ParameterType::real; }

    /// True if minimum(), maximum() and mean() are defined.
    bool has_range() const { return is_number() && finite_ > 0; }
    Json minimum() const { return json_of(minimum_, {}); }
    Json maximum() const { return json_of(maximum_, {}); }
    double mean() const { return sum_ / static_cast<double>(finite_); }
    std::uint64_t count() const { return count_; }
    /// Invocations, of these, whose value could not be read.
    std::uint64_t missing() const { return missing_; }

private:
    struct Distinct {
        std::uint64_t word;
        std::string text; // value of a text parameter
        std::uint64_t count;

        std::size_t bytes() const { return sizeof *this + text.size(); }
    };

    bool is_less(std::uint64_t left, std::uint64_t right) const;
    double as_double(std::uint64_t word) const;
    Json json_of(std::uint64_t word, const std::string& text) const;
    void add_to_range(std::uint64_t word);
    void add_distinct(std::uint64_t word, std::string_view text);
    std::vector<Distinct> sorted() const;

    std::shared_ptr<const rundir::RecordedParameter> parameter_;
    std::shared_ptr<SummaryRoom> room_;
    std::uint64_t count_ = 0;
    std::uint64_t missing_ = 0;
    std::uint64_t finite_ = 0;
    std::uint64_t minimum_ = 0; // recorded word
    std::uint64_t maximum_ = 0;
    double sum_ = 0;
    std::vector<Distinct> distinct_; // in the order of appearance
    std::size_t last_ = 0;
    bool many_ = false; // there were more than most_distinct, which are no longer kept
};

} // namespace proxima::profile
