// Reads an HTTP request and makes the text of the answer.
#pragma once

#include <proxima/base/http_server.hpp>

#include <string>
#include <string_view>

namespace proxima::base {

std::string text_of(const HttpAnswer& answer, bool has_body);

// Answers a whole request. Refuses those whose Host is not this machine, and without the token. The
// token is empty on a socket that only its owner can open.
std::string answer_to(std::string_view request, std::string_view token,
                      const HttpServer::Answer& answer);

} // namespace proxima::base
