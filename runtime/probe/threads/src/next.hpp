// The functions that this library stands in front of.
#pragma once

#include <dlfcn.h>

namespace proxima::threads {

// Looks `name` up behind this library, then in `library` if the program has loaded it for itself
// alone. Null if there is none.
template <class Function>
Function* next_of(Function*, const char* name, const char* library) noexcept {
    void* found = dlsym(RTLD_NEXT, name);
    if (found == nullptr) {
        void* const loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
        found = loaded == nullptr ? nullptr : dlsym(loaded, name);
    }
    return reinterpret_cast<Function*>(found);
}

} // namespace proxima::threads
