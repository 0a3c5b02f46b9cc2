#include "source/processes.hpp"

#include <proxima/base/error.hpp>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace proxima::gen {
namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& line) {
    std::vector<char*> pointers;
    for (const std::string& word : line) {
        pointers.push_back(const_cast<char*>(word.c_str()));
    }
    pointers.push_back(nullptr);
    return pointers;
}

int status_of(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    constexpr int of_signals = 128;
    return WIFEXITED(status) ? WEXITSTATUS(status) : of_signals + WTERMSIG(status);
}

// Starts the program with its stream `captured` in a pipe, whose reading end is stored; -1: none.
pid_t start(const std::vector<std::string>& line, int captured, int& reading_end) {
    std::array<int, 2> ends{-1, -1};
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    if (captured >= 0 && ::pipe2(ends.data(), O_CLOEXEC) == 0) {
        ::posix_spawn_file_actions_adddup2(&actions, ends[1], captured);
    }
    pid_t process = -1;
    const int error = ::posix_spawnp(&process, line.front().c_str(), &actions, nullptr,
                                     pointers_to(line).data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (ends[1] >= 0) {
        ::close(ends[1]);
    }
    reading_end = ends[0];
    if (error != 0) {
        throw base::Error("the compiler " + line.front() +
                          " cannot be run: " + std::strerror(error));
    }
    return process;
}

std::string read_to_end(int file) {
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t count = 1; count > 0;) {
        count = ::read(file, buffer.data(), buffer.size());
        if (count > 0) {
            text.append(buffer.data(), static_cast<std::size_t>(count));
        } else if (count < 0 && errno == EINTR) {
            count = 1;
        }
    }
    ::close(file);
    return text;
}

} // namespace

Finished run_captured(std::vector<std::string> line) {
    if (::isatty(STDERR_FILENO) != 0) {
        line.insert(line.end(), "-fdiagnostics-color=always");
    }
    int errors = -1;
    const pid_t process = start(line, STDERR_FILENO, errors);
    Finished finished;
    finished.errors = read_to_end(errors);
    finished.status = status_of(process);
    return finished;
}

int run_through(const std::vector<std::string>& line) {
    int none = -1;
    return status_of(start(line, -1, none));
}

int run_instead(const std::vector<std::string>& line) {
    std::cerr << std::flush;
    ::execvp(line.front().c_str(), pointers_to(line).data());
    std::cerr << "proxima-gen: error: " << line.front()
              << " cannot be run: " << std::strerror(errno) << "\n";
    constexpr int not_found = 127;
    return not_found;
}

std::string first_line_of(const std::vector<std::string>& line) {
    int output = -1;
    const pid_t process = start(line, STDOUT_FILENO, output);
    const std::string text = read_to_end(output);
    status_of(process);
    return text.substr(0, text.find('\n'));
}

void enlarge_stacks() {
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, std::size_t{256} << 20U);
    ::pthread_setattr_default_np(&attributes);
    ::pthread_attr_destroy(&attributes);
}

TemporaryDirectory::TemporaryDirectory()
    : path_((std::filesystem::temp_directory_path() / "proxima-gen-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) {
        throw base::Error("no temporary directory can be made in " + path_ + ": " +
                          std::strerror(errno) + "; set TMPDIR");
    }
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace proxima::gen
