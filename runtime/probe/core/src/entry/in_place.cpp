// Measures objects in place: copies their virtual tables.
//
// The length of a table is unknown. So a copy begins well in front of it and ends at the first word
// that is no function; the excess is never read.
#include "buffer/thread_state.hpp"

#include <proxima/detail/guards.hpp>
#include <proxima/detail/measured_table.hpp>
#include <proxima/detail/message.hpp>
#include <proxima/detail/no_destructor.hpp>

#include <algorithm>
#include <cstring>
#include <exception>
#include <link.h>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace proxima {

namespace detail {

struct MeasuredSubobject {
    void* address;
    const Code* table;
    std::unique_ptr<MeasuredSubobject> next;
};

namespace {

using Word = std::uintptr_t;
using TablePointer [[gnu::may_alias]] = const Code*;

constexpr std::size_t head_words = sizeof(TableHead) / sizeof(Word);
constexpr std::size_t words_before = head_words + words_in_front;

struct Segment {
    Word begin;
    Word end;
};

// The mapped segments of the program and its libraries.
class Segments {
public:
    Segments() { dl_iterate_phdr(&Segments::add, this); }

    // True if the memory cannot be written: that of a constant object, made by the compiler.
    bool is_constant(Word address) const noexcept { return find(constant_, address) != nullptr; }
    // Returns the readable segment with this address; null if there is none.
    const Segment* data_at(Word address) const noexcept { return find(data_, address); }
    bool is_code(Word address) const noexcept { return find(code_, address) != nullptr; }

private:
    static int add(dl_phdr_info* library, std::size_t /*size*/, void* self) {
        for (std::size_t i = 0; i < library->dlpi_phnum; ++i) {
            const ElfW(Phdr)& header = library->dlpi_phdr[i];
            if (header.p_type == PT_LOAD || header.p_type == PT_GNU_RELRO) {
                static_cast<Segments*>(self)->add(header, library->dlpi_addr + header.p_vaddr);
            }
        }
        return 0;
    }

    void add(const ElfW(Phdr) & header, Word begin) {
        const Segment segment{begin, begin + header.p_memsz};
        if (header.p_type == PT_GNU_RELRO || (header.p_flags & PF_W) == 0) {
            constant_.push_back(segment);
        }
        if (header.p_type == PT_GNU_RELRO) {
            return; // lies in a segment that is loaded
        }
        if ((header.p_flags & PF_X) != 0) {
            code_.push_back(segment);
        }
        if ((header.p_flags & PF_R) != 0) {
            data_.push_back(segment);
        }
    }

    static const Segment* find(const std::vector<Segment>& segments, Word address) noexcept {
        const auto found =
            std::find_if(segments.begin(), segments.end(), [address](const Segment& segment) {
                return segment.begin <= address && address < segment.end;
            });
        return found == segments.end() ? nullptr : &*found;
    }

    std::vector<Segment> code_;
    std::vector<Segment> data_;
    std::vector<Segment> constant_;
};

TablePointer* pointer_in(void* subobject) noexcept {
    return static_cast<TablePointer*>(subobject);
}

const Code* table_of(void* subobject) noexcept {
    return __atomic_load_n(pointer_in(subobject), __ATOMIC_ACQUIRE);
}

void set_table(void* subobject, const Code* table) noexcept {
    __atomic_store_n(pointer_in(subobject), table, __ATOMIC_RELEASE);
}

const TableHead& head_of(const Code* table) noexcept {
    return *(reinterpret_cast<const TableHead*>(table - words_in_front) - 1);
}

// Copies a table, with space for its head. AddressSanitizer may guard the words beside the table.
[[gnu::no_sanitize_address]] std::vector<Word> copy_of(const Code* table, const Segment& segment,
                                                       const Segments& segments) {
    const auto* const words = reinterpret_cast<const Word*>(table);
    const auto at = reinterpret_cast<Word>(table);
    const auto before = std::min<std::size_t>(words_in_front, (at - segment.begin) / sizeof(Word));
    const auto after = (segment.end - at) / sizeof(Word);
    std::size_t functions = 0;
    while (functions < after && (words[functions] == 0 || segments.is_code(words[functions]))) {
        ++functions;
    }
    std::vector<Word> copy(words_before + functions);
    for (std::size_t i = 0; i < before + functions; ++i) {
        copy[words_before - before + i] = *(words - before + i);
    }
    return copy;
}

struct Refused {
    const char* reason;
    bool is_news = true; // false if the object is measured by this name
};

class Tables {
public:
    bool has(const Code* table) {
        const std::lock_guard<std::mutex> lock(mutex_);
        return measured_.count(table) != 0;
    }

    // Keeps equal tables once.
    const Code* keep(std::vector<Word> words) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const std::vector<Word>& kept = *tables_.insert(std::move(words)).first;
        const auto* const table = reinterpret_cast<const Code*>(kept.data() + words_before);
        measured_.insert(table);
        return table;
    }

private:
    std::mutex mutex_;
    std::set<std::vector<Word>> tables_;
    std::set<const Code*> measured_;
};

Tables& tables() {
    static NoDestructor<Tables> all;
    return *all;
}

std::vector<Word> copy_for(void* subobject, const void* port, CallSite first_site,
                           const Segments& segments) {
    const Code* const original = table_of(subobject);
    if (tables().has(original)) {
        throw Refused{"it is already", head_of(original).first_site != first_site};
    }
    if (segments.is_constant(reinterpret_cast<Word>(subobject))) {
        throw Refused{"it lies in constant memory"};
    }
    const Segment* const segment = segments.data_at(reinterpret_cast<Word>(original));
    if (segment == nullptr || reinterpret_cast<Word>(original) % sizeof(Word) != 0) {
        throw Refused{"its table of virtual functions belongs to no library that is loaded"};
    }
    std::vector<Word> copy = copy_of(original, *segment, segments);
    const TableHead head{
        original, static_cast<const char*>(port) - static_cast<const char*>(subobject), first_site};
    std::memcpy(copy.data(), &head, sizeof(head));
    return copy;
}

// Makes the tables of all subobjects before any is used.
std::unique_ptr<MeasuredSubobject> measured_tables(const void* port, const MeasuredSlot* slots,
                                                   std::size_t count, CallSite first_site) {
    const Segments segments;
    std::map<void*, std::vector<Word>> copies;
    for (const MeasuredSlot* slot = slots; slot != slots + count; ++slot) {
        std::vector<Word>& copy = copies[slot->subobject];
        if (copy.empty()) {
            copy = copy_for(slot->subobject, port, first_site, segments);
        }
        if (slot->slot >= copy.size() - words_before) {
            throw Refused{"its table of virtual functions is not that of the port"};
        }
        copy[words_before + slot->slot] = reinterpret_cast<Word>(slot->entry);
    }
    std::unique_ptr<MeasuredSubobject> list;
    for (auto& [subobject, copy] : copies) {
        list = std::make_unique<MeasuredSubobject>(
            MeasuredSubobject{subobject, tables().keep(std::move(copy)), std::move(list)});
    }
    return list;
}

// Says it once: a factory may hand over many objects.
void say_refused(const PortInfo& record, TextView instance, const char* reason) {
    static NoDestructor<std::mutex> mutex;
    static NoDestructor<std::set<std::string>> said;
    const std::string line = std::string(instance.data(), instance.size()) + " of " +
                             record.name() + " is not measured in place: " + reason;
    const std::lock_guard<std::mutex> lock(*mutex);
    if (said->insert(line).second) {
        say(line);
    }
}

} // namespace

InPlace measure_in_place(void* port, const MeasuredSlot* slots, std::size_t count, PortInfo& record,
                         InstanceName instance, const char* refusal) noexcept {
    const Instance known(record, instance);
    const NoCancellation no_cancellation;
    const SlowSection section;
    std::optional<PausedTime> pause; // so that calls that hand over objects do not seem longer
    if (ThreadRecorder* const recorder = this_thread.recorder) {
        pause.emplace(*recorder);
    }
    InPlace handle;
    try {
        if (refusal != nullptr) {
            throw Refused{refusal};
        }
        handle.subobjects_ = measured_tables(port, slots, count, known.site(0)).release();
        for (const auto* part = handle.subobjects_; part != nullptr; part = part->next.get()) {
            set_table(part->address, part->table);
        }
    } catch (const Refused& refused) {
        handle.refusal_ = refused.reason;
        if (refused.is_news) {
            say_refused(record, instance, refused.reason);
        }
    } catch (const std::exception&) {
        handle.refusal_ = "memory is exhausted";
    }
    return handle;
}

} // namespace detail

void InPlace::release() noexcept {
    const detail::SlowSection section;
    delete subobjects_;
    subobjects_ = nullptr;
}

// Restores the tables. A table that is not ours belongs to a base class in its destructor, or to
// another object at the same address.
void InPlace::restore() noexcept {
    for (const auto* part = subobjects_; part != nullptr; part = part->next.get()) {
        if (detail::table_of(part->address) == part->table) {
            detail::set_table(part->address, detail::head_of(part->table).original);
        }
    }
    release();
}

} // namespace proxima
