// options: --class mesh::Port
// expect: error: mesh::Port: name\(\) uses name_, of which the proxy has its own, and rename\(\) changes
// expect: measure it in place: "ports": {"mesh::Port": {"in_place": true}}
// expect: "accept": ."name_", "x"
// not: harmless
#pragma once
#include <string>
namespace mesh {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
    const std::string& name() const { return name_; } // refused here
    void rename(const std::string& name) { name_ = name; }
    void elsewhere();
    int registered() { return find(this); }
    int harmless() { return 1 + open(); }

private:
    static int find(Port* port);
    std::string name_;

public:
    double x = 0;
};
} // namespace mesh
