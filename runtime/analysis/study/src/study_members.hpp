// Shared by the parts of the reader of study files.
#pragma once

#include <proxima/base/json.hpp>
#include <proxima/study/study.hpp>

#include <filesystem>
#include <string>

namespace proxima::study {

// True if `name` can be the name of a file.
bool is_plain_name(const std::string& name);

// Reads the number of a member, which must lie between `least` and `most`; `range` says so in
// messages.
double number(base::LocatedObject& object, const std::string& key, double otherwise, double least,
              double most, const std::string& range);

// Returns a value as the application receives it. Throws base::Error.
std::string value_of(const base::LocatedObject& object, const base::LocatedJson& json,
                     const std::string& name);

// Reads the members about the analysis: results, models, pruning, questions and checks. Throws
// base::Error.
void read_questions(const std::filesystem::path& file, const base::LocatedJson& json,
                    base::LocatedObject& object, Study& study);

} // namespace proxima::study
