// The safe points of the process, at which the ranks of its job agree.
#pragma once

#include <proxima/detail/ranks.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace proxima::online {

inline double seconds_between(std::chrono::steady_clock::time_point begin,
                              std::chrono::steady_clock::time_point end) {
    return std::chrono::duration<double>(end - begin).count();
}

// The numbers of a participant: those of a rank, or of all ranks together.
struct SharedNumbers {
    std::span<double> sums;
    std::span<double> maxima;
};

// Takes part in safe points, on the thread that reaches them. If one of its functions throws, it
// takes part no longer.
class Participant {
public:
    virtual ~Participant() = default;

    // At the first safe point that it sees: how many numbers it has to share. The same on all
    // ranks.
    virtual std::size_t begin() = 0;
    // The numbers of this rank.
    virtual void contribute(const SharedNumbers& own) = 0;
    // The numbers of all ranks: the same on all ranks, at the same safe point.
    virtual void act(const SharedNumbers& all) = 0;
    // Asked after act(): how many safe points it needs no numbers. The same on all ranks.
    virtual std::uint64_t rest() const { return 0; }
    // Ranks no longer reach safe points together, and share nothing more.
    virtual void alone() = 0;
    // One of its functions threw.
    virtual void failed(const std::string& problem) noexcept = 0;
};

// Of one rank, participants contribute and act at each safe point. Ranks of a job, or of a node,
// contribute at one, and act at the next: by then all have usually passed the first, and none
// waits. A rank that waits for ten times as long as its steps have taken, and two seconds, goes on
// alone.
//
// Of the process. Not thread-safe, but for pass(), which the application calls.
class SafePoints {
public:
    static SafePoints& of_process();
    // Of a process with so many ranks; 0: what the run says.
    explicit SafePoints(int ranks = 0) : ranks_(ranks) {}

    // Throws std::invalid_argument if the process has another safe point.
    void add(Participant& participant, const std::string& method,
             detail::RankScope scope = detail::RankScope::job);
    void remove(Participant& participant) noexcept;

    std::uint64_t passed() const noexcept { return passed_; }

    // What happens at one.
    void pass() noexcept;

private:
    using Scope = detail::RankScope;

    // The ranks of a scope.
    struct Group {
        Scope scope;
        std::size_t numbers = 0; // of all its parts
        std::uint64_t rest = 0;  // safe points without numbers
        bool is_in_flight = false;
        bool is_alone = false;
    };

    struct Part {
        Participant* participant;
        Scope scope;
        std::size_t first = 0; // of the numbers
        std::size_t size = 0;
        bool is_new = true;
        bool has_failed = false;
    };

    void begin_new_parts() noexcept;
    void step(Group& group) noexcept;
    void contribute(const Group& group, detail::RankNumbers& own) noexcept;
    void act(Group& group, detail::RankNumbers& all) noexcept;
    void act_without_numbers() noexcept;
    void part_from_others(Group& group, const std::string& why) noexcept;
    static SharedNumbers numbers_of(const Part& part, detail::RankNumbers& numbers) noexcept;
    template <class Action>
    static void guarded(Part& part, Action action) noexcept;

    int ranks_of(Scope scope) const;
    std::uint64_t rest_of(const Group& group) const;

    int ranks_;
    std::string method_;
    std::vector<Part> parts_;
    std::uint64_t passed_ = 0;
    std::array<Group, 2> groups_{{{Scope::job}, {Scope::node}}};
    std::chrono::steady_clock::time_point last_;
    double longest_step_ = 0; // seconds
};

} // namespace proxima::online
