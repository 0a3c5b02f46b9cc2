// This process measures itself, into a directory that goes with it.
#pragma once

#include <filesystem>

// Begins with the first call, which configures what is recorded. As it is, statistics by bins are
// kept, and all invocations recorded. Throws where the process has had its one run, or records
// something else.
const std::filesystem::path& measured_here(const char* records = "first:1000000");
