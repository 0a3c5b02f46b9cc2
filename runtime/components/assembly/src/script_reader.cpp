// Reads scripts in the syntax of Ccaffeine: one command per line.
#include "text_forms.hpp"

#include <proxima/base/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace proxima::assembly {
namespace {

constexpr std::string_view blanks = " \t\r";

using Words = std::vector<std::string>;

class Line {
public:
    Line(Place place, std::string_view text) : place_(std::move(place)), rest_(text) { split(); }

    const Place& place() const { return place_; }
    const Words& words() const { return words_; }

    [[noreturn]] void refuse(const std::string& message) const { throw Error(place_, message); }
    void expect_closed_quote() const {
        if (quote_is_open_) {
            refuse("a quote is not closed");
        }
    }
    void expect(std::size_t least, std::size_t most, const char* usage) const {
        if (words_.size() < least || words_.size() > most) {
            refuse(fmt::format("`{}` takes {}: {}", words_.front(), usage,
                               words_.size() < least ? "words are missing" : "too many words"));
        }
    }

private:
    void split() {
        while (true) {
            rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
            if (rest_.empty() || rest_.front() == '#' || rest_.front() == '!') {
                return;
            }
            words_.push_back(rest_.front() == '"' ? quoted_word() : plain_word());
        }
    }
    std::string plain_word() {
        const std::size_t end = std::min(rest_.find_first_of(blanks), rest_.size());
        std::string word(rest_.substr(0, end));
        rest_.remove_prefix(end);
        return word;
    }
    std::string quoted_word() {
        std::string word;
        for (std::size_t at = 1; at < rest_.size(); ++at) {
            if (rest_[at] == '"') {
                rest_.remove_prefix(at + 1);
                return word;
            }
            if (rest_[at] == '\\' && at + 1 < rest_.size()) {
                ++at;
            }
            word += rest_[at];
        }
        quote_is_open_ = true;
        rest_ = {};
        return word;
    }

    Place place_;
    std::string_view rest_;
    Words words_;
    bool quote_is_open_ = false;
};

template <class Value>
std::vector<std::string> names_of(const std::map<std::string, Value>& known) {
    std::vector<std::string> names;
    for (const auto& [name, value] : known) {
        names.push_back(name);
    }
    return names;
}

template <class Value>
Value choose(const Line& line, const std::string& word, const std::map<std::string, Value>& known,
             std::string_view what) {
    if (const auto found = known.find(word); found != known.end()) {
        return found->second;
    }
    line.refuse(fmt::format("`{}` knows no `{}`{}", line.words().front(), word,
                            base::instead(word, names_of(known), what)));
}

Action parse_path(const Line& line) {
    using How = SetPath::How;
    line.expect(2, 3, "init, or append, prepend or set and DIRECTORY");
    const How how = choose<How>(line, line.words()[1],
                                {{"init", How::init},
                                 {"append", How::append},
                                 {"prepend", How::prepend},
                                 {"set", How::set}},
                                "its words");
    if (how == How::init) {
        line.expect(2, 2, "nothing after `init`");
        return SetPath{how, {}};
    }
    line.expect(3, 3, "DIRECTORY after `append`, `prepend` and `set`");
    return SetPath{how, split_path(line.words()[2])};
}

Action parse_repository(const Line& line) {
    line.expect(2, 3, "get-global CLASS, or list");
    const bool lists =
        choose<bool>(line, line.words()[1], {{"get-global", false}, {"get", false}, {"list", true}},
                     "its words");
    if (lists) {
        line.expect(2, 2, "nothing after `list`");
        return Display{Display::What::classes, {}};
    }
    line.expect(3, 3, "CLASS after `get-global`");
    return Load{line.words()[2]};
}

Action parse_instantiate(const Line& line) {
    line.expect(3, 3, "CLASS INSTANCE");
    return Instantiate{line.words()[1], line.words()[2]};
}

template <class Wired>
Action parse_wired(const Line& line) {
    line.expect(5, 5, "USER USESPORT PROVIDER PROVIDESPORT");
    const Words& words = line.words();
    return Wired{{words[1], words[2]}, {words[3], words[4]}};
}

Action parse_parameters(const Line& line) {
    const Words& words = line.words();
    line.expect(3, words.size(), "INSTANCE PORT [FIELD [VALUE]]");
    const PortName port{words[1], words[2]};
    if (words.size() < 5) {
        return ShowParameters{port, words.size() == 4 ? words[3] : std::string()};
    }
    std::string value = words[4];
    for (std::size_t i = 5; i < words.size(); ++i) {
        value += " " + words[i];
    }
    return SetParameter{port, words[3], value};
}

Action parse_display(const Line& line) {
    using What = Display::What;
    line.expect(2, 3, "palette, arena, component INSTANCE, or chain");
    const What what = choose<What>(line, line.words()[1],
                                   {{"palette", What::classes},
                                    {"arena", What::instances},
                                    {"component", What::component},
                                    {"chain", What::connections}},
                                   "its words");
    if (what == What::component) {
        line.expect(3, 3, "INSTANCE after `component`");
        return Display{what, line.words()[2]};
    }
    line.expect(2, 2, "INSTANCE after `component` only");
    return Display{what, {}};
}

Action parse_go(const Line& line) {
    line.expect(3, 3, "INSTANCE PORT");
    return Go{{line.words()[1], line.words()[2]}};
}

Action parse_remove(const Line& line) {
    line.expect(2, 2, "INSTANCE");
    return Remove{line.words()[1]};
}

Action parse_quit(const Line& line) {
    line.expect(1, 1, "nothing");
    return Quit{};
}

const std::map<std::string, Action (*)(const Line&)>& parsers() {
    static const std::map<std::string, Action (*)(const Line&)> known{
        {"path", parse_path},
        {"repository", parse_repository},
        {"instantiate", parse_instantiate},
        {"create", parse_instantiate},
        {"connect", parse_wired<Connect>},
        {"disconnect", parse_wired<Disconnect>},
        {"parameters", parse_parameters},
        {"display", parse_display},
        {"go", parse_go},
        {"remove", parse_remove},
        {"quit", parse_quit}};
    return known;
}

Action parse_command(const Line& line) {
    line.expect_closed_quote();
    const std::string& word = line.words().front();
    if (const auto found = parsers().find(word); found != parsers().end()) {
        return found->second(line);
    }
    line.refuse(fmt::format("there is no command `{}`{}", word,
                            base::instead(word, names_of(parsers()), "the commands")));
}

} // namespace

std::vector<std::string> split_path(std::string_view text) {
    auto directories = base::split(text, ':');
    std::erase(directories, "");
    return directories;
}

Assembly parse_script(const std::string& file, std::string_view text) {
    Assembly assembly{file, {}, {}};
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const Line line({file, ++number}, text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.words().empty()) {
            continue;
        }
        try {
            assembly.commands.push_back({line.place(), parse_command(line)});
        } catch (const Error& error) {
            assembly.unreadable.push_back(error);
        }
    }
    return assembly;
}

} // namespace proxima::assembly
