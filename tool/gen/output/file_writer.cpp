#include "output/file_writer.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>

#include <csignal>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

bool holds(const fs::path& path, const std::string& text) {
    std::ifstream stream(path, std::ios::binary);
    return fs::is_regular_file(path) && stream &&
           std::string{std::istreambuf_iterator<char>(stream), {}} == text;
}

[[noreturn]] void refuse_file(const fs::path& path) {
    throw base::Error(path.string() +
                      " cannot be written, check the permissions of its directory and the space "
                      "on its disk");
}

void check_writable(const fs::path& file) {
    if (fs::is_directory(file)) {
        throw base::Error(file, "is a directory; name a file in it");
    }
    const fs::path replaced =
        base::is_written_directly(file) ? file : fs::absolute(file).parent_path();
    if (::access(replaced.c_str(), W_OK) != 0) {
        refuse_file(file);
    }
}

// Keeps the signals that end a program waiting, so that none does so between two files.
class SignalsHeldBack {
public:
    SignalsHeldBack() {
        sigset_t ending;
        ::sigemptyset(&ending);
        for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
            ::sigaddset(&ending, signal);
        }
        ::pthread_sigmask(SIG_BLOCK, &ending, &before_);
    }
    ~SignalsHeldBack() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsHeldBack(const SignalsHeldBack&) = delete;
    SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

private:
    sigset_t before_{};
};

// Make takes a backslash as special only before a special character.
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

std::vector<fs::path> missing_directories(const fs::path& directory) {
    std::vector<fs::path> missing;
    std::error_code ignored;
    for (fs::path path = directory; !path.empty() && !fs::exists(path, ignored);
         path = path.parent_path()) {
        missing.push_back(path);
    }
    return missing;
}

} // namespace

// Delegates, so that the directory is removed if a check throws.
Outputs::Outputs(const Options& options) : Outputs() {
    if (!options.list) {
        make_directory(options.output);
    }
    if (options.explains_to_file()) {
        check_writable(*options.explain);
    }
    if (options.depfile && !options.list) {
        check_writable(*options.depfile);
    }
}

void Outputs::make_directory(const fs::path& directory) {
    made_ = missing_directories(directory);
    std::error_code error;
    fs::create_directories(directory, error);
    if (error || !fs::is_directory(directory)) {
        throw base::Error("the output directory " + directory.string() + " cannot be made" +
                          (error ? ": " + error.message() : "") + "; choose another with -o");
    }
    if (::access(directory.c_str(), W_OK | X_OK) != 0) {
        throw base::Error("the output directory " + directory.string() +
                          " cannot be written; choose another with -o");
    }
}

Outputs::~Outputs() {
    for (const fs::path& directory : made_) {
        std::error_code ignored;
        fs::remove(directory, ignored);
    }
}

void write_files(const std::vector<OutputFile>& files, bool touch) {
    const SignalsHeldBack held_back;
    std::vector<base::ReplacedFile> staged;
    for (const OutputFile& file : files) {
        if (base::is_written_directly(file.path)) {
            continue;
        }
        if (!holds(file.path, file.text)) {
            staged.emplace_back(file.path).write(file.text);
        } else if (touch) {
            std::error_code ignored;
            fs::last_write_time(file.path, fs::file_time_type::clock::now(), ignored);
        }
    }
    for (const OutputFile& file : files) {
        if (base::is_written_directly(file.path)) {
            base::replace_file(file.path, file.text);
        }
    }
    for (base::ReplacedFile& file : staged) {
        file.commit();
    }
}

std::string dependency_text(const std::string& target, const std::vector<std::string>& inputs) {
    std::string text = escaped_for_make(target) + ":";
    for (const std::string& input : inputs) {
        text += " \\\n  " + escaped_for_make(input);
    }
    return text + "\n";
}

} // namespace proxima::gen
