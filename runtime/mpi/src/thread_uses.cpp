#include "thread_uses.hpp"

#include "system/message.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace proxima::mpi {

namespace {

// The rows stay where they are: the file takes the place of the memory below them. It gets its name
// when it is whole.
int move_to_file(const UseTable& table, detail::File& file, const std::string& path) {
    if (const int error = file.create(path + ".new", O_RDWR); error != 0) {
        return error;
    }
    if (const int error = file.reserve(UseTable::size()); error != 0) {
        return error;
    }
    if (const int error = file.overwrite(table.memory(), UseTable::size()); error != 0) {
        return error;
    }
    return file.map(table.memory(), UseTable::size()) == nullptr ? errno : file.move(path);
}

} // namespace

ThreadUse& ThreadUses::take() {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
        ThreadUse& use = *idle_.back();
        idle_.pop_back();
        use.earlier_communication -= detail::thread_communication;
        return use;
    }
    idle_.reserve(uses_.size() + 1); // so that giving back cannot fail
    uses_.push_back(std::make_unique<Kept>());
    uses_.back()->use.earlier_communication = 0 - detail::thread_communication;
    keep(uses_.size() - 1);
    return uses_.back()->use;
}

void ThreadUses::give_back(ThreadUse& use) {
    const std::lock_guard lock(mutex_);
    use.frame = nullptr;
    use.earlier_communication += detail::thread_communication;
    idle_.push_back(&use);
}

void ThreadUses::for_each(const std::function<void(const ThreadUse&)>& action) {
    const std::lock_guard lock(mutex_);
    for (const auto& kept : uses_) {
        action(kept->use);
    }
}

void ThreadUses::keep_in(const std::string& directory, const UseHead& head) {
    const std::lock_guard lock(mutex_);
    const int error = detail::make_directory(directory);
    if (error != 0 && error != EEXIST) {
        return; // what keeps it from being made has been said of the run directory
    }
    directory_ = directory;
    head_ = head;
    for (std::size_t number = 0; number < uses_.size(); ++number) {
        keep(number);
    }
}

void ThreadUses::keep(std::size_t number) {
    if (directory_.empty()) {
        return;
    }
    Kept& kept = *uses_[number];
    UseHead& head = kept.use.table.head();
    head.rank = head_.rank;
    head.ranks = head_.ranks;
    head.ticks_per_second = head_.ticks_per_second;
    head.thread_level = head_.thread_level;
    head.library = head_.library;
    const std::string path =
        directory_ + "/" + std::to_string(head.rank) + "-" + std::to_string(number) + ".use";
    if (const int error = move_to_file(kept.use.table, kept.file, path); error != 0) {
        ::unlink(kept.file.path().c_str());
        directory_.clear();
        if (head.rank == 0) { // one for all ranks
            detail::say("warning: " + path + " cannot be made: " + detail::error_text(error) +
                        "; should the process be killed, its counts of MPI are lost");
        }
    }
}

bool ThreadUses::in_files() {
    const std::lock_guard lock(mutex_);
    return !directory_.empty();
}

void ThreadUses::remove_files() {
    const std::lock_guard lock(mutex_);
    for (const auto& kept : uses_) {
        if (kept->file.is_open()) {
            ::unlink(kept->file.path().c_str());
        }
    }
    if (!directory_.empty()) {
        ::rmdir(directory_.c_str()); // the last rank's succeeds
    }
}

} // namespace proxima::mpi
