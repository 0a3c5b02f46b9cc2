// options: --class mesh::Port
// expect: size\(\) uses size_, of which the proxy has its own, and resize\(\) changes only one of the two
// expect: "ports": {"mesh::Port": {"accept": ."size_"
namespace mesh {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
    virtual void resize(int size) { set(size); }
    int size() const { return size_; } // refused here

private:
    void set(int size) { size_ = size; }
    int size_ = 0;
};
} // namespace mesh
