#include "output/file_writer.hpp"

#include "input/user_error.hpp"

#include <fstream>
#include <iterator>
#include <unistd.h>

namespace proxima::gen {
namespace {

bool holds(const std::filesystem::path& path, const std::string& text) {
    std::ifstream stream(path, std::ios::binary);
    return std::filesystem::is_regular_file(path) && stream &&
           std::string{std::istreambuf_iterator<char>(stream), {}} == text;
}

/// Files written beside their destination; what is not moved there is removed.
class Staging {
public:
    Staging() = default;
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    ~Staging() {
        for (const auto& [temporary, destination] : staged_) {
            std::error_code ignored;
            std::filesystem::remove(temporary, ignored);
        }
    }

    void add(const OutputFile& file) {
        if (std::filesystem::is_directory(file.path)) {
            throw UserError(file.path.string() + " cannot be written, a directory has this name");
        }
        std::filesystem::path temporary = file.path;
        temporary += ".tmp-" + std::to_string(::getpid());
        staged_.emplace_back(temporary, file.path);
        std::ofstream stream(temporary, std::ios::binary);
        stream << file.text;
        stream.close();
        if (!stream) {
            throw UserError(file.path.string() + " cannot be written, check the permissions of its "
                                                 "directory and the space on its disk");
        }
    }

    void commit() {
        for (const auto& [temporary, destination] : staged_) {
            std::error_code error;
            std::filesystem::rename(temporary, destination, error);
            if (error) {
                throw UserError(destination.string() + " cannot be replaced: " + error.message());
            }
        }
        staged_.clear();
    }

private:
    std::vector<std::pair<std::filesystem::path, std::filesystem::path>> staged_;
};

/// To Make a backslash is special only before a character that is.
std::string escaped_for_make(const std::string& path) {
    std::string escaped;
    std::size_t backslashes = 0;
    for (const char c : path) {
        if (c == ' ' || c == '#') {
            escaped.append(backslashes + 1, '\\');
        } else if (c == '$') {
            escaped += '$';
        }
        backslashes = c == '\\' ? backslashes + 1 : 0;
        escaped += c;
    }
    return escaped;
}

} // namespace

void prepare_directory(const std::filesystem::path& directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error || !std::filesystem::is_directory(directory)) {
        throw UserError("the output directory " + directory.string() + " cannot be made" +
                        (error ? ": " + error.message() : "") + "; choose another with -o");
    }
    if (::access(directory.c_str(), W_OK | X_OK) != 0) {
        throw UserError("the output directory " + directory.string() +
                        " cannot be written; choose another with -o");
    }
}

void write_files(const std::vector<OutputFile>& files) {
    Staging staging;
    for (const OutputFile& file : files) {
        if (!holds(file.path, file.text)) {
            staging.add(file);
        }
    }
    staging.commit();
}

std::string dependency_text(const std::string& target, const std::vector<std::string>& inputs) {
    std::string text = escaped_for_make(target) + ":";
    for (const std::string& input : inputs) {
        text += " \\\n  " + escaped_for_make(input);
    }
    return text + "\n";
}

} // namespace proxima::gen
