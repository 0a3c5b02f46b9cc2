// The token that clients of an HttpServer on a port must send: any user of the machine can connect,
// but only the server's own user can read the file.
//
//     const auto file = base::http_token_file("9464");
//     const std::string header = "Authorization: Bearer " + base::read_http_token(file);
//
// Thread safety: all functions are thread-safe.
// Errors: functions throw Error.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace proxima::base {

/// The file of the server on `port` of this host: `~/.config/proxima/HOST-PORT.token`.
std::filesystem::path http_token_file(std::string_view port);

/// Makes a new token, and keeps it in a file of mode 0600.
std::string make_http_token(const std::filesystem::path& file);

/// Reads a token; empty if there is no such file.
std::string read_http_token(const std::filesystem::path& file);

/// Compares in a time that does not depend on where the texts differ.
bool is_http_token(std::string_view sent, std::string_view token);

} // namespace proxima::base
