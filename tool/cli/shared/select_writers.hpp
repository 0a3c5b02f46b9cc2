// Writes the best assembly as text and JSON.
#pragma once

#include "text/output.hpp"

#include <proxima/select/other_inputs.hpp>
#include <proxima/select/selection.hpp>
#include <proxima/study/assembled_families.hpp>

#include <map>
#include <string>
#include <vector>

namespace proxima::cli {

struct ShownSelection {
    const select::SelectionProblem& problem;
    const select::SelectionAnswer& answer;
    const select::SelectionSettings& settings;
    std::vector<study::NotChosen> not_chosen = {};   // though the assembly has it
    std::map<std::string, double> inputs = {};       // of the run, if it was not made
    std::vector<select::ChangedChoice> changes = {}; // between the measured inputs and these
};

void write_select_text(const ShownSelection& shown, text::Output& output);

// `{"format": 1, "proven": true, "assembly": {INSTANCE: {...}}, ...}`; times in microseconds.
void write_select_json(const ShownSelection& shown, text::Output& output);

} // namespace proxima::cli
