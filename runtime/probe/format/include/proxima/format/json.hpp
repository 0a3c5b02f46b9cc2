// Writes JSON text. The caller keeps the order: a key before each value of an object, an end for
// every begin.
//
//     format::JsonWriter json;
//     json.begin_object().member("ranks", 4).key("names").begin_array().value("a").end_array();
//     json.end_object().new_line();
//     std::cout << json.text();
//
// Thread safety: one thread at a time uses an object.
// Errors: throws std::bad_alloc, and what the sink throws. Infinities and NaN become null.
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

    JsonWriter() = default; // keeps the text; see text()
    // Passes the text to `sink` at ends of lines, and the rest in flush().
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
