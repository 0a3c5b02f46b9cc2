#include <proxima/base/openmetrics.hpp>
#include <proxima/base/text.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace proxima::base {
namespace {

void append_number(std::string& text, double value) {
    constexpr double exact = 9007199254740992; // 2^53: all integers below are exact
    std::array<char, 32> digits;
    const auto append = [&](auto number) {
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
        text.append(digits.data(), end.ptr);
    };
    if (std::abs(value) < exact && std::trunc(value) == value) {
        append(static_cast<std::int64_t>(value));
    } else {
        append(value);
    }
}

void append_label(std::string& text, std::string_view name, std::string_view value) {
    const bool is_text = is_utf8(value);
    text.append(name).append("=\"");
    for (const char c : printable(value)) {
        if (c == '\\' || c == '"') {
            text += '\\';
        }
        text += is_text || static_cast<unsigned char>(c) < 0x80 ? c : '?';
    }
    text += '"';
}

} // namespace

std::string
openmetrics_labels(std::initializer_list<std::pair<std::string_view, std::string_view>> labels) {
    std::string text;
    for (const auto& [name, value] : labels) {
        text += text.empty() ? "" : ",";
        append_label(text, name, value);
    }
    return text;
}

void OpenMetrics::family(std::string_view name, Type type, std::string_view unit,
                         std::string_view help) {
    struct Words {
        std::string_view name, suffix;
    };
    static constexpr std::array<Words, 3> all{
        {{"counter", "_total"}, {"gauge", ""}, {"info", "_info"}}};
    const auto& words = all[static_cast<std::size_t>(type)];
    const auto head = [&](std::string_view what, std::string_view value) {
        if (!value.empty()) {
            text_.append(what).append(name).append(" ").append(value) += '\n';
        }
    };
    head("# TYPE ", words.name);
    head("# UNIT ", unit);
    head("# HELP ", help);
    sample_name_.assign(name).append(words.suffix);
}

void OpenMetrics::sample(std::string_view labels, double value, std::string_view time) {
    text_ += sample_name_;
    if (!labels.empty()) {
        text_.append("{").append(labels) += '}';
    }
    text_ += ' ';
    append_number(text_, value);
    if (!time.empty()) {
        text_.append(" ").append(time);
    }
    text_ += '\n';
}

std::string OpenMetrics::end() {
    text_ += "# EOF\n";
    return take();
}

} // namespace proxima::base
