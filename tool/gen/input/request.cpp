#include "input/request.hpp"

#include <proxima/base/error.hpp>

#include <filesystem>
#include <map>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

// The headers without those that name the same file again.
std::vector<std::string> checked_headers(const std::vector<std::string>& headers) {
    std::map<std::string, std::string> by_stem;
    std::vector<std::string> distinct;
    for (const std::string& header : headers) {
        const std::string stem = fs::path(header).stem().string();
        const auto [entry, unseen] = by_stem.emplace(stem, header);
        std::error_code ignored;
        if (!unseen && fs::equivalent(entry->second, header, ignored)) {
            continue;
        }
        if (!fs::is_regular_file(header)) {
            throw base::Error("the header " + header + " does not exist, check its path");
        }
        if (!unseen) {
            throw base::Error(entry->second + " and " + header + " would both become " + stem +
                              ".proxy.hpp, generate them into different directories");
        }
        distinct.push_back(header);
    }
    return distinct;
}

} // namespace

Request read_request(const Options& options) {
    Request request{options, {}};
    request.options.headers = checked_headers(options.headers);
    if (options.configuration) {
        request.configuration = read_configuration(*options.configuration);
    }
    for (const std::string& pattern : options.classes) {
        request.configuration.classes.push_back({ConfigurationRule::Effect::include, pattern, {}});
    }
    for (const std::string& pattern : options.templates) {
        request.configuration.templates.push_back(
            {ConfigurationRule::Effect::include, pattern, {}});
    }
    return request;
}

} // namespace proxima::gen
