#include "records.hpp"

#include "sample_run.hpp"

#include <sstream>
#include <stdexcept>
#include <utility>

namespace sample_test {
namespace {

// The samples record numbers and names only, so that no value is quoted.
std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> values;
    std::istringstream stream(line);
    for (std::string value; std::getline(stream, value, ',');) {
        values.push_back(value);
    }
    return values;
}

} // namespace

std::vector<Record> records(const std::filesystem::path& run_directory, const std::string& method) {
    const Outcome outcome = run(std::string(PROXIMA_TOOL) + " records '" + run_directory.string() +
                                    "' --method '" + method + "' --csv",
                                run_directory, "");
    if (outcome.status != 0) {
        throw std::runtime_error("proxima records failed on " + run_directory.string());
    }
    std::istringstream lines(outcome.output);
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> columns = split(line);
    std::vector<Record> records;
    while (std::getline(lines, line)) {
        const std::vector<std::string> values = split(line);
        Record record;
        for (std::size_t i = 0; i < columns.size() && i < values.size(); ++i) {
            record.emplace(columns[i], values[i]);
        }
        records.push_back(std::move(record));
    }
    return records;
}

} // namespace sample_test
