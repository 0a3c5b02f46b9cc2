#include "commands.hpp"
#include "kb/kb_filters.hpp"
#include "kb/kb_verbs.hpp"

#include <cstdlib>

namespace proxima::cli {

std::filesystem::path chosen_base(const std::string& option) {
    if (!option.empty()) {
        return option;
    }
    const char* const named = std::getenv("PROXIMA_KB");
    return named != nullptr && *named != '\0' ? named : "proxima.kb";
}

knowledge::Filter filter_of(const KbOptions& options) {
    knowledge::Filter filter;
    filter.component = options.component;
    filter.implementation = options.implementation;
    filter.port = options.port;
    filter.method = options.method;
    filter.machine = options.machine;
    filter.experiment = options.experiment;
    filter.trial = options.trial;
    filter.metric = options.metric;
    filter.by_trial = options.by_trial;
    for (const auto& condition : options.where) {
        filter.parameters.push_back(parameter_filter(condition));
    }
    return filter;
}

int run_kb(const KbOptions& options, Output& output) {
    switch (options.verb) {
    case KbVerb::add:
        return run_kb_add(options, output);
    case KbVerb::list:
        return run_kb_list(options, output);
    case KbVerb::query:
        return run_kb_query(options, output);
    case KbVerb::models:
        return run_kb_models(options, output);
    case KbVerb::export_base:
        break;
    }
    return run_kb_export(options, output);
}

} // namespace proxima::cli
