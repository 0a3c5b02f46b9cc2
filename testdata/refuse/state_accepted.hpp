// State that the configuration accepts by name is no error, and not worth a note.
// status: 0
// options: --config @name@.json --class mesh::Port
// expect: ^$
namespace mesh {
class Port {
public:
    virtual ~Port() = default;
    virtual void resize(int size) { size_ = size; }
    virtual int order() const final { return size_; }
    int size() const { return size_; }

private:
    int size_ = 0;
};
} // namespace mesh
