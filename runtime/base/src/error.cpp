#include <proxima/base/directory.hpp>
#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>

namespace proxima::base {
namespace {

constexpr std::size_t longest_word = 300;
constexpr std::size_t longest_message = 4000;

bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

// Keeps both ends of a text; cuts between characters.
std::string without_middle(std::string_view text, std::size_t length) {
    std::size_t head = length * 3 / 4;
    while (head > 0 && continues_character(text[head])) {
        --head;
    }
    std::size_t tail = text.size() - length / 4;
    while (tail < text.size() && continues_character(text[tail])) {
        ++tail;
    }
    return std::string(text.substr(0, head)) + "..." + std::string(text.substr(tail));
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

Place shown(const Place& place) {
    return {base::shown(place.file).string(), place.line, place.column};
}

std::string line_of(const Place& place, std::string_view problem) {
    const std::string where = to_string(place);
    return shortened((where.empty() ? "" : where + ": error: ") + std::string(problem));
}

} // namespace

std::string to_string(const Place& place) {
    std::string text = place.file;
    if (!text.empty() && place.line != 0) {
        text += ":" + std::to_string(place.line);
        text += place.column != 0 ? ":" + std::to_string(place.column) : "";
    }
    return text;
}

Error::Error(std::string_view problem) : Error(Place{}, problem) {
}

Error::Error(const Place& place, std::string_view problem)
    : std::runtime_error(line_of(shown(place), problem)), place_(shown(place)), problem_(problem) {
}

Error::Error(const std::filesystem::path& file, std::string_view problem)
    : Error(Place{file.string(), 0, 0}, problem) {
}

Error::Error(const std::filesystem::path& file, std::size_t line, std::string_view problem)
    : Error(Place{file.string(), line, 0}, problem) {
}

Error::~Error() = default;

Error error_at_byte(const std::filesystem::path& file, std::uint64_t offset,
                    std::string_view problem) {
    return {file, "byte " + std::to_string(offset) + ": " + std::string(problem)};
}

std::string error_line(std::string_view program, const std::exception& error) {
    const auto* located = dynamic_cast<const Error*>(&error);
    return printable(located != nullptr && !located->place().file.empty()
                         ? error.what()
                         : std::string(program) + ": error: " + error.what());
}

} // namespace proxima::base
