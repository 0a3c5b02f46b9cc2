#include "nodes/nodes_command.hpp"

#include "nodes/nodes_writers.hpp"
#include "shared/interruption.hpp"
#include "shared/messages.hpp"
#include "text/text.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/units.hpp>

#include <fmt/format.h>

namespace proxima::cli {
namespace {

constexpr double us_per_ns = 1e-3;
constexpr std::uint64_t longest_silence_ns = 3'000'000'000;
constexpr std::size_t most_cells = 100000;
constexpr std::size_t drawn_cells = 600;

std::filesystem::path key_file_of(const NodesOptions& options) {
    return options.key_file.empty() ? node::standard_key_file()
                                    : std::filesystem::path(options.key_file);
}

int make_key(const NodesOptions& options, text::Output& output) {
    const auto file = key_file_of(options);
    node::make_key(file);
    output.print("{}\n", file.string());
    return status_ok;
}

int collect(const NodesOptions& options) {
    auto settings = options.master;
    if (settings.directory.empty() && settings.relay_to.empty() && settings.metrics.empty()) {
        throw UsageError("no place for samples; name a directory with -o; see proxima nodes "
                         "collect --help");
    }
    settings.key = node::read_key(key_file_of(options));
    const Interruption interruption;
    const auto totals =
        node::run_master(settings, Interruption::is_wanted(), [](const auto& places) {
            say_note("listening on " + places.address +
                     (places.log_file.empty() ? "" : ", logging to " + places.log_file.string()));
            if (!places.metrics.empty()) {
                say_note("metrics at " + places.metrics + ", path /metrics");
            }
        });
    auto text = fmt::format("{} of {}, {} lost", base::plural(totals.samples, "sample"),
                            base::plural(totals.nodes, "node"), totals.lost);
    for (std::size_t i = 0; i < node::drop_count; ++i) {
        if (totals.drops.counts[i] > 0) {
            text += fmt::format(", {} {}", totals.drops.counts[i], node::drop_names[i]);
        }
    }
    say_note(text);
    return status_ok;
}

// Tells the operator of a node whether its master answers and what it wants.
class SamplingNotes {
public:
    explicit SamplingNotes(const node::Agent& agent)
        : agent_(agent), begin_ns_(node::raw_now_ns()), interval_ns_(agent.settings().interval_ns) {
    }

    void tick() {
        const auto now = node::raw_now_ns();
        if (!said_heard_ && agent_.is_heard()) {
            said_heard_ = true;
            say_note("the master answers");
        } else if (!said_heard_ && !said_silence_ && now - begin_ns_ > longest_silence_ns) {
            said_silence_ = true;
            say_note("no answer from the master yet; is it running, with the same key? Samples are "
                     "sent once it answers");
        }
        if (interval_ns_ != agent_.settings().interval_ns) {
            interval_ns_ = agent_.settings().interval_ns;
            say_note("the master wants a sample every " +
                     base::human_time(static_cast<double>(interval_ns_) * us_per_ns));
        }
    }

private:
    const node::Agent& agent_;
    std::uint64_t begin_ns_, interval_ns_;
    bool said_heard_ = false, said_silence_ = false;
};

int sample(const NodesOptions& options) {
    auto settings = options.agent;
    settings.key = node::read_key(key_file_of(options));
    const Interruption interruption;
    node::Agent agent(settings);
    const auto& info = agent.info();
    say_note(fmt::format("{}: a sample every {} to {}{}{}; {}", base::printable(info.name),
                         base::human_time(static_cast<double>(settings.interval_ns) * us_per_ns),
                         base::printable(settings.master),
                         info.watched.empty() ? "" : "; watching ", base::printable(info.watched),
                         info.counting));
    SamplingNotes notes(agent);
    agent.run(Interruption::is_wanted(), [&] { notes.tick(); });
    say_note(fmt::format("{} sent{}", base::plural(agent.samples(), "sample"),
                         agent.is_heard() ? "" : "; no master has answered"));
    return status_ok;
}

int set(const NodesOptions& options, text::Output& output) {
    if (options.settings.interval_ns == 0 && options.settings.groups == 0) {
        throw UsageError("nothing to change; give --interval or --metrics; see proxima nodes set "
                         "--help");
    }
    const auto count =
        node::change_settings(options.master_address, node::read_key(key_file_of(options)),
                              options.settings, options.glob);
    if (count == 0 && !options.glob.empty()) {
        throw base::Error("no node matches `" + options.glob +
                          "`; `proxima nodes show` lists the names");
    }
    output.print("{} told to change\n", base::plural(count, "node"));
    return status_ok;
}

int calibrate(const NodesOptions& options, text::Output& output) {
    if (options.serve) {
        platform::serve_calibration(*options.serve, [](std::uint16_t port) {
            say_note("serves one peer on port " + std::to_string(port) + ", for a minute");
        });
        return status_ok;
    }
    constexpr std::uint64_t most_megabytes = std::uint64_t{1} << 20; // a terabyte
    if (options.scratch_megabytes > most_megabytes) {
        throw UsageError("--megabytes is more than " + std::to_string(most_megabytes));
    }
    auto calibration = options.calibration;
    calibration.scratch_bytes = options.scratch_megabytes << 20;
    const auto text = platform::platform_text(platform::calibrate(calibration));
    if (options.platform_file.empty()) {
        output.write(text);
    } else {
        base::replace_file(options.platform_file, text);
    }
    return status_ok;
}

int show(const NodesOptions& options, text::Output& output) {
    const auto view = node::read_view(options.run);
    if (view.nodes.empty()) {
        throw base::Error(options.run, "has no samples of any node yet");
    }
    if (!options.svg.empty()) {
        text::write_file(options.svg, [&](text::Output& file) {
            write_nodes_svg(view, grid_of(view, options.step, drawn_cells), file);
        });
    }
    if (options.json) {
        write_nodes_json(view, grid_of(view, options.step, most_cells), options.metrics, output);
    } else if (options.svg.empty()) {
        write_nodes_text(
            view, text::standard_output_terminal(options.width, text::ColorChoice::automatic),
            output);
    }
    output.flush();
    for (const auto& problem : view.problems) {
        say_line(problem);
    }
    return view.problems.empty() ? status_ok : status_bad_data;
}

} // namespace

int run_nodes(const NodesOptions& options, text::Output& output) {
    switch (options.verb) {
    case NodesVerb::key:
        return make_key(options, output);
    case NodesVerb::collect:
        return collect(options);
    case NodesVerb::sample:
        return sample(options);
    case NodesVerb::set:
        return set(options, output);
    case NodesVerb::calibrate:
        return calibrate(options, output);
    case NodesVerb::show:
        break;
    }
    return show(options, output);
}

} // namespace proxima::cli
