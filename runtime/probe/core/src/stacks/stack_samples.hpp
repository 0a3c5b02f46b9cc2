// The stack samples of a thread, in a mapped file that survives a kill.
#pragma once

#include <proxima/format/stack_samples.hpp>

#include <cstdint>
#include <string>

namespace proxima::detail {

// Written by its thread, in a signal handler: nothing here locks or allocates after open().
class StackSamples {
public:
    StackSamples() = default;
    StackSamples(const StackSamples&) = delete;
    StackSamples& operator=(const StackSamples&) = delete;
    ~StackSamples() = default; // stays mapped: a handler may run until the process ends

    // Makes the file; it must not exist. Returns an errno value, or 0.
    int open(const std::string& path, std::uint32_t rank, std::uint32_t number,
             std::uint64_t period_ns) noexcept;
    bool is_open() const noexcept { return memory_ != nullptr; }
    void set_source(format::SampleSource source) noexcept { header().source = source; }

    // Adds a stack that was seen in a call path at a moment of the clock.
    void add(std::uint32_t node, const std::uint64_t* frames, std::size_t count,
             std::uint64_t ticks, std::uint32_t periods) noexcept;
    void add_of_runtime(std::uint32_t periods) noexcept;
    void add_cost(std::uint64_t ticks) noexcept { header().cost_ticks += ticks; }
    std::uint64_t samples() const noexcept { return memory_ == nullptr ? 0 : header().samples; }
    std::uint64_t cost_ticks() const noexcept {
        return memory_ == nullptr ? 0 : header().cost_ticks;
    }

private:
    struct Known {
        std::uint32_t hash;
        std::uint32_t number; // of the stack, from 1; 0: free
    };

    format::StackSamplesHeader& header() const noexcept {
        return *reinterpret_cast<format::StackSamplesHeader*>(memory_);
    }
    format::SampledStack* stacks() const noexcept {
        return reinterpret_cast<format::SampledStack*>(memory_ + format::stack_samples_page);
    }
    std::uint64_t* addresses() const noexcept {
        return reinterpret_cast<std::uint64_t*>(memory_ + format::addresses_offset);
    }
    format::SampledMoment* moments() const noexcept {
        return reinterpret_cast<format::SampledMoment*>(memory_ + format::moments_offset);
    }
    bool is_stack(const format::SampledStack& stack, std::uint32_t node,
                  const std::uint64_t* frames, std::size_t count) const noexcept;
    format::SampledStack* find_or_add(std::uint32_t node, const std::uint64_t* frames,
                                      std::size_t count) noexcept;
    void add_moment(const format::SampledMoment& moment) noexcept;

    unsigned char* memory_ = nullptr;
    Known* known_ = nullptr; // a hash table
};

} // namespace proxima::detail
