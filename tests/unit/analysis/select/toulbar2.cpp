#include "toulbar2.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <unistd.h>

namespace proxima::test {

using namespace select;
namespace {

constexpr long too_much = 100000000;

long whole(double cost) {
    return cost == forbidden ? too_much : static_cast<long>(cost);
}

// The format of weighted CSPs (http://graphmod.ics.uci.edu/group/WCSP_file_format).
void write_wcsp(const CostNetwork& network, const std::filesystem::path& file) {
    std::ofstream out(file);
    std::size_t largest = 0;
    for (std::size_t i = 0; i < network.variables(); ++i) {
        largest = std::max(largest, network.values(i));
    }
    out << "selection " << network.variables() << ' ' << largest << ' '
        << network.variables() + network.pairs().size() << ' ' << too_much << '\n';
    for (std::size_t i = 0; i < network.variables(); ++i) {
        out << network.values(i) << (i + 1 == network.variables() ? '\n' : ' ');
    }
    for (std::size_t i = 0; i < network.variables(); ++i) {
        out << "1 " << i << " 0 " << network.values(i) << '\n';
        for (std::size_t value = 0; value < network.values(i); ++value) {
            out << value << ' ' << whole(network.costs(i)[value]) << '\n';
        }
    }
    for (const auto& pair : network.pairs()) {
        out << "2 " << pair.first << ' ' << pair.second << " 0 " << pair.costs.size() << '\n';
        const auto columns = network.values(pair.second);
        for (std::size_t i = 0; i < pair.costs.size(); ++i) {
            out << i / columns << ' ' << i % columns << ' ' << whole(pair.costs[i]) << '\n';
        }
    }
}

} // namespace

std::optional<double> optimum_of_toulbar2(const std::string& program, const CostNetwork& network,
                                          int seconds) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("proxima-" + std::to_string(::getpid()) + ".wcsp");
    write_wcsp(network, file);
    std::string said;
    const auto command =
        program + " -timer=" + std::to_string(seconds) + " " + file.string() + " 2>&1";
    std::FILE* pipe = ::popen(command.c_str(), "r");
    char piece[4096];
    while (const auto size = std::fread(piece, 1, sizeof piece, pipe)) {
        said.append(piece, size);
    }
    ::pclose(pipe);
    std::filesystem::remove(file);
    std::smatch found;
    return std::regex_search(said, found, std::regex("Optimum: ([0-9]+) in"))
               ? std::optional(std::stod(found[1]))
               : std::nullopt;
}

} // namespace proxima::test
