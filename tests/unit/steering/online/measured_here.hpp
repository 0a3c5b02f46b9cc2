// Lets the test process measure itself, into a temporary directory.
#pragma once

#include <filesystem>

// Starts the run at the first call, with the given option `records`; by default it keeps statistics
// by bin and records all invocations. Throws if the process has had its one run, or records
// something else.
const std::filesystem::path& measured_here(const char* records = "first:1000000");
