#include "assembly/static_program.hpp"

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <fstream>

namespace proxima::cli {
namespace {

template <class Header>
bool read(std::ifstream& file, std::uint64_t offset, Header& header) {
    file.seekg(static_cast<std::streamoff>(offset));
    return static_cast<bool>(file.read(reinterpret_cast<char*>(&header), sizeof header));
}

} // namespace

bool is_static_program(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    Elf64_Ehdr program{};
    if (!read(file, 0, program) || std::memcmp(program.e_ident, ELFMAG, SELFMAG) != 0 ||
        program.e_ident[EI_CLASS] != ELFCLASS64) {
        return false;
    }
    for (std::uint64_t i = 0; i < program.e_phnum; ++i) {
        Elf64_Phdr segment{};
        if (!read(file, program.e_phoff + i * program.e_phentsize, segment) ||
            segment.p_type == PT_INTERP) {
            return false;
        }
    }
    return true;
}

} // namespace proxima::cli
