#include "toulbar2.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <regex>
#include <string>
#include <unistd.h>

namespace proxima::model::test {
namespace {

constexpr long too_much = 100000000;

long whole(double cost) {
    return cost == forbidden ? too_much : static_cast<long>(cost);
}

/// The format of weighted CSPs (http://graphmod.ics.uci.edu/group/WCSP_file_format).
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

SecondOpinion ask_toulbar2(const std::string& program, const std::filesystem::path& file,
                           int seconds) {
    std::string said;
    const auto command =
        program + " -timer=" + std::to_string(seconds) + " " + file.string() + " 2>&1";
    std::FILE* pipe = ::popen(command.c_str(), "r");
    char piece[4096];
    while (const auto size = std::fread(piece, 1, sizeof piece, pipe)) {
        said.append(piece, size);
    }
    ::pclose(pipe);
    std::smatch found;
    if (std::regex_search(said, found, std::regex("Optimum: ([0-9]+) in"))) {
        return {std::stod(found[1]), true};
    }
    return {std::nullopt, said.find("No solution") != std::string::npos};
}

SecondOpinion ask_toulbar2(const std::string& program, const CostNetwork& network, int seconds) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("proxima-" + std::to_string(::getpid()) + ".wcsp");
    write_wcsp(network, file);
    const auto opinion = ask_toulbar2(program, file, seconds);
    std::filesystem::remove(file);
    return opinion;
}

} // namespace proxima::model::test
