#include "configuration.hpp"

#include <climits>

#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <stdexcept>

namespace heat {
namespace {

struct Entry {
    std::string value;
    int line;
};

// Entries of a file by name. Reading an entry removes it; entries that remain are unknown.
struct Entries {
    std::string file;
    std::map<std::string, Entry> by_name;
};

[[noreturn]] void fail(const std::string& file, int line, const std::string& what) {
    throw std::runtime_error(file + ":" + std::to_string(line) + ": error: " + what);
}

std::string trimmed(const std::string& text) {
    const char* const blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos) {
        return "";
    }
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

Entries read_entries(const std::string& file) {
    std::ifstream stream(file);
    if (!stream) {
        throw std::runtime_error(file + ": error: cannot be read; name a configuration of a plate");
    }
    Entries entries{file, {}};
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        line = trimmed(line.substr(0, line.find('#')));
        if (line.empty()) {
            continue;
        }
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos) {
            fail(file, number, "not of the form name = value");
        }
        const std::string name = trimmed(line.substr(0, equals));
        if (!entries.by_name.emplace(name, Entry{trimmed(line.substr(equals + 1)), number})
                 .second) {
            fail(file, number, name + " is given twice");
        }
    }
    return entries;
}

template <class Number>
Number number(const Entries& entries, const std::string& name, const Entry& entry) {
    const char* const end = entry.value.data() + entry.value.size();
    Number value{};
    const auto [read_to, error] = std::from_chars(entry.value.data(), end, value);
    if (error != std::errc() || read_to != end) {
        fail(entries.file, entry.line, name + " is not a number: \"" + entry.value + "\"");
    }
    return value;
}

Entry take(Entries& entries, const std::string& name) {
    const auto found = entries.by_name.find(name);
    if (found == entries.by_name.end()) {
        throw std::runtime_error(entries.file + ": error: " + name + " is missing");
    }
    Entry entry = found->second;
    entries.by_name.erase(found);
    return entry;
}

int take_count(Entries& entries, const std::string& name) {
    const Entry entry = take(entries, name);
    const int count = number<int>(entries, name, entry);
    if (count < 3) {
        fail(entries.file, entry.line, name + " must be 3 at least: two edges and what is between");
    }
    return count;
}

double take_finite(Entries& entries, const std::string& name) {
    const Entry entry = take(entries, name);
    const double value = number<double>(entries, name, entry);
    if (!std::isfinite(value)) {
        fail(entries.file, entry.line, name + " must be finite");
    }
    return value;
}

double take_positive(Entries& entries, const std::string& name) {
    const int line = entries.by_name.count(name) != 0 ? entries.by_name.at(name).line : 0;
    const double value = take_finite(entries, name);
    if (!(value > 0.0)) {
        fail(entries.file, line, name + " must be positive");
    }
    return value;
}

double take_origin(Entries& entries, const std::string& name) {
    return entries.by_name.count(name) != 0 ? take_finite(entries, name) : 0.0;
}

} // namespace

Configuration read_configuration(const std::string& file) {
    Entries entries = read_entries(file);
    Configuration plate;
    plate.rows = take_count(entries, "rows");
    plate.columns = take_count(entries, "columns");
    plate.row_spacing = take_positive(entries, "row_spacing");
    plate.column_spacing = take_positive(entries, "column_spacing");
    plate.origin_y = take_origin(entries, "origin_y");
    plate.origin_x = take_origin(entries, "origin_x");
    plate.diffusivity = take_positive(entries, "diffusivity");
    plate.temperature = take_finite(entries, "temperature");
    plate.time_step = take_positive(entries, "time_step");
    plate.end_time = take_positive(entries, "end_time");
    if (!entries.by_name.empty()) {
        const auto& [name, entry] = *entries.by_name.begin();
        fail(file, entry.line, name + " is not known");
    }
    constexpr int most_nodes = INT_MAX / static_cast<int>(sizeof(double));
    if (plate.rows > most_nodes / plate.columns) {
        throw std::runtime_error(file + ": error: too many nodes: BMI counts bytes in an int");
    }
    return plate;
}

} // namespace heat
