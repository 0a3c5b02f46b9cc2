// Rendered ports, put together to the text of files.
#pragma once

#include "output/rendering.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace proxima::gen {

// The frame of one header's proxies.
struct ProxyFiles {
    std::string header;
    std::string source;
};

struct ProxyFrame {
    std::string header_name;           // the port header, for people
    std::string proxy_header;          // file name of the generated header
    std::vector<std::string> includes; // spelt with quotes or brackets, in order
};

ProxyFiles assemble_proxies(const ProxyFrame& frame, const std::vector<PortClass>& ports,
                            const std::vector<RenderedPort>& rendered);

struct MastermindFiles {
    std::string header;
    std::string source;
};

// `headers`: file names of the port headers, for people and for headers_of_mastermind().
MastermindFiles assemble_mastermind(const std::vector<std::string>& headers,
                                    const std::vector<RenderedPort>& rendered);

// The headers of an existing mastermind.hpp; empty without one.
std::set<std::string> headers_of_mastermind(const std::filesystem::path& file);

// Whether a proxy can be made of a target alone.
bool becomes_component(const PortClass& port);

// The proxies that become components, as components of the framework.
// `proxy_headers` are file names of generated headers.
std::string assemble_components(const std::vector<std::string>& proxy_headers,
                                const std::vector<PortClass>& ports);

} // namespace proxima::gen
