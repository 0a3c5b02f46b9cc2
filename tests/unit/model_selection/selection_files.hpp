// Selection files and models for a test, in a directory of their own.
#pragma once

#include <proxima/base/error.hpp>
#include <proxima/model/selection.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace proxima::model::test {

/// A machine on which all runs take the same: what is left is the doubt of the models.
inline SelectionSettings without_variation() {
    SelectionSettings settings;
    settings.assumed_variation = 0;
    return settings;
}

class SelectionFiles {
public:
    SelectionFiles() {
        std::string pattern = (std::filesystem::temp_directory_path() / "proxima-XXXXXX").string();
        directory_ = ::mkdtemp(pattern.data());
    }
    SelectionFiles(const SelectionFiles&) = delete;
    SelectionFiles& operator=(const SelectionFiles&) = delete;
    ~SelectionFiles() { std::filesystem::remove_all(directory_); }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(directory_ / name) << text;
    }
    std::filesystem::path path(const std::string& name) const { return directory_ / name; }

    SelectionProblem problem(const std::string& models, const std::string& selection) const {
        write("models.json", R"({"format": 1, "models": [)" + models + "]}");
        write("selection.json", R"({"format": 1, "models": ["models.json"], )" + selection + "}");
        return read_selection(path("selection.json"));
    }

    /// The answer to a selection that has a workload.
    SelectionAnswer answer(const std::string& models, const std::string& selection,
                           const SelectionSettings& settings = without_variation()) const {
        const auto made = problem(models, selection);
        return select(made, made.workload.value(), settings);
    }

    /// What is said of it, without the directory.
    std::string complaint(const std::string& models, const std::string& selection,
                          const SelectionSettings& settings = without_variation()) const {
        try {
            answer(models, selection, settings);
        } catch (const base::Error& error) {
            std::string text = error.what();
            const auto at = text.find(directory_.string() + "/");
            return at == std::string::npos ? text : text.erase(at, directory_.string().size() + 1);
        }
        return "none";
    }

private:
    std::filesystem::path directory_;
};

/// `{"implementation": NAME, "mean": MEAN, "inputs": [{"name": "x"}], MORE}`
inline std::string model_of(const std::string& name, const std::string& mean,
                            const std::string& more = "") {
    return R"({"implementation": ")" + name + R"(", "inputs": [{"name": "x"}], "mean": ")" + mean +
           "\"" + (more.empty() ? "" : ", " + more) + "}";
}

} // namespace proxima::model::test
