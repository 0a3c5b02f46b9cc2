// options: --class mesh::Port
// expect: size_ is used by resize\(\) in the target, but by size\(\) in the proxy's own base object
// expect: "ports": {"mesh::Port": {"accept": ."size_"
namespace mesh {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
    virtual void resize(int size) { set(size); } // refused here
    int size() const { return size_; }

private:
    void set(int size) { size_ = size; }
    int size_ = 0;
};
} // namespace mesh
