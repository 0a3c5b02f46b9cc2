#include "http_request.hpp"

#include "http_listening.hpp"

#include <proxima/base/http_token.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <vector>

namespace proxima::base {
namespace {

bool equal_without_case(std::string_view left, std::string_view right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](unsigned char a, unsigned char b) { return std::tolower(a) == b; });
}

struct Field {
    std::string_view name;
    std::string_view value;
};

// Reads the header fields. Empty if other readers could understand them in another way, for
// instance because of a space before the colon.
std::optional<std::vector<Field>> header_of(std::string_view request) {
    std::vector<Field> fields;
    auto rest = request.substr(request.find('\n') + 1);
    while (!rest.empty()) {
        auto line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        line.remove_suffix(line.ends_with('\r') ? 1 : 0);
        if (line.empty()) {
            return fields;
        }
        const auto name = line.substr(0, line.find(':'));
        const bool is_name =
            !name.empty() && name.size() < line.size() &&
            std::all_of(
                name.begin(), name.end(),
                [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; });
        if (!is_name || std::any_of(line.begin(), line.end(),
                                    [](unsigned char c) { return c < ' ' && c != '\t'; })) {
            return std::nullopt;
        }
        const auto value = line.substr(name.size() + 1);
        fields.push_back(
            {name, value.substr(std::min(value.find_first_not_of(' '), value.size()))});
    }
    return fields;
}

// Returns the values of all fields of a name, which is in lower case.
std::vector<std::string_view> values_of(const std::vector<Field>& header, std::string_view name) {
    std::vector<std::string_view> values;
    for (const auto& field : header) {
        if (equal_without_case(field.name, name)) {
            values.push_back(field.value);
        }
    }
    return values;
}

// Detects DNS rebinding: a foreign page whose name resolves to this machine has that name in Host.
bool is_for_this_machine(std::string_view host) {
    const bool is_ipv6 = host.starts_with('[');
    const auto name = host.substr(0, is_ipv6 ? host.find(']') + 1 : host.find(':'));
    const auto port = host.substr(name.size());
    if (!port.empty() && !number_of<std::uint16_t>(port.substr(1))) {
        return false;
    }
    return host.empty() || name == "[::1]" || name == "localhost" ||
           loopback(std::string(name) + ":0").has_value();
}

// `token` is empty on a socket that only its owner can open.
bool has_token(const std::vector<Field>& header, std::string_view token) {
    constexpr std::string_view scheme = "Bearer ";
    const auto sent = values_of(header, "authorization");
    return token.empty() || (sent.size() == 1 && sent.front().starts_with(scheme) &&
                             is_http_token(sent.front().substr(scheme.size()), token));
}

} // namespace

std::string text_of(const HttpAnswer& answer, bool has_body) {
    return "HTTP/1.0 " + std::to_string(answer.status) + (answer.status < 400 ? " OK" : " Error") +
           "\r\nContent-Type: " + answer.type +
           "\r\nContent-Length: " + std::to_string(answer.body.size()) +
           "\r\nConnection: close\r\n\r\n" + (has_body ? answer.body : std::string());
}

std::string answer_to(std::string_view request, std::string_view token,
                      const HttpServer::Answer& answer) {
    const auto line = request.substr(0, request.find_first_of("\r\n"));
    const auto method = line.substr(0, line.find(' '));
    const auto rest = method.size() < line.size() ? line.substr(method.size() + 1) : "";
    const auto path = rest.substr(0, rest.find_first_of(" ?"));
    if (method != "GET" && method != "HEAD") {
        return text_of({405, "text/plain", "only GET is answered\n"}, true);
    }
    if (path.empty() || path.front() != '/') {
        return text_of({400, "text/plain", "no HTTP request\n"}, true);
    }
    const auto header = header_of(request);
    if (!header) {
        return text_of({400, "text/plain", "the header is malformed\n"}, true);
    }
    const auto hosts = values_of(*header, "host");
    if (!std::all_of(hosts.begin(), hosts.end(), is_for_this_machine)) {
        return text_of({403, "text/plain", "only requests to this machine are answered\n"}, true);
    }
    if (!has_token(*header, token)) {
        return text_of({401, "text/plain", "send the token of this user\n"}, true);
    }
    return text_of(answer(path), method == "GET");
}

} // namespace proxima::base
