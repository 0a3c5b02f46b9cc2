// Clang reports what it cannot instantiate once, however many ports need it.
// options: --class mesh::Port --class mesh::Other
// expect: error: mesh::Port: .*incomplete type.*--prelude
// expect: error: mesh::Other: .*incomplete type.*--prelude
namespace mesh {
class Device;
template <class T>
class Pointer {
public:
    ~Pointer() { pointer_->release(); }

private:
    T* pointer_ = nullptr;
};
class Port {
public:
    virtual ~Port();
    virtual int open() = 0;

private:
    Pointer<Device> device_;
};
class Other {
public:
    virtual ~Other();
    virtual int open() = 0;

private:
    Pointer<Device> device_;
};
} // namespace mesh
