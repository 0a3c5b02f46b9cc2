#include <proxima/model/error.hpp>
#include <proxima/model/selection.hpp>
#include <proxima/model/whole_file.hpp>

#include <set>

namespace proxima::model {
namespace {

/// A word of a line, by its place.
struct Word {
    std::size_t begin = 0;
    std::string_view text;
};

Word next_word(std::string_view line, std::size_t from) {
    constexpr std::string_view blanks = " \t\r";
    const auto begin = line.find_first_not_of(blanks, from);
    if (begin == std::string_view::npos) {
        return {line.size(), {}};
    }
    return {begin, line.substr(begin, line.find_first_of(blanks, begin) - begin)};
}

} // namespace

std::string rewritten_script(const std::filesystem::path& file, std::string_view script,
                             const std::map<std::string, std::string>& chosen) {
    std::string result;
    std::set<std::string> made;
    std::set<std::string> loaded; // classes that `repository` lines have named so far
    while (!script.empty()) {
        const auto length = script.find('\n');
        const auto line = script.substr(0, length);
        const auto verb = next_word(line, 0);
        const auto class_name = next_word(line, verb.begin + verb.text.size());
        const auto instance = next_word(line, class_name.begin + class_name.text.size());
        const auto choice = chosen.find(std::string(instance.text));
        if (verb.text == "repository") {
            loaded.emplace(instance.text);
        }
        if ((verb.text == "instantiate" || verb.text == "create") && choice != chosen.end()) {
            made.insert(choice->first);
            if (!loaded.empty() && loaded.insert(choice->second).second) {
                result += "repository get-global " + choice->second + "\n";
            }
            result += line.substr(0, class_name.begin);
            result += choice->second;
            result += line.substr(class_name.begin + class_name.text.size());
        } else {
            result += line;
        }
        if (length == std::string_view::npos) {
            break;
        }
        result += '\n';
        script.remove_prefix(length + 1);
    }
    for (const auto& [instance, class_name] : chosen) {
        if (made.count(instance) == 0) {
            throw Error(file, "has no line `instantiate CLASS " + instance +
                                  "`; add it, or name the script of this assembly");
        }
    }
    return result;
}

void rewrite_script(const std::filesystem::path& file, const std::filesystem::path& new_file,
                    const std::map<std::string, std::string>& chosen) {
    replace_file(new_file, rewritten_script(file, read_whole_file(file), chosen));
}

} // namespace proxima::model
