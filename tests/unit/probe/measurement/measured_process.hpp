// The tests run in a child process that measures into a temporary directory, which is removed when
// the child has written everything at its exit.
#pragma once

#include <proxima/measurement/connect.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>

// The run directory of this process.
std::filesystem::path run_directory();

void sleep_milliseconds(int milliseconds);

// Values of one timer and one counter from Query, all threads together.
struct Values {
    double inclusive = 0;
    double exclusive = 0;
    std::uint64_t calls = 0;
    std::uint64_t child_calls = 0;
};
Values values_of(const std::string& timer, const std::string& counter = "WALL_CLOCK");

// Tests whether Query knows a timer.
bool has_run(const std::string& timer);
