#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/inside/symbols.hpp>

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <utility>

namespace proxima::inside {
namespace {

std::string demangled(const char* name) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
    return status == 0 && text != nullptr ? text.get() : name;
}

// Returns the name without parameters: those of templates make lines of a table unreadable.
std::string short_name(std::string name) {
    constexpr std::string_view anonymous = "(anonymous namespace)";
    constexpr std::string_view calls = "operator()";
    int angles = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        angles += name[i] == '<' ? 1 : 0;
        angles -= name[i] == '>' && angles > 0 ? 1 : 0;
        if (name.compare(i, anonymous.size(), anonymous) == 0) {
            i += anonymous.size() - 1;
        } else if (name.compare(i, calls.size(), calls) == 0) {
            i += calls.size() - 1;
        } else if (name[i] == '(' && angles == 0 && i > 0) {
            return name.substr(0, i);
        }
    }
    return name;
}

std::string hexadecimal(const unsigned char* bytes, int count) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += digits[bytes[i] / 16];
        text += digits[bytes[i] % 16];
    }
    return text;
}

std::string name_of(Dwarf_Die& die) {
    Dwarf_Attribute attribute;
    for (const unsigned kind : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
        if (dwarf_attr_integrate(&die, kind, &attribute) != nullptr) {
            if (const char* const name = dwarf_formstring(&attribute)) {
                return short_name(demangled(name));
            }
        }
    }
    const char* const name = dwarf_diename(&die);
    return name == nullptr ? std::string() : std::string(name);
}

std::string text_or_none(const char* text) {
    return text == nullptr ? std::string() : std::string(text);
}

// Adds the line that has called an inlined function.
void set_call_site(Dwarf_Die& inlined, Dwarf_Die& unit, Frame& caller) {
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    if (dwarf_attr(&inlined, DW_AT_call_line, &attribute) != nullptr &&
        dwarf_formudata(&attribute, &value) == 0) {
        caller.line = static_cast<int>(value);
    }
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (dwarf_attr(&inlined, DW_AT_call_file, &attribute) != nullptr &&
        dwarf_formudata(&attribute, &value) == 0 && dwarf_getsrcfiles(&unit, &files, &count) == 0 &&
        value < count) {
        caller.file = text_or_none(dwarf_filesrc(files, value, nullptr, nullptr));
    }
}

} // namespace

std::vector<LoadedModule> read_modules(const std::filesystem::path& file) {
    const auto json =
        base::parse_located_json(file, base::read_whole_file(file, base::Links::refused));
    base::LocatedObject top(file, json, "the modules of a process");
    return top.objects("modules", [](base::LocatedObject& one) {
        LoadedModule module{one.name("path"), one.text("build_id", {})};
        one.read("base", module.base);
        one.read("begin", module.begin);
        one.read("end", module.end);
        return module;
    });
}

// The symbols and debug information of a module, at the addresses of the process.
class Symbols::Debugging {
public:
    explicit Debugging(const LoadedModule& module) {
        static const Dwfl_Callbacks callbacks{nullptr, dwfl_standard_find_debuginfo,
                                              dwfl_offline_section_address, nullptr};
        std::error_code ignored; // a run may name anything, such as a pipe
        if (!std::filesystem::is_regular_file(module.path, ignored)) {
            return;
        }
        dwfl_.reset(dwfl_begin(&callbacks));
        if (dwfl_ == nullptr) {
            return;
        }
        dwfl_report_begin(dwfl_.get());
        module_ = dwfl_report_elf(dwfl_.get(), module.path.c_str(), module.path.c_str(), -1,
                                  module.base, true);
        dwfl_report_end(dwfl_.get(), nullptr, nullptr);
        if (module_ != nullptr && !module.build_id.empty()) {
            const unsigned char* bytes = nullptr;
            GElf_Addr at = 0;
            const int count = dwfl_module_build_id(module_, &bytes, &at);
            has_changed_ = count <= 0 || hexadecimal(bytes, count) != module.build_id;
        }
    }

    bool is_found() const { return module_ != nullptr; }
    bool has_changed() const { return has_changed_; }

    std::vector<Frame> frames_at(std::uint64_t address) {
        std::vector<Frame> frames;
        if (module_ == nullptr || has_changed_) {
            return frames;
        }
        add_scopes(address, frames);
        if (frames.empty()) {
            const char* const name = dwfl_module_addrname(module_, address);
            frames.emplace_back();
            frames.back().function = name == nullptr ? std::string() : short_name(demangled(name));
        }
        int line = 0;
        if (Dwfl_Line* const found = dwfl_module_getsrc(module_, address)) {
            frames.front().file =
                text_or_none(dwfl_lineinfo(found, nullptr, &line, nullptr, nullptr, nullptr));
            frames.front().line = line;
        }
        return frames;
    }

private:
    struct End {
        void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
    };

    // Adds the functions that debug information has at the address.
    void add_scopes(std::uint64_t address, std::vector<Frame>& frames) {
        Dwarf_Addr bias = 0;
        Dwarf_Die* const unit = dwfl_module_addrdie(module_, address, &bias);
        Dwarf_Die* found = nullptr;
        if (unit == nullptr || dwarf_getscopes(unit, address - bias, &found) <= 0) {
            return;
        }
        // These scopes lead from an inlined function to where it was written, not to its caller.
        const std::unique_ptr<Dwarf_Die, decltype(&std::free)> innermost(found, &std::free);
        const int count = dwarf_getscopes_die(innermost.get(), &found);
        const std::unique_ptr<Dwarf_Die, decltype(&std::free)> scopes(count > 0 ? found : nullptr,
                                                                      &std::free);
        Dwarf_Die* inlined = nullptr;
        for (int i = 0; i < count; ++i) {
            Dwarf_Die& scope = scopes.get()[i];
            const int tag = dwarf_tag(&scope);
            if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) {
                continue;
            }
            frames.push_back({name_of(scope), {}, 0, tag == DW_TAG_inlined_subroutine});
            if (inlined != nullptr) {
                set_call_site(*inlined, *unit, frames.back());
            }
            inlined = &scope;
            if (tag == DW_TAG_subprogram) {
                return;
            }
        }
    }

    std::unique_ptr<Dwfl, End> dwfl_;
    Dwfl_Module* module_ = nullptr;
    bool has_changed_ = false;
};

Symbols::Symbols(std::vector<LoadedModule> modules,
                 std::map<std::uint64_t, std::vector<Frame>> known)
    : modules_(std::move(modules)), known_(std::move(known)) {
}

Symbols::~Symbols() = default;

// Later modules take the place of those that were closed.
const LoadedModule* Symbols::module_of(std::uint64_t address) const {
    const auto found =
        std::find_if(modules_.rbegin(), modules_.rend(), [=](const LoadedModule& module) {
            return address >= module.begin && address < module.end;
        });
    return found == modules_.rend() ? nullptr : &*found;
}

std::string Symbols::module_at(std::uint64_t address) const {
    const LoadedModule* const module = module_of(address);
    return module == nullptr ? std::string() : module->path;
}

const std::vector<Frame>& Symbols::frames_at(std::uint64_t address) {
    const auto [known, is_new] = known_.try_emplace(address);
    auto& frames = known->second;
    if (!is_new) {
        return frames;
    }
    if (const LoadedModule* const module = module_of(address)) {
        auto& debugging = debugging_[module];
        if (debugging == nullptr) {
            debugging = std::make_unique<Debugging>(*module);
            if (!debugging->is_found() && module->path.starts_with('/')) {
                problems_.push_back(module->path + " cannot be read: its functions have no names");
            } else if (debugging->has_changed()) {
                problems_.push_back(module->path +
                                    " has changed since the run: its functions have no names");
            }
        }
        frames = debugging->frames_at(address);
    }
    if (frames.empty()) {
        frames.emplace_back();
    }
    return frames;
}

} // namespace proxima::inside
