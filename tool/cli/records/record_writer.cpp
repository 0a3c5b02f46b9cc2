#include "records/record_writer.hpp"

#include <algorithm>
#include <ranges>

namespace proxima::cli {

std::string call_path_text(const rundir::Thread& thread, std::size_t call_path,
                           const std::vector<rundir::Method>& all) {
    std::vector<std::string> names;
    for (auto path = call_path; path != rundir::CallPath::no_parent;
         path = thread.call_paths[path].parent) {
        const auto& step = thread.call_paths[path];
        names.push_back(step.instance + "." + rundir::display_name(thread.method(step), all));
    }
    std::string text;
    for (auto& name : std::views::reverse(names)) {
        std::replace(name.begin(), name.end(), ';', ':');
        text += (text.empty() ? "" : ";") + name;
    }
    return text;
}

void RecordIdentities::make(const rundir::Thread& thread, std::size_t call_path) {
    texts_.resize(std::max(texts_.size(), thread.call_paths.size()));
    texts_[call_path] =
        make_(thread, thread.call_paths[call_path], call_path_text(thread, call_path, all_));
}

const std::vector<std::string> common_columns{"start_ns", "duration_ns", "communication_ns",
                                              "rank",     "thread",      "instance",
                                              "port",     "method",      "callpath"};

std::string column_name(const rundir::Parameter& parameter) {
    const bool taken = std::find(common_columns.begin(), common_columns.end(), parameter.name) !=
                       common_columns.end();
    return taken ? "parameter." + parameter.name : parameter.name;
}

} // namespace proxima::cli
