// status: 0
// options: --class mesh::Port
// expect: own_object.hpp:9: note: mesh::Port: 4 non-virtual methods \(name\(\), rename\(\), elsewhere\(\), [.][.][.]\) and 2 data members \(x, y\) act on the proxy's own object
// expect: use the target's, or measure it in place: "ports": {"mesh::Port": {"in_place": true}}
// not: harmless
#pragma once
#include <string>
namespace mesh {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
    const std::string& name() const { return name_; }
    void rename(const std::string& name) { name_ = name; }
    void elsewhere();
    int registered() { return find(this); }
    int harmless() { return 1 + open(); }
    double x = 0;
    double y = 0;

private:
    static int find(Port* port);
    std::string name_;
};
} // namespace mesh
