// Files of models; FORMAT.md describes them.
// Ownership: values. Thread-safety: different calls may run in different threads.
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

/// The models of all files.
std::vector<Model> read_models(const std::vector<std::filesystem::path>& files);

/// The same from text already in memory; `file` is only used in messages.
std::vector<Model> parse_models(const std::filesystem::path& file, std::string_view text);

/// The text of a file with these models; reads back as the same models.
std::string models_text(const std::vector<Model>& models);

/// Replaces `file` as a whole or not at all. Throws Error.
void write_models(const std::filesystem::path& file, const std::vector<Model>& models);

} // namespace proxima::fit
