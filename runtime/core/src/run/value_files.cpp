// Files of the run directory in which other libraries of the runtime keep what outlives a kill.
#include "lane/thread.hpp"
#include "run/run.hpp"
#include "system/guards.hpp"

#include <proxima/run_facts.hpp>

#include <cerrno>
#include <exception>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace proxima::detail {

namespace {

const char* const folder = "/values";

} // namespace

// Of a job whose ranks have parted, where the rank's profile will be.
std::string Run::value_file(std::size_t number) const {
    const bool has_parted = !job_directory_.empty();
    const std::string rank = !has_parted                ? std::to_string(rank_)
                             : job_file_suffix_.empty() ? "0"
                                                        : job_file_suffix_.substr(1);
    return (has_parted ? job_directory_ : directory_) + folder + "/" + rank + "-" +
           std::to_string(number) + ".live";
}

void* Run::map_value_file(std::size_t size) {
    const std::lock_guard lock(mutex_);
    if (phase_ == Phase::ready && job_directory_.empty()) { // in the child of a fork
        start();
    }
    const bool is_open = phase_ == Phase::running || !job_directory_.empty();
    if (!is_open || !configuration_.records || directory_.empty()) {
        return nullptr;
    }
    std::string path = value_file(value_files_.size());
    value_files_.reserve(value_files_.size() + 1); // what takes memory comes first
    std::string name = path;
    const std::string directory = path.substr(0, path.rfind('/'));
    make_directory(directory);
    File file;
    void* mapping = nullptr;
    if (file.create(std::move(path), O_RDWR) == 0) {
        mapping = file.reserve(size) == 0 ? file.map(nullptr, size) : nullptr;
        if (mapping == nullptr) {
            unlink(name.c_str());
        }
    }
    if (mapping == nullptr) {
        rmdir(directory.c_str()); // if nothing is there
        return nullptr;
    }
    value_files_.push_back(std::move(name));
    return mapping;
}

// Each has a number of its own, so that it finds its place whatever was moved before.
void Run::move_value_files(const std::string& to) {
    if (value_files_.empty()) {
        return;
    }
    make_directory(to + folder);
    for (std::string& file : value_files_) {
        const std::string target =
            to + folder + "/" + std::to_string(rank_) + file.substr(file.rfind('-'));
        if (rename(file.c_str(), target.c_str()) == 0) {
            file = target;
        }
    }
    rmdir((directory_ + folder).c_str());
}

// At the exit of a process that may be out of memory: takes none.
void Run::remove_value_files() noexcept {
    const std::lock_guard lock(mutex_);
    for (const std::string& file : value_files_) {
        unlink(file.c_str());
    }
    if (!value_files_.empty()) { // if other ranks' are there, it stays
        std::string& directory = value_files_.back();
        directory.resize(directory.rfind('/'));
        rmdir(directory.c_str());
    }
    value_files_.clear();
}

void* map_value_file(std::size_t size) noexcept {
    const NoCancellation no_cancellation;
    const SlowSection section;
    try {
        return run().map_value_file(size);
    } catch (const std::exception&) { // no memory
        return nullptr;
    }
}

void remove_value_files() noexcept {
    const NoCancellation no_cancellation;
    const SlowSection section;
    run().remove_value_files();
}

} // namespace proxima::detail
