#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/study/results.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace proxima::study {
namespace {

double behind(const std::string& text, const Result& result) {
    const auto at = text.rfind(result.text);
    if (at == std::string::npos) {
        throw NoResult("its output has no `" + result.text + "`, which the result `" + result.name +
                       "` stands behind");
    }
    const auto* end = text.data() + text.size();
    const auto* begin = std::find_if(text.data() + at + result.text.size(), end,
                                     [](char c) { return c != ' ' && c != '\t'; });
    double value = 0;
    if (std::from_chars(begin, end, value).ec != std::errc() || !std::isfinite(value)) {
        throw NoResult("no number stands behind `" + result.text + "` in its output");
    }
    return value;
}

double member_of(const std::filesystem::path& file, const Result& result) {
    std::string text;
    try {
        text = base::read_whole_file(file);
    } catch (const base::Error&) {
        throw NoResult("it has not written " + result.file + ", which has the result `" +
                       result.name + "`");
    }
    const auto json = nlohmann::json::parse(text, nullptr, false);
    const auto member = nlohmann::json::json_pointer("/" + result.member);
    if (!json.contains(member) || !json.at(member).is_number() ||
        !std::isfinite(json.at(member).get<double>())) {
        throw NoResult(result.file + " has no number " + result.member + " for the result `" +
                       result.name + "`");
    }
    return json.at(member).get<double>();
}

} // namespace

std::map<std::string, double> results_of(const std::vector<Result>& wanted,
                                         const std::filesystem::path& directory,
                                         const std::string& output) {
    std::map<std::string, double> values;
    for (const auto& result : wanted) {
        values[result.name] = result.file.empty()
                                  ? behind(base::read_whole_file(directory / output), result)
                                  : member_of(directory / result.file, result);
    }
    return values;
}

} // namespace proxima::study
