// Loads the plug-in, which brings the runtime; a thread that has measured outlives both.
#include <cstdio>
#include <dlfcn.h>
#include <future>
#include <thread>

int main(int count, char** arguments) {
    void* const library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (library == nullptr) {
        std::fputs("usage: proxima_test_plugin_host PLUGIN\n", stderr);
        return 2;
    }
    using Call = int (*)(int);
    const auto call = reinterpret_cast<Call>(dlsym(library, "plugin_call"));
    std::promise<void> called;
    std::promise<void> unloaded;
    int result = 0;
    std::thread thread([&] {
        result = call(1);
        called.set_value();
        unloaded.get_future().wait();
    });
    called.get_future().wait();
    dlclose(library);
    unloaded.set_value();
    thread.join();
    return result == 1 ? 0 : 1;
}
