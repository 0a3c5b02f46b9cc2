#include <proxima/base/file.hpp>
#include <proxima/online/sensor.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>
#include <vector>

namespace proxima::online {
namespace {

struct Unit {
    std::string_view name;
    double microseconds;
};

constexpr std::array<Unit, 4> units{{{"ns", 1e-3}, {"us", 1}, {"ms", 1e3}, {"s", 1e6}}};

// Takes the words of a line one after the other.
class Words {
public:
    Words(std::string_view text, const base::Place& place) : place_(place) {
        std::istringstream stream{std::string(text)};
        for (std::string word; stream >> word;) {
            words_.push_back(word);
        }
    }

    bool take(std::string_view word) {
        const bool is_next = next_ < words_.size() && words_[next_] == word;
        next_ += is_next ? 1 : 0;
        return is_next;
    }

    void require(std::string_view word) {
        if (!take(word)) {
            fail("expected `" + std::string(word) + "`, not " + next());
        }
    }

    double positive_number() {
        double number = 0;
        const std::string& word = next_ < words_.size() ? words_[next_] : none_;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error != std::errc() || end != word.data() + word.size() || !(number > 0) ||
            std::isinf(number)) {
            fail("expected a number above 0, not " + next());
        }
        ++next_;
        return number;
    }

    double microseconds_of_unit() {
        for (const Unit& unit : units) {
            if (take(unit.name)) {
                return unit.microseconds;
            }
        }
        fail("expected `* expected`, or ns, us, ms or s, not " + next());
    }

    void end() const {
        if (next_ < words_.size()) {
            fail(next() + " is too much");
        }
    }

    std::string next() const {
        return next_ < words_.size() ? "`" + words_[next_] + "`" : "the end of the line";
    }

    [[noreturn]] void fail(const std::string& problem) const {
        throw base::Error(place_, "the sensor is not understood: " + problem +
                                      "; write METHOD: mean > 1.3 * expected, mean > 20 us, share "
                                      "> 25 %, imbalance over ranks > 1.5, or drift, and perhaps "
                                      "for 50 calls");
    }

private:
    const base::Place& place_;
    std::vector<std::string> words_;
    std::size_t next_ = 0;
    const std::string none_;
};

void parse_mean(Words& words, Sensor& sensor) {
    words.require(">");
    sensor.limit = words.positive_number();
    sensor.of_expected = words.take("*");
    if (sensor.of_expected) {
        words.require("expected");
    } else {
        sensor.limit *= words.microseconds_of_unit();
    }
}

void parse_percent(Words& words, Sensor& sensor) {
    sensor.limit = words.positive_number() / 100;
    words.require("%");
}

void parse_condition(Words& words, Sensor& sensor) {
    if (words.take("mean")) {
        sensor.quantity = SensorQuantity::mean;
        parse_mean(words, sensor);
    } else if (words.take("share")) {
        sensor.quantity = SensorQuantity::share;
        words.require(">");
        parse_percent(words, sensor);
    } else if (words.take("imbalance")) {
        sensor.quantity = SensorQuantity::imbalance;
        words.require("over");
        words.require("ranks");
        words.require(">");
        sensor.limit = words.positive_number();
    } else if (words.take("drift")) {
        sensor.quantity = SensorQuantity::drift;
        if (words.take(">")) {
            parse_percent(words, sensor);
        }
    } else {
        words.fail("there is nothing to watch called " + words.next());
    }
}

} // namespace

Sensor parse_sensor(std::string_view line, const base::Place& place) {
    const auto colon = line.find(": ");
    Words subject(line.substr(0, colon), place);
    Sensor sensor;
    sensor.line = line;
    Words words(colon == std::string_view::npos ? "" : line.substr(colon + 2), place);
    if (colon == std::string_view::npos) {
        subject.fail("`METHOD: ` is missing");
    }
    sensor.subject = line.substr(0, colon);
    parse_condition(words, sensor);
    if (words.take("for")) {
        const double calls = words.positive_number();
        sensor.calls = static_cast<std::uint64_t>(std::min(calls, 1e9));
        words.require("calls");
    }
    words.end();
    return sensor;
}

std::vector<Sensor> read_sensors(const std::filesystem::path& file) {
    constexpr const char* blanks = " \t\r";
    std::istringstream text(base::read_whole_file(file));
    std::vector<Sensor> sensors;
    std::string line;
    for (std::size_t number = 1; std::getline(text, line); ++number) {
        line.resize(std::min(line.find('#'), line.size()));
        const std::size_t begin = line.find_first_not_of(blanks);
        if (begin != std::string::npos) {
            line = line.substr(begin, line.find_last_not_of(blanks) + 1 - begin);
            sensors.push_back(parse_sensor(line, {file.string(), number}));
        }
    }
    return sensors;
}

} // namespace proxima::online
