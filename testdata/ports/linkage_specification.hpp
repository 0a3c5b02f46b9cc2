/// A port, and functions it takes, within linkage specifications and a namespace of the port's own
/// name.
#pragma once

extern "C" {
typedef int (*plugin_entry)(const char* name, void* data);
struct plugin_data {
    int version;
};
}

extern "C++" {
namespace Plugin {
extern "C" typedef void (*plugin_exit)(struct plugin_data*);
class Plugin {
public:
    virtual ~Plugin() = default;
    virtual int load(plugin_entry entry, struct plugin_data* data) = 0;
    virtual void unload(plugin_exit exit) = 0;
};
} // namespace Plugin
}
