#include "study/pictures.hpp"

#include "fit/fit_writers.hpp"
#include "run/messages.hpp"

#include <proxima/model/whole_file.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace proxima::cli {
namespace {

/// Names what has been drawn, so that pictures of others stay.
constexpr const char* list_name = "drawn.txt";

std::set<std::string> drawn_earlier(const std::filesystem::path& list) {
    std::set<std::string> names;
    std::ifstream file(list);
    for (std::string name; std::getline(file, name);) {
        if (name == std::filesystem::path(name).filename()) {
            names.insert(name);
        }
    }
    return names;
}

void remove_others(const std::filesystem::path& pictures, const std::set<std::string>& drawn) {
    const auto list = pictures / list_name;
    for (const auto& name : drawn_earlier(list)) {
        if (drawn.count(name) == 0) {
            std::error_code ignored; // is there no longer
            std::filesystem::remove(pictures / name, ignored);
        }
    }
    std::string text;
    for (const auto& name : drawn) {
        text += name + "\n";
    }
    model::replace_file(list, text);
}

} // namespace

void draw_pictures(const StudyContext& context, const StudyResult& result) {
    try {
        const auto pictures = context.directory / "pictures";
        remove_others(pictures, write_fit_plots(result.models, pictures, PlotFormat::svg,
                                                context.study.fit.level_percent / 100));
    } catch (const std::exception& error) {
        say_note(std::string("no pictures: ") + error.what());
    }
}

} // namespace proxima::cli
