// Reads and writes files of models; FORMAT.md describes them.
//
//     for (const fit::Model& model : fit::read_models("models.json")) {
//         std::cout << model.implementation << ": " << model.mean.text() << '\n';
//     }
//
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: functions throw base::Error with file and line; they write a file as a whole or not at
// all.
#pragma once

#include <proxima/base/error.hpp>
#include <proxima/fit/model.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::fit {

/// Reads and checks a file of models. Throws Error.
std::vector<Model> read_models(const std::filesystem::path& file);

/// Reads the models of all files. Throws Error.
std::vector<Model> read_models(const std::vector<std::filesystem::path>& files);

/// Reads models from text in memory; messages name `file`. Throws Error.
std::vector<Model> parse_models(const std::filesystem::path& file, std::string_view text);

/// Returns the text of a file with these models, which reads back as the same models.
std::string models_text(const std::vector<Model>& models);

/// Replaces `file` as a whole or not at all. Throws Error.
void write_models(const std::filesystem::path& file, const std::vector<Model>& models);

} // namespace proxima::fit
