#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/records.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace proxima::rundir {
namespace {

constexpr std::size_t text_capacity = 31;
constexpr unsigned char truncated_flag = 0x80;

} // namespace

const std::string* Parameter::constant_name(std::int64_t value) const {
    const auto found =
        std::find_if(constants.begin(), constants.end(),
                     [value](const auto& constant) { return constant.first == value; });
    return found == constants.end() ? nullptr : &found->second;
}

bool is_same_method(const Method& left, const Method& right) {
    return left.port == right.port && left.name == right.name && left.signature == right.signature;
}

std::string display_name(const Method& method, const std::vector<Method>& methods) {
    const bool overloaded = std::any_of(methods.begin(), methods.end(), [&](const auto& other) {
        return other.port == method.port && other.name == method.name &&
               other.signature != method.signature;
    });
    return overloaded ? method.name + method.parameter_types() : method.name;
}

double Record::real(const Parameter& parameter) const {
    double value = 0;
    std::memcpy(&value, parameters + parameter.first_word, sizeof value);
    return value;
}

TextValue Record::text(const Parameter& parameter) const {
    const auto* bytes = reinterpret_cast<const char*>(parameters + parameter.first_word);
    const auto size_and_flag = static_cast<unsigned char>(bytes[0]);
    const std::size_t size = size_and_flag & static_cast<unsigned char>(~truncated_flag);
    return {{bytes + 1, std::min(size, text_capacity)}, (size_and_flag & truncated_flag) != 0};
}

Durations::Durations(const Sums& sums)
    : calls_(sums.calls),
      first_(sums.calls == 0 ? 0 : sums.total_ns / static_cast<double>(sums.calls)),
      squares_(sums.squares_ns2), min_(sums.min_ns), max_(sums.max_ns) {
}

void Durations::merge(const Durations& more) {
    if (more.calls_ == 0) {
        return;
    }
    if (calls_ == 0) {
        *this = more;
        return;
    }
    const double shift = more.first_ - first_;
    const auto n = static_cast<double>(more.calls_);
    squares_ += more.squares_ + 2 * shift * more.distance_ + n * shift * shift;
    distance_ += more.distance_ + n * shift;
    min_ = std::min(min_, more.min_);
    max_ = std::max(max_, more.max_);
    calls_ += more.calls_;
}

double Durations::mean_ns() const {
    return calls_ == 0 ? 0 : first_ + distance_ / static_cast<double>(calls_);
}

double Durations::squares_from_mean() const {
    return calls_ == 0
               ? 0
               : std::max(squares_ - distance_ * (distance_ / static_cast<double>(calls_)), 0.0);
}

double Durations::deviation_ns() const {
    return calls_ == 0 ? 0 : std::sqrt(squares_from_mean() / static_cast<double>(calls_));
}

double Durations::sum_of_squares_ns2() const {
    return squares_from_mean() + mean_ns() * total_ns();
}

} // namespace proxima::rundir
