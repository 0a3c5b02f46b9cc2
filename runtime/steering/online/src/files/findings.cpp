#include <proxima/base/error.hpp>
#include <proxima/online/files/findings.hpp>

#include <algorithm>

namespace proxima::online::files {
namespace {

template <class Read>
auto read_if_there(const std::filesystem::path& file, Read read, std::vector<std::string>& problems)
    -> std::optional<decltype(read(file))> {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
        return std::nullopt;
    }
    try {
        return read(file);
    } catch (const base::Error& problem) {
        problems.emplace_back(problem.what());
        return std::nullopt;
    }
}

// Finds attention.json, and attention-RANK.json of ranks.
std::vector<std::filesystem::path> attention_files(const std::filesystem::path& run) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(run, error)) {
        const std::string name = entry.path().filename().string();
        if (name.rfind("attention", 0) == 0 && entry.path().extension() == ".json") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

Findings load_findings(const std::filesystem::path& run, std::vector<std::string>& problems) {
    Findings part;
    part.decisions = read_if_there(run / "decisions.json", read_decisions, problems);
    for (const std::filesystem::path& file : attention_files(run)) {
        auto some = read_if_there(file, read_attention, problems);
        if (!some) {
            continue;
        }
        if (!part.attention) {
            part.attention = std::move(some);
            continue;
        }
        auto& events = part.attention->events;
        events.insert(events.end(), some->events.begin(), some->events.end());
    }
    if (part.attention) {
        std::stable_sort(part.attention->events.begin(), part.attention->events.end(),
                         [](const auto& left, const auto& right) { return left.at < right.at; });
    }
    return part;
}

} // namespace proxima::online::files
