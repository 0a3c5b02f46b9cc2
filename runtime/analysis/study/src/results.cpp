#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/base/text.hpp>
#include <proxima/study/results.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace proxima::study {
namespace {

double behind(const std::filesystem::path& file, const Result& result) {
    const auto text = base::read_whole_file(file);
    const auto at = text.rfind(result.text);
    if (at == std::string::npos) {
        throw base::Error(file, "its output has no `" + result.text + "`, which the result `" +
                                    result.name + "` stands behind");
    }
    const auto* end = text.data() + text.size();
    const auto* begin = std::find_if(text.data() + at + result.text.size(), end,
                                     [](char c) { return c != ' ' && c != '\t'; });
    double value = 0;
    if (std::from_chars(begin, end, value).ec != std::errc() || !std::isfinite(value)) {
        throw base::Error(file, "no number stands behind `" + result.text + "` in its output");
    }
    return value;
}

// Finds `errors/0/value`: names of members and numbers of elements.
std::optional<base::LocatedJson> member_at(const std::filesystem::path& file, std::string text,
                                           const std::string& path) {
    try {
        std::optional at = base::parse_located_json(file, std::move(text));
        for (const auto& name : base::split(path, '/')) {
            const auto elements = at->elements();
            const auto index = base::number_of<std::size_t>(name);
            at = index && *index < elements.size() ? elements[*index] : at->find(name);
            if (!at) {
                return at;
            }
        }
        return at;
    } catch (const base::Error&) { // no JSON
        return std::nullopt;
    }
}

double member_of(const std::filesystem::path& file, const Result& result) {
    std::string text;
    try {
        text = base::read_whole_file(file);
    } catch (const base::Error&) {
        throw base::Error(file, "it has not written " + result.file + ", which has the result `" +
                                    result.name + "`");
    }
    const auto member = member_at(file, std::move(text), result.member);
    if (!member || member->kind() != base::LocatedJson::Kind::number) {
        throw base::Error(file, result.file + " has no number " + result.member +
                                    " for the result `" + result.name + "`");
    }
    return member->number();
}

} // namespace

std::map<std::string, double> results_of(const std::vector<Result>& wanted,
                                         const std::filesystem::path& directory,
                                         const std::string& output) {
    std::map<std::string, double> values;
    for (const auto& result : wanted) {
        values[result.name] = result.file.empty() ? behind(directory / output, result)
                                                  : member_of(directory / result.file, result);
    }
    return values;
}

} // namespace proxima::study
