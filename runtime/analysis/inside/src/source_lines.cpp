#include "source_texts.hpp"

#include <proxima/inside/pack.hpp>
#include <proxima/inside/source_lines.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace proxima::inside {
namespace {

constexpr double least_line = 0.001;
constexpr std::size_t most_files = 20;

using Texts = std::map<std::string, std::map<int, std::string>>;

Texts packed_texts(const rundir::RunDirectory& run) {
    std::set<std::uint64_t> ranks;
    for (const auto& files : run.thread_files()) {
        ranks.insert(files.rank);
    }
    Texts all;
    for (const auto rank : ranks) {
        for (auto& [file, texts] : read_pack(run, rank).texts) {
            all[file].merge(texts);
        }
    }
    return all;
}

// The telling lines of a file and their neighbours.
SourceFile lines_around(const std::string& path, const std::map<int, double>& us_of_lines) {
    SourceFile file{path, 0, {}};
    for (const auto& [number, us] : us_of_lines) {
        file.us += us;
        const int from = std::max(number - source_neighbours, 1);
        for (int line = from; line <= number + source_neighbours; ++line) {
            const auto known = us_of_lines.find(line);
            const bool is_new = file.lines.empty() || file.lines.back().number < line;
            if (is_new) {
                file.lines.push_back({line, {}, known == us_of_lines.end() ? 0 : known->second});
            }
        }
    }
    return file;
}

} // namespace

SourceLines read_source_lines(const rundir::RunDirectory& run, const std::vector<LineTime>& lines) {
    double whole = 0;
    for (const auto& line : lines) {
        whole += line.us;
    }
    std::map<std::string, std::map<int, double>> telling;
    std::map<std::string, std::string> programs; // by file
    for (const auto& line : lines) {
        if (!line.file.empty() && line.line > 0 && line.us >= least_line * whole) {
            telling[line.file][line.line] += line.us;
            programs[line.file] = line.program;
        }
    }
    SourceLines made;
    for (const auto& [path, us_of_lines] : telling) {
        made.files.push_back(lines_around(path, us_of_lines));
    }
    std::ranges::stable_sort(made.files, std::greater(), &SourceFile::us);
    made.files.resize(std::min(made.files.size(), most_files));

    const auto packed = packed_texts(run);
    SourceTexts sources;
    for (auto& file : made.files) {
        const auto texts = packed.find(file.path);
        for (auto& line : file.lines) {
            if (packed.empty()) {
                line.text = sources.line(file.path, line.number, programs[file.path]);
            } else if (texts != packed.end() && texts->second.count(line.number) > 0) {
                line.text = texts->second.at(line.number);
            }
        }
        const auto has_text = [](const SourceLine& line) { return !line.text.empty(); };
        if (std::ranges::none_of(file.lines, has_text)) {
            std::erase_if(file.lines, [](const SourceLine& line) { return line.us == 0; });
        }
    }
    made.problems = sources.problems();
    return made;
}

} // namespace proxima::inside
