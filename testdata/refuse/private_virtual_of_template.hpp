// options: --template mesh::Port
// expect: mesh::Port: hook\(\) .*private, so a proxy template cannot call it
// expect: "accept": ."hook"
namespace mesh {
template <class Number>
class Port {
public:
    virtual ~Port() = default;
    virtual Number open() = 0;

private:
    virtual int hook() { return 1; } // refused here
};
} // namespace mesh
