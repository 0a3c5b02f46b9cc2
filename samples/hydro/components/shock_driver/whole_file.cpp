#include "whole_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace hydro {

namespace {

std::string temporary_beside(const std::string& path) {
    return path + ".part";
}

} // namespace

void write_whole(const std::string& path,
                 const std::function<void(const std::string& temporary)>& write) {
    const std::string temporary = temporary_beside(path);
    try {
        write(temporary);
    } catch (...) {
        std::remove(temporary.c_str());
        throw;
    }
    if (std::rename(temporary.c_str(), path.c_str()) != 0) {
        const int error = errno;
        std::remove(temporary.c_str());
        throw std::runtime_error(path + ": " + std::strerror(error));
    }
}

std::string why_not_writable(const std::string& path) {
    const std::string temporary = temporary_beside(path);
    std::FILE* const file = std::fopen(temporary.c_str(), "w");
    if (file == nullptr) {
        return path + ": " + std::strerror(errno);
    }
    std::fclose(file);
    std::remove(temporary.c_str());
    return {};
}

} // namespace hydro
