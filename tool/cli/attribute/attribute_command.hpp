// `proxima attribute`: attributes the time of a job to resources, by what its nodes used.
#pragma once

#include "shared/verb.hpp"

#include <proxima/platform/node_usage.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace proxima::cli {

struct AttributeOptions {
    std::string run; // a master's directory, or a log in it
    std::string model;
    std::string platform;           // empty: none
    std::vector<std::string> nodes; // globs of node names; empty: all
    std::map<std::string, double> values;
    platform::UsageWindow window;
    std::size_t width = 0;
    bool json = false;
};

void add_attribute(CLI::App& verb, AttributeOptions& options);
int run_attribute(const AttributeOptions& options, text::Output& output);

} // namespace proxima::cli
