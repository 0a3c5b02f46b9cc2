#include "output/file_writer.hpp"

#include "input/user_error.hpp"

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

/// A device or pipe (/dev/stdout) is written to, never replaced.
bool is_special(const fs::path& path) {
    return fs::exists(path) && !fs::is_regular_file(path) && !fs::is_directory(path);
}

[[noreturn]] void refuse_directory(const fs::path& path) {
    throw UserError(path.string() + " cannot be written, a directory has this name");
}

[[noreturn]] void refuse_file(const fs::path& path) {
    throw UserError(path.string() +
                    " cannot be written, check the permissions of its directory and the space "
                    "on its disk");
}

void write_text(const fs::path& path, const std::string& text, const fs::path& name_for_people) {
    std::ofstream stream(path, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) {
        refuse_file(name_for_people);
    }
}

/// Keeps the signals that end a program waiting, so that none does so between two files.
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

/// Files written beside their destination; what is not moved there is removed.
class Staging {
public:
    Staging() = default;
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    ~Staging() {
        for (const auto& [temporary, destination] : staged_) {
            std::error_code ignored;
            fs::remove(temporary, ignored);
        }
    }

    void add(const OutputFile& file) {
        if (fs::is_directory(file.path)) {
            refuse_directory(file.path);
        }
        // A symbolic link stays one: what it points to is replaced.
        const fs::path destination = fs::is_symlink(file.path) && fs::exists(file.path)
                                         ? fs::canonical(file.path)
                                         : file.path;
        fs::path temporary = destination;
        temporary += ".tmp-" + std::to_string(::getpid());
        staged_.emplace_back(temporary, destination);
        write_text(temporary, file.text, file.path);
    }

    void commit() {
        for (const auto& [temporary, destination] : staged_) {
            std::error_code error;
            fs::rename(temporary, destination, error);
            if (error) {
                throw UserError(destination.string() + " cannot be replaced: " + error.message());
            }
        }
        staged_.clear();
    }

private:
    std::vector<std::pair<fs::path, fs::path>> staged_;
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

void write_files(const std::vector<OutputFile>& files) {
    const SignalsHeldBack held_back;
    Staging staging;
    for (const OutputFile& file : files) {
        if (!is_special(file.path) && !holds(file.path, file.text)) {
            staging.add(file);
        }
    }
    for (const OutputFile& file : files) {
        if (is_special(file.path)) {
            write_text(file.path, file.text, file.path);
        }
    }
    staging.commit();
}

void check_writable(const fs::path& file) {
    if (fs::is_directory(file)) {
        refuse_directory(file);
    }
    const fs::path replaced = is_special(file) ? file : fs::absolute(file).parent_path();
    if (::access(replaced.c_str(), W_OK) != 0) {
        refuse_file(file);
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
