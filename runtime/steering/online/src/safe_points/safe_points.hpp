// Safe points of the process, at which the ranks of its job agree.
#pragma once

#include <proxima/detail/ranks.hpp>

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

// Acts at safe points, on the thread that reaches them. A participant whose function throws is
// excluded from then on.
class Participant {
public:
    virtual ~Participant() = default;

    // Called at the first safe point. Returns how many numbers to share; equal on all ranks.
    virtual std::size_t begin() = 0;
    // Fills in the numbers of this rank.
    virtual void contribute(const SharedNumbers& own) = 0;
    // Receives the numbers of all ranks, the same on all ranks at the same safe point.
    virtual void act(const SharedNumbers& all) = 0;
    // Called after act(). Returns how many safe points to skip; equal on all ranks.
    virtual std::uint64_t rest() const { return 0; }
    // Called when ranks no longer reach safe points together; they share nothing from then on.
    virtual void alone(const std::string& why) = 0;
    // Called after one of its functions threw.
    virtual void failed(const std::string& problem) noexcept = 0;
};

// With one rank, participants contribute and act at each safe point. Ranks of a job contribute at
// one safe point and act at the next: by then all have usually passed the first, so that no rank
// waits. A rank that has waited for ten of its usual (median) steps, and at least two
// seconds, goes on alone, and tells the others, which then do the same without waiting.
//
// A process has one object. Not thread-safe, except for pass(), which the application calls.
class SafePoints {
public:
    static SafePoints& of_process();
    // Sets the number of ranks, for tests; 0 takes it from the run.
    explicit SafePoints(int ranks = 0) : ranks_(ranks) {}

    // Adds a participant. Throws std::invalid_argument if the process has another safe point.
    void add(Participant& participant, const std::string& method);
    void remove(Participant& participant) noexcept;

    std::uint64_t passed() const noexcept { return passed_; }

    // Runs the participants at a safe point.
    void pass() noexcept;

private:
    struct Part {
        Participant* participant;
        std::size_t first = 0; // index of the first number
        std::size_t size = 0;
        bool is_new = true;
        bool has_failed = false;
    };

    void begin_new_parts() noexcept;
    void step() noexcept;
    void contribute(detail::RankNumbers& own) noexcept;
    void act(detail::RankNumbers& all) noexcept;
    void act_without_numbers() noexcept;
    void go_on_alone(const std::string& why) noexcept;
    void say_farewell() noexcept;
    static SharedNumbers numbers_of(const Part& part, detail::RankNumbers& numbers) noexcept;
    template <class Action>
    static void guarded(Part& part, Action action) noexcept;

    int ranks() const;
    std::uint64_t rest_of_parts() const;

    int ranks_;
    std::string method_;
    std::vector<Part> parts_;
    std::uint64_t passed_ = 0;
    std::size_t numbers_ = 0; // count over all parts
    std::uint64_t rest_ = 0;  // safe points to skip
    bool is_in_flight_ = false;
    bool is_alone_ = false;
    bool has_told_ = false; // the other ranks know that this one is alone
    std::chrono::steady_clock::time_point last_;
    double usual_step_ = 0; // about the median, in seconds
};

} // namespace proxima::online
