#include "meant.hpp"
#include "source_texts.hpp"
#include "stack_samples.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/inside/pack.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace proxima::inside {
namespace {

using Json = nlohmann::ordered_json;
using base::LocatedObject;

constexpr int format_version = 1;

std::string pack_name(std::uint64_t rank) {
    return std::to_string(rank) + ".symbols.json";
}

Frame read_frame(LocatedObject& members) {
    Frame frame;
    std::int64_t line = 0;
    members.read("function", frame.function);
    members.read("file", frame.file);
    members.read("line", line);
    members.read("inlined", frame.is_inlined);
    frame.line = static_cast<int>(std::clamp<std::int64_t>(line, 0, 1 << 30));
    return frame;
}

Json json_of(const std::vector<Frame>& frames) {
    Json json = Json::array();
    for (const auto& frame : frames) {
        json.push_back({{"function", frame.function},
                        {"file", frame.file},
                        {"line", frame.line},
                        {"inlined", frame.is_inlined}});
    }
    return json;
}

// Collects the names of a rank's addresses, and the lines around its samples.
class Packing {
public:
    Packing(const rundir::RunDirectory& run, std::uint64_t rank)
        : symbols_(symbols_of(run, rank)), packed_(read_pack(run, rank).texts) {}

    void add(const SampledStacks& samples) {
        for (const auto& stack : samples.stacks) {
            const auto addresses = samples.frames(stack);
            for (std::size_t i = 0; i < addresses.size(); ++i) {
                const auto& frames = symbols_->frames_at(addresses[i]);
                pack_.frames.try_emplace(addresses[i], frames);
                if (i == 0) {
                    add_lines(frames.front(), symbols_->module_at(addresses[i]));
                }
            }
        }
    }

    const Pack& pack() const { return pack_; }
    std::vector<std::string> problems() const {
        auto all = symbols_->problems();
        all.insert(all.end(), texts_.problems().begin(), texts_.problems().end());
        return all;
    }

private:
    void add_lines(const Frame& leaf, const std::string& program) {
        if (leaf.file.empty() || !seen_.emplace(leaf.file, leaf.line).second) {
            return;
        }
        const auto packed = packed_.find(leaf.file);
        for (int line = leaf.line - source_neighbours; line <= leaf.line + source_neighbours;
             ++line) {
            auto text = texts_.line(leaf.file, line, program);
            if (text.empty() && packed != packed_.end() && packed->second.count(line) > 0) {
                text = packed->second.at(line);
            }
            if (!text.empty()) {
                pack_.texts[leaf.file][line] = std::move(text);
            }
        }
    }

    std::unique_ptr<Symbols> symbols_;
    std::map<std::string, std::map<int, std::string>> packed_; // by an earlier pack
    SourceTexts texts_;
    std::set<std::pair<std::string, int>> seen_;
    Pack pack_;
};

std::string text_of(const Pack& pack) {
    Json symbols = Json::array();
    for (const auto& [address, frames] : pack.frames) {
        symbols.push_back({{"address", address}, {"frames", json_of(frames)}});
    }
    Json sources = Json::array();
    for (const auto& [file, texts] : pack.texts) {
        Json lines = Json::array();
        for (const auto& [number, text] : texts) {
            lines.push_back({{"line", number}, {"text", text}});
        }
        sources.push_back({{"file", file}, {"lines", std::move(lines)}});
    }
    const Json json{{"format", format_version},
                    {"symbols", std::move(symbols)},
                    {"sources", std::move(sources)}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

Pack read_pack(const rundir::RunDirectory& run, std::uint64_t rank) {
    const auto file = run.records_directory() / pack_name(rank);
    Pack pack;
    if (!std::filesystem::exists(file)) {
        return pack;
    }
    const auto json =
        base::parse_located_json(file, base::read_whole_file(file, base::Links::refused));
    LocatedObject members(file, json, "the symbols of a run");
    members.require_format(format_version);
    members.objects("symbols", [&](LocatedObject& one) {
        auto frames = one.objects("frames", read_frame);
        if (!frames.empty()) {
            pack.frames[one.count("address")] = std::move(frames);
        }
        return 0;
    });
    members.objects("sources", [&](LocatedObject& one) {
        auto& texts = pack.texts[one.name("file")];
        one.objects("lines", [&](LocatedObject& line) {
            const auto number = line.count("line");
            texts[static_cast<int>(std::min<std::uint64_t>(number, 1U << 30U))] =
                line.text("text", {});
            return 0;
        });
        return 0;
    });
    return pack;
}

Packed pack(const rundir::RunDirectory& named) {
    const auto run = named.held();
    std::map<std::uint64_t, Packing> ranks;
    for (const auto& files : run.thread_files()) {
        const auto file = samples_file(run, files.rank, files.number);
        if (std::filesystem::exists(file)) {
            ranks.try_emplace(files.rank, run, files.rank)
                .first->second.add(read_stack_samples(file));
        }
    }
    if (ranks.empty()) {
        throw base::Error(run.path(), "has no stack samples; measure with PROXIMA=sample=1ms");
    }
    const auto records = run.home().inside("records").require_own();
    Packed packed;
    for (const auto& [rank, packing] : ranks) {
        base::ReplacedFile file(records, pack_name(rank));
        file.write(text_of(packing.pack()));
        file.commit();
        packed.addresses += packing.pack().frames.size();
        for (const auto& [name, texts] : packing.pack().texts) {
            packed.lines += texts.size();
        }
        for (const auto& problem : packing.problems()) {
            if (std::ranges::find(packed.problems, problem) == packed.problems.end()) {
                packed.problems.push_back(problem);
            }
        }
    }
    return packed;
}

} // namespace proxima::inside
