// A tool of LLVM's OpenMP (OpenMP API 5.0, chapter 4): the types that are needed of omp-tools.h.
#include "adoptions.hpp"

#include <proxima/detail/other_tools.hpp>

#include <cstdint>

namespace proxima::threads {
namespace {

using detail::Node;

// Belongs to the tool: the origin of a region or task.
union Data {
    std::uint64_t value;
    const void* pointer;
};

using Function = void (*)();
using Lookup = Function (*)(const char* name);
using SetCallback = int (*)(int event, Function callback);

enum Event : int { parallel_begin = 3, task_create = 5, task_schedule = 6, implicit_task = 7 };
enum Endpoint : int { begin = 1, end = 2 };

const Node* origin_in(const Data* data) noexcept {
    return data == nullptr ? nullptr : static_cast<const Node*>(data->pointer);
}

void begin_parallel(Data*, const void*, Data* region, unsigned, int, const void*) noexcept {
    region->pointer = origin();
}

void create_task(Data*, const void*, Data* task, int, int, const void*) noexcept {
    task->pointer = origin();
}

void pass_implicit_task(int endpoint, Data* region, Data* task, unsigned, unsigned, int) noexcept {
    if (endpoint == begin) {
        task->pointer = origin_in(region);
        adoptions.begin(origin_in(region));
    } else if (endpoint == end) {
        adoptions.end();
    }
}

// The thread goes on with another task of its region. A call that waits for tasks stays open: what
// they call is counted below it.
void switch_task(Data*, int, Data* next) noexcept {
    if (detail::is_adopted(origin_in(next))) {
        return;
    }
    detail::Adoption* const adoption = adoptions.innermost();
    if (next == nullptr || adoption == nullptr || detail::innermost_node() != nullptr) {
        return;
    }
    detail::end_adoption(*adoption);
    *adoption = detail::adopt(origin_in(next));
}

int initialize(Lookup lookup, int, Data*) noexcept {
    const auto set = reinterpret_cast<SetCallback>(lookup("ompt_set_callback"));
    if (set == nullptr) {
        return 0;
    }
    set(parallel_begin, reinterpret_cast<Function>(begin_parallel));
    set(implicit_task, reinterpret_cast<Function>(pass_implicit_task));
    set(task_create, reinterpret_cast<Function>(create_task));
    set(task_schedule, reinterpret_cast<Function>(switch_task));
    return 1;
}

void finalize(Data*) noexcept {
}

struct Tool {
    int (*initialize)(Lookup, int, Data*);
    void (*finalize)(Data*);
    Data data;
};

} // namespace
} // namespace proxima::threads

// LLVM's OpenMP asks each tool when it starts, those in OMP_TOOL_LIBRARIES last. A tool that is
// named there is wanted, and takes the place of this one, unless this one is named before it.
extern "C" PROXIMA_API void* ompt_start_tool(unsigned, const char*) noexcept {
    if (proxima::detail::other_tool("OMP_TOOL_LIBRARIES") != nullptr) {
        return nullptr;
    }
    static proxima::threads::Tool tool{
        proxima::threads::initialize, proxima::threads::finalize, {0}};
    return &tool;
}
