#include "prune/prune_options.hpp"

#include "argument_checks.hpp"
#include "run/messages.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
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

/// `NAME=VALUE`
std::pair<std::string, std::string> parts_of(const std::string& text, const char* wanted) {
    const auto at = text.find('=');
    if (at == 0 || at == std::string::npos || at + 1 == text.size()) {
        throw UsageError("`" + text + "` is not " + wanted);
    }
    return {text.substr(0, at), text.substr(at + 1)};
}

void add_implementation(const std::string& text, PruneOptions& options) {
    auto [instance, name] = parts_of(text, "INSTANCE=NAME");
    options.implementations[instance] = std::move(name);
}

void add_value(const std::string& text, PruneOptions& options) {
    const auto [name, number] = parts_of(text, "NAME=NUMBER");
    auto& value = options.values[name];
    const auto* end = number.data() + number.size();
    if (std::from_chars(number.data(), end, value).ptr != end) {
        throw UsageError("`" + text + "` is not NAME=NUMBER");
    }
}

} // namespace

void add_prune(CLI::App& verb, PruneOptions& options) {
    verb.description(description);
    verb.footer(footer);
    const auto add = [&](const std::string& name, const char* kind, auto& value,
                         const std::string& help) {
        return verb.add_option(name, value, help)->type_name(kind);
    };
    using Adder = void (*)(const std::string&, PruneOptions&);
    const auto add_pairs = [&](const std::string& name, const char* kind, Adder adder,
                               const std::string& help) {
        verb.add_option_function<std::vector<std::string>>(
                name,
                [&options, adder](const std::vector<std::string>& texts) {
                    for (const auto& text : texts) {
                        adder(text, options);
                    }
                },
                help + "; repeatable")
            ->type_name(kind)
            ->allow_extra_args(false)
            ->needs("--models");
    };
    add_run_argument(verb, options.run);
    add("--alpha", "A", options.alpha, "from 0 (drops nothing) to below 1; 0.1")
        ->check(check_threshold);
    add("--beta", "B", options.beta, "the same, beside siblings; 0.1")->check(check_threshold);
    add("--models", "FILE", options.models, "times from models (proxima fit -o); repeatable")
        ->allow_extra_args(false);
    add_pairs("--at", "NAME=NUMBER", add_value,
              "value of a parameter in all calls, in place of the recorded ones");
    add_pairs("--implementation", "INSTANCE=NAME", add_implementation,
              "what an instance is; needed where there are models of several, or none made for it");
    verb.add_flag("--by-instance", options.by_instance,
                  "one node for all that a node calls of one instance, whichever method");
    add("--rows", "N", options.rows, "show N nodes of the core at most; 40")->check(check_positive);
    add("--width", "N", options.width, "characters a line; else the terminal's, $COLUMNS, or 80")
        ->check(check_positive);
    auto* json = verb.add_flag_callback(
        "--json", [&options] { options.format = PruneFormat::json; },
        "write JSON; times in microseconds, shares from 0 to 1");
    verb.add_flag_callback(
            "--dot", [&options] { options.format = PruneFormat::dot; },
            "write Graphviz; what is dropped is grey")
        ->excludes(json);
}

} // namespace proxima::cli
