#include "kb/kb_command_line.hpp"

#include "argument_checks.hpp"
#include "kb/kb_help.hpp"
#include "run/messages.hpp"
#include "run/names.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace proxima::cli {
namespace {

std::string check_assignment(const std::string& text) {
    const auto at = text.find('=');
    return at == std::string::npos || at == 0 ? "`" + text + "` is not NAME=VALUE" : std::string();
}

std::string check_name(const std::string& text) {
    return text.empty() ? "a name is empty" : std::string();
}

void add_formats(CLI::App& verb, KbOptions& options) {
    auto* csv = verb.add_flag_callback("--csv", [&] { options.format = RowFormat::csv; });
    verb.add_flag_callback("--json", [&] { options.format = RowFormat::json; })->excludes(csv);
    verb.add_option("--width", options.width)->check(check_positive);
}

void add_name_filters(CLI::App& verb, KbOptions& options) {
    verb.add_option("--component", options.component);
    verb.add_option("--implementation", options.implementation);
    verb.add_option("--port", options.port);
    verb.add_option("--method", options.method);
    verb.add_option("--machine", options.machine);
    verb.add_option("--experiment", options.experiment);
}

void add_add(CLI::App& verb, KbOptions& options) {
    verb.add_option("SOURCE", options.sources)->required();
    verb.add_option("--experiment", options.experiment)->check(check_name);
    verb.add_option("--name,--trial", options.name)->check(check_name);
    verb.add_option("--metadata", options.metadata)
        ->allow_extra_args(false)
        ->check(check_assignment);
    verb.add_option("--implementation", options.implementations)
        ->allow_extra_args(false)
        ->check(check_assignment);
    verb.add_option("--assembly", options.assembly);
    verb.add_option("--combinations", options.most_combinations)->check(check_positive);
}

void add_query(CLI::App& verb, KbOptions& options) {
    add_name_filters(verb, options);
    verb.add_option("--trial", options.trial);
    verb.add_option("--where", options.where)->allow_extra_args(false);
    verb.add_flag("--by-trial", options.by_trial);
    verb.add_option("--sql", options.sql);
    add_formats(verb, options);
}

void add_models(CLI::App& verb, KbOptions& options) {
    add_name_filters(verb, options);
    verb.add_option("--metric", options.metric);
    verb.add_flag("--all", options.all);
    verb.add_option("--on", options.on)->check(check_name);
    verb.add_option("-o,--output", options.output);
    verb.add_flag_callback("--json", [&] { options.format = RowFormat::json; });
}

void add_export(CLI::App& verb, KbOptions& options) {
    auto* models = verb.add_flag("--models", options.models);
    add_name_filters(verb, options);
    verb.add_option("--metric", options.metric)->needs(models);
    verb.add_flag("--all", options.all)->needs(models);
    verb.add_option("--on", options.on)->check(check_name)->needs(models);
    for (const auto* name :
         {"--component", "--implementation", "--port", "--method", "--machine", "--experiment"}) {
        verb.get_option(name)->needs(models);
    }
    verb.add_option("-o,--output", options.output);
    verb.add_flag_callback("--csv", [&] { options.format = RowFormat::csv; })->excludes(models);
}

std::vector<std::string> verbs_of(const CLI::App& kb) {
    std::vector<std::string> verbs;
    for (const auto* known : kb.get_subcommands([](const CLI::App*) { return true; })) {
        verbs.push_back(known->get_name());
    }
    return verbs;
}

} // namespace

void add_kb_verbs(CLI::App& kb, KbOptions& options) {
    kb.require_subcommand(1);
    kb.add_option("--base", options.base)->check(check_name);
    const auto add = [&](const char* name, KbVerb which, void (*declare)(CLI::App&, KbOptions&)) {
        auto& verb = *kb.add_subcommand(name);
        verb.add_option("--base", options.base)->check(check_name);
        declare(verb, options);
        verb.callback([&options, which] { options.verb = which; });
    };
    add("add", KbVerb::add, add_add);
    add("list", KbVerb::list, [](CLI::App& verb, KbOptions& of_list) {
        verb.add_option("WHAT", of_list.table);
        add_formats(verb, of_list);
    });
    add("query", KbVerb::query, add_query);
    add("models", KbVerb::models, add_models);
    add("export", KbVerb::export_base, add_export);
}

void check_kb_verb(const CLI::App& kb, int argument_count, const char* const* arguments) {
    if (argument_count < 3) {
        throw UsageError("kb: what to do? Say add, list, query, models or export, or see "
                         "proxima kb --help");
    }
    const std::string verb = arguments[2];
    const auto verbs = verbs_of(kb);
    if (verb.substr(0, 1) != "-" && std::find(verbs.begin(), verbs.end(), verb) == verbs.end()) {
        throw UsageError("kb has no verb `" + verb + "`" + did_you_mean(nearest(verb, verbs, 1)) +
                         " (see proxima kb --help)");
    }
}

const char* kb_help(const CLI::App& kb) {
    const std::map<std::string, const char*> texts{{"add", kb_add_help},
                                                   {"list", kb_list_help},
                                                   {"query", kb_query_help},
                                                   {"models", kb_models_help},
                                                   {"export", kb_export_help}};
    const auto chosen = kb.get_subcommands();
    return chosen.empty() ? kb_overview_help : texts.at(chosen.front()->get_name());
}

} // namespace proxima::cli
