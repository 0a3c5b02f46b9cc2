#include "prune/prune_options.hpp"

#include "argument_checks.hpp"
#include "run/messages.hpp"

#include <CLI/CLI.hpp>

#include <utility>

namespace proxima::cli {
namespace {

constexpr const char* description =
    R"(Finds the core of a run: the part of its call graph that is worth optimizing.
From the roots down, for each node that is kept:
  if its children together take less than the share alpha of its inclusive time,
  all of them are dropped; else each child that takes less than beta times the
  mean of them. With a node goes everything below it.
So a node that only calls others stays for their sake, and fifteen equal
children stay though each is small. A ratio at a threshold keeps. The roots
count as children of the run. (The rule is that of Trebon et al., 2005.)

Says what the core is, what was dropped and for which threshold, by how much the
run would change at most if that were slower or free, and what other thresholds
would keep. An instance may be kept in one place and dropped in another.

Times are those of the run, or with --models what models say of its calls: with
other parameters, or with another implementation of an instance. What they do
not cover counts as measured.)";

constexpr const char* footer = R"(Examples:
  proxima prune run1
  proxima prune run1 --alpha 0.05 --beta 0.05
  proxima prune run1 --by-instance --dot | dot -Tsvg > core.svg
  proxima prune run1 --models models.json --at n=100000
  proxima prune run1 --models models.json --implementation flux=EFMFlux
  proxima prune run1 --json | jq '.graph[] | select(.fate == "kept") | .name')";

void add_implementation(const std::string& text, PruneOptions& options) {
    auto [instance, name] = name_and_value(text, "INSTANCE=NAME");
    options.implementations[instance] = std::move(name);
}

} // namespace

void add_prune(CLI::App& verb, PruneOptions& options) {
    verb.description(description);
    verb.footer(footer);
    const auto add = [&](const std::string& name, const char* kind, auto& value,
                         const std::string& help) {
        return verb.add_option(name, value, help)->type_name(kind);
    };
    add_run_argument(verb, options.run);
    add("--alpha", "A", options.alpha, "from 0 (drops nothing) to below 1; 0.1")
        ->check(check_threshold);
    add("--beta", "B", options.beta, "the same, beside siblings; 0.1")->check(check_threshold);
    add("--models", "FILE", options.models, "times from models (proxima fit -o); repeatable")
        ->allow_extra_args(false);
    add_values(verb, options.values,
               "value of a parameter in all calls, in place of the recorded ones")
        ->needs("--models");
    verb.add_option_function<std::vector<std::string>>(
            "--implementation",
            [&options](const std::vector<std::string>& texts) {
                for (const auto& text : texts) {
                    add_implementation(text, options);
                }
            },
            "what an instance is; needed where there are models of several, or none made for it; "
            "repeatable")
        ->type_name("INSTANCE=NAME")
        ->allow_extra_args(false)
        ->needs("--models");
    verb.add_flag("--by-instance", options.by_instance,
                  "one node for all that a node calls of one instance, whichever method");
    add("--rows", "N", options.rows, "show N nodes of the core at most; 40")->check(check_positive);
    add_width(verb, options.width);
    auto* json = verb.add_flag_callback(
        "--json", [&options] { options.format = PruneFormat::json; },
        "write JSON; times in microseconds, shares from 0 to 1");
    verb.add_flag_callback(
            "--dot", [&options] { options.format = PruneFormat::dot; },
            "write Graphviz; what is dropped is grey")
        ->excludes(json);
}

} // namespace proxima::cli
