#include "node/node_command.hpp"

#include "shared/interruption.hpp"
#include "shared/messages.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <proxima/base/error.hpp>

#include <fmt/format.h>

namespace proxima::cli {
namespace {

constexpr double us_per_ns = 1e-3;
constexpr std::uint64_t silence_is_said_after_ns = 3'000'000'000;

node::Key key_of(const NodeOptions& options) {
    return node::read_key(options.key_file.empty() ? node::standard_key_file()
                                                   : std::filesystem::path(options.key_file));
}

// Tells the operator of a node what happens.
class NodeNotes {
public:
    explicit NodeNotes(const node::Agent& agent)
        : agent_(agent), begin_ns_(node::raw_now_ns()), interval_ns_(agent.settings().interval_ns) {
    }

    void tick() {
        const auto now = node::raw_now_ns();
        if (!said_heard_ && agent_.is_heard()) {
            said_heard_ = true;
            say_note("the master answers");
        } else if (!said_heard_ && !said_silence_ && now - begin_ns_ > silence_is_said_after_ns) {
            said_silence_ = true;
            say_note("no answer from the master yet; is it running, with the same key? Sampling "
                     "continues");
        }
        if (interval_ns_ != agent_.settings().interval_ns) {
            interval_ns_ = agent_.settings().interval_ns;
            say_note("the master wants a sample every " +
                     text::human_time(static_cast<double>(interval_ns_) * us_per_ns));
        }
    }

private:
    const node::Agent& agent_;
    std::uint64_t begin_ns_, interval_ns_;
    bool said_heard_ = false, said_silence_ = false;
};

int run_agent(const NodeOptions& options) {
    if (options.agent.master.empty()) {
        throw UsageError("no master; name it with --to HOST, or start one with `proxima node "
                         "master`; see proxima node --help");
    }
    auto settings = options.agent;
    settings.key = key_of(options);
    const Interruption interruption;
    node::Agent agent(settings);
    const auto& info = agent.info();
    say_note(fmt::format("{}: a sample every {} to {}{}{}; {}", base::printable(info.name),
                         text::human_time(static_cast<double>(settings.interval_ns) * us_per_ns),
                         base::printable(settings.master),
                         info.watched.empty() ? "" : "; watching ", base::printable(info.watched),
                         info.counting));
    NodeNotes notes(agent);
    agent.run(Interruption::is_wanted(), [&] { notes.tick(); });
    say_note(fmt::format("{} sent{}", text::plural(agent.samples(), "sample"),
                         agent.is_heard() ? "" : "; no master has answered"));
    return status_ok;
}

void say_end(const node::MasterTotals& totals) {
    auto text = fmt::format("{} of {}, {} lost", text::plural(totals.samples, "sample"),
                            text::plural(totals.nodes, "node"), totals.lost);
    for (std::size_t i = 0; i < node::drop_count; ++i) {
        if (totals.drops.counts[i] > 0) {
            text += fmt::format(", {} {}", totals.drops.counts[i], node::drop_names[i]);
        }
    }
    say_note(text);
}

int run_master(const NodeOptions& options) {
    if (options.master.directory.empty() && options.master.relay_to.empty() &&
        options.master.metrics.empty()) {
        throw UsageError("no place for samples; name a directory with -o; see proxima node master "
                         "--help");
    }
    auto settings = options.master;
    settings.key = key_of(options);
    const Interruption interruption;
    say_end(node::run_master(settings, Interruption::is_wanted(), [](const auto& places) {
        say_note("listening on " + places.address +
                 (places.log_file.empty() ? "" : ", logging to " + places.log_file.string()));
        if (!places.metrics.empty()) {
            say_note("metrics at " + places.metrics + ", path /metrics");
        }
    }));
    return status_ok;
}

int run_set(const NodeOptions& options, text::Output& output) {
    if (options.settings.interval_ns == 0 && options.settings.groups == 0) {
        throw UsageError("nothing to change; give --interval or --metrics; see proxima node set "
                         "--help");
    }
    const auto count = node::change_settings(options.master_address, key_of(options),
                                             options.settings, options.glob);
    if (count == 0 && !options.glob.empty()) {
        throw base::Error("no node matches `" + options.glob +
                          "`; `proxima nodes` shows the names");
    }
    output.print("{} told to change\n", text::plural(count, "node"));
    return status_ok;
}

int make_key(const NodeOptions& options, text::Output& output) {
    const auto file = options.key_file.empty() ? node::standard_key_file()
                                               : std::filesystem::path(options.key_file);
    node::make_key(file);
    output.print("{}\n", file.string());
    return status_ok;
}

} // namespace

int run_node(const NodeOptions& options, text::Output& output) {
    switch (options.verb) {
    case NodeVerb::sample:
        return run_agent(options);
    case NodeVerb::master:
        return run_master(options);
    case NodeVerb::set:
        return run_set(options, output);
    case NodeVerb::key:
        break;
    }
    return make_key(options, output);
}

} // namespace proxima::cli
