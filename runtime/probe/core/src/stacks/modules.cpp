#include "stacks/modules.hpp"

#include <proxima/format/json.hpp>

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <link.h>
#include <unistd.h>
#include <utility>

namespace proxima::detail {
namespace {

std::string hexadecimal(const unsigned char* bytes, std::size_t count) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += digits[bytes[i] / 16];
        text += digits[bytes[i] % 16];
    }
    return text;
}

constexpr std::size_t padded(std::size_t bytes) noexcept {
    return (bytes + 3) / 4 * 4;
}

std::string build_id_in(const unsigned char* notes, std::size_t bytes) {
    while (bytes >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) note{};
        std::memcpy(&note, notes, sizeof note);
        const std::size_t name = padded(note.n_namesz);
        const std::size_t size = sizeof note + name + padded(note.n_descsz);
        if (size > bytes) {
            break;
        }
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof ELF_NOTE_GNU &&
            std::memcmp(notes + sizeof note, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0) {
            return hexadecimal(notes + sizeof note + name, note.n_descsz);
        }
        notes += size;
        bytes -= size;
    }
    return {};
}

std::string own_path() {
    std::string path(4096, '\0');
    const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
    path.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return path;
}

Module module_of(const dl_phdr_info& info) {
    Module module;
    module.path = info.dlpi_name[0] == '\0' ? own_path() : info.dlpi_name;
    module.base = info.dlpi_addr;
    module.begin = ~std::uint64_t{0};
    for (std::size_t i = 0; i < info.dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = info.dlpi_phdr[i];
        const std::uint64_t at = info.dlpi_addr + part.p_vaddr;
        if (part.p_type == PT_LOAD) {
            module.begin = std::min(module.begin, at);
            module.end = std::max(module.end, at + part.p_memsz);
        } else if (part.p_type == PT_NOTE && module.build_id.empty()) {
            const auto* const note = reinterpret_cast<const unsigned char*>(at); // NOLINT
            module.build_id = build_id_in(note, part.p_memsz);
        }
    }
    return module;
}

} // namespace

void Modules::add(Module found) {
    const auto is_found = [&](const Module& known) {
        return known.base == found.base && known.path == found.path;
    };
    if (std::none_of(all_.begin(), all_.end(), is_found)) {
        all_.push_back(std::move(found));
        has_new_ = true;
    }
}

bool Modules::update() {
    struct Look {
        Modules& modules;
        std::uint64_t loads;
    } look{*this, 0};
    has_new_ = false;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t /*size*/, void* data) {
            Look& to = *static_cast<Look*>(data);
            to.loads = info->dlpi_adds;
            if (to.loads == to.modules.loads_) {
                return 1; // nothing was loaded since the last look
            }
            to.modules.add(module_of(*info));
            return 0;
        },
        &look);
    loads_ = look.loads;
    return has_new_;
}

std::string Modules::json() const {
    format::JsonWriter json;
    json.begin_object().key("modules").begin_array();
    for (const Module& module : all_) {
        json.begin_object().member("path", module.path).member("build_id", module.build_id);
        json.member("base", module.base).member("begin", module.begin);
        json.member("end", module.end).end_object();
    }
    json.end_array().end_object().new_line();
    return json.text();
}

} // namespace proxima::detail
