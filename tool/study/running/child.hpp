// A program that is started and waited for.
#pragma once

#include "journal.hpp"
#include "study/description/study.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace proxima::study {

/// While it lives, SIGINT, SIGTERM, SIGHUP and SIGCHLD wait to be asked for.
class HeldSignals {
public:
    HeldSignals();
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;
    ~HeldSignals();

    const sigset_t& held() const { return held_; }
    const sigset_t& before() const { return before_; }

    /// Whether somebody wants this process to end. Remembers that.
    bool is_interrupted();
    void note_interrupt() { interrupted_ = true; }

private:
    sigset_t held_{};
    sigset_t before_{};
    bool interrupted_ = false;
};

struct ChildEnd {
    enum class How { exited, killed, too_long, interrupted };
    How how = How::exited;
    int number = 0; ///< exit status, or signal
    double seconds = 0;
    bool left_others = false; ///< processes that it had started and that had to be ended
};

/// In a process group of its own, without standard input, its output in a file.
class Child {
public:
    /// Throws model::Error if the program cannot be started.
    Child(const std::vector<std::string>& arguments, const Settings& environment,
          const std::filesystem::path& directory, const std::filesystem::path& output,
          HeldSignals& signals);
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child();

    const ProcessIdentity& identity() const { return identity_; }

    /// Nothing of the group is left afterwards. Ends it after `time_limit_s`, or when this process
    /// is to end. Calls `meanwhile` twice a second.
    ChildEnd wait(double time_limit_s, const std::function<void()>& meanwhile);

private:
    bool has_ended(double seconds);
    void end_group();
    bool end_others() const;

    HeldSignals& signals_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    ProcessIdentity identity_;
    int status_ = 0;
    bool is_over_ = false;
};

/// Ends the group of a process that an earlier study has left running. False if it is not there.
bool end_left_over(const ProcessIdentity& process);

} // namespace proxima::study
