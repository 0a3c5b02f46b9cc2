// Writes JSON text. The caller keeps the order: key before value, end for every begin.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace proxima::format {

class JsonWriter {
public:
    using Sink = std::function<void(std::string_view)>;

    JsonWriter() = default; // keeps the text
    // Hands the text on at ends of lines, and with flush() what is left.
    explicit JsonWriter(Sink sink) : sink_(std::move(sink)) {}
    void flush();

    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }
    JsonWriter& key(std::string_view name);

    // Bytes that are not UTF-8 are replaced by U+FFFD.
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(std::uint64_t number) { return raw(std::to_string(number)); }
    JsonWriter& value(std::int64_t number) { return raw(std::to_string(number)); }
    JsonWriter& value(std::uint32_t number) { return raw(std::to_string(number)); }
    JsonWriter& value(int number) { return raw(std::to_string(number)); }
    JsonWriter& value(bool truth) { return raw(truth ? "true" : "false"); }
    JsonWriter& value(double number); // the shortest text that reads back as the same number
    JsonWriter& null() { return raw("null"); }

    template <class Value>
    JsonWriter& member(std::string_view name, const Value& value_of_member) {
        return key(name).value(value_of_member);
    }

    JsonWriter& new_line();

    const std::string& text() const noexcept { return text_; }

private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    JsonWriter& raw(std::string_view token);
    void separate();
    void quote(std::string_view text);

    Sink sink_;
    std::string text_;
    int depth_ = 0;
    bool first_ = true;
    bool after_key_ = false;
};

} // namespace proxima::format
