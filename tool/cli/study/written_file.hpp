// Results of a study: each is there whole, or as it was.
#pragma once

#include "recover/replaced_file.hpp"
#include "text/output.hpp"

#include <filesystem>

namespace proxima::cli {

template <typename Write>
void write_file(const std::filesystem::path& file, Write write) {
    ReplacedFile replaced(file);
    Output output(replaced.descriptor(), file.string());
    write(output);
    output.flush();
    replaced.commit();
}

} // namespace proxima::cli
