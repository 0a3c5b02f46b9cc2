// Selection files and models for a test, in a directory of their own.
#pragma once

#include "error_of.hpp"
#include "temporary_directory.hpp"

#include <proxima/select/selection.hpp>

#include <filesystem>
#include <string>

namespace proxima::test {

using namespace base;
using namespace fit;
using namespace select;

// Settings without variation between runs, so that only the models are uncertain.
inline SelectionSettings without_variation() {
    SelectionSettings settings;
    settings.assumed_variation = 0;
    return settings;
}

class SelectionFiles {
public:
    void write(const std::string& name, const std::string& text) const {
        directory_.write(name, text);
    }
    std::filesystem::path path(const std::string& name) const { return directory_.path() / name; }

    SelectionProblem problem(const std::string& models, const std::string& selection) const {
        write("models.json", R"({"format": 1, "models": [)" + models + "]}");
        write("selection.json", R"({"format": 1, "models": ["models.json"], )" + selection + "}");
        return read_selection(path("selection.json"));
    }

    // Answers a selection that has a workload.
    SelectionAnswer answer(const std::string& models, const std::string& selection,
                           const SelectionSettings& settings = without_variation()) const {
        const auto made = problem(models, selection);
        return select::select(made, made.workload.value(), settings);
    }

    // Returns the message about the selection, without the directory.
    std::string complaint(const std::string& models, const std::string& selection,
                          const SelectionSettings& settings = without_variation()) const {
        auto text = proxima::unit::error_of([&] { answer(models, selection, settings); });
        const auto prefix = directory_.path().string() + "/";
        const auto at = text.find(prefix);
        return at == std::string::npos ? text : text.erase(at, prefix.size());
    }

private:
    proxima::unit::TemporaryDirectory directory_;
};

// `{"implementation": NAME, "mean": MEAN, "inputs": [{"name": "x"}], MORE}`
inline std::string model_of(const std::string& name, const std::string& mean,
                            const std::string& more = "") {
    return R"({"implementation": ")" + name + R"(", "inputs": [{"name": "x"}], "mean": ")" + mean +
           "\"" + (more.empty() ? "" : ", " + more) + "}";
}

} // namespace proxima::test
