// calls: load 1
// calls: unload 1
#include "linkage_specification.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

extern "C" {
static int enter(const char* name, void* data) {
    return name[0] + static_cast<plugin_data*>(data)->version;
}
static void leave(plugin_data* data) {
    data->version = 0;
}
}

namespace {

class Target : public Plugin::Plugin {
public:
    int load(plugin_entry entry, plugin_data* data) override {
        data_ = data;
        return entry("A", data);
    }
    void unload(::Plugin::plugin_exit exit) override { exit(data_); }

private:
    plugin_data* data_ = nullptr;
};

void script(Plugin::Plugin& port) {
    plugin_data data{3};
    note(port.load(enter, &data));
    port.unload(leave);
    note(data.version);
}

} // namespace

int main() {
    return construct::same_behaviour<Plugin::Plugin, Target, proxima::Proxy<Plugin::Plugin>>(
        script);
}
