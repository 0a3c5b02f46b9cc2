#include "assembly.hpp"

#include <proxima/json/text_file.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace proxima::assembly {
namespace {

constexpr std::size_t longest_word = 300;
constexpr std::size_t longest_message = 4000;

bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

/// Both ends of a text, cut between characters.
std::string without_middle(std::string_view text, std::size_t length) {
    std::size_t head = length * 3 / 4;
    while (head > 0 && continues_character(text[head])) {
        --head;
    }
    std::size_t tail = text.size() - length / 4;
    while (tail < text.size() && continues_character(text[tail])) {
        ++tail;
    }
    return fmt::format("{}...{}", text.substr(0, head), text.substr(tail));
}

std::string shortened(std::string_view message) {
    std::string readable;
    while (!message.empty()) {
        const std::size_t end = std::min(message.find(' '), message.size());
        const std::string_view word = message.substr(0, end);
        readable += end > longest_word ? without_middle(word, longest_word) : std::string(word);
        readable += end < message.size() ? " " : "";
        message.remove_prefix(std::min(end + 1, message.size()));
    }
    return readable.size() > longest_message ? without_middle(readable, longest_message) : readable;
}

/// Only text that is UTF-8 can be written as JSON.
bool is_utf8(std::string_view text) {
    try {
        static_cast<void>(nlohmann::json(text).dump());
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

void check_text(const std::string& file, std::string_view text) {
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (text.substr(0, end).find('\0') != std::string_view::npos) {
            throw AssemblyError({file, line}, "there is a NUL byte; is this a text file?");
        }
        if (!is_utf8(text.substr(0, end))) {
            throw AssemblyError({file, line}, "this is not UTF-8; save the file as UTF-8 text");
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

} // namespace

std::string text_of_file(const std::string& file) {
    try {
        return json::read_text_file(file);
    } catch (const json::UnreadableText& unreadable) {
        throw AssemblyError({file, 0}, unreadable.what());
    }
}

AssemblyError::AssemblyError(const Place& place, std::string_view message)
    : AssemblyError(place.line == 0
                        ? fmt::format("{}: error: {}", place.file, message)
                        : fmt::format("{}:{}: error: {}", place.file, place.line, message)) {
}

AssemblyError::AssemblyError(std::string_view line) : std::runtime_error(shortened(line)) {
}

Assembly read_what_is_readable(const std::string& file) {
    std::string text = text_of_file(file);
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) {
        text.erase(0, byte_order_mark.size());
    }
    check_text(file, text);
    return std::filesystem::path(file).extension() == ".json" ? parse_json(file, text)
                                                              : parse_script(file, text);
}

Assembly read_assembly(const std::string& file) {
    Assembly assembly = read_what_is_readable(file);
    if (!assembly.unreadable.empty()) {
        throw AssemblyError(assembly.unreadable.front().error);
    }
    return assembly;
}

} // namespace proxima::assembly
