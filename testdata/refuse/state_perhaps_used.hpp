// A method whose body is elsewhere may use what its class can name, not what is private in another.
// options: --class mesh::Port
// expect: size\(\) may use size_, of which the proxy has its own, and resize\(\) changes
// expect: "accept": ."size_"
// not: count_
namespace mesh {
class Base {
public:
    virtual ~Base() = default;
    int size() const; // refused here
    virtual void resize(int size) { size_ = size; }

private:
    int size_ = 0;
};
class Port : public Base {
public:
    virtual int open() { return ++count_; }

private:
    int count_ = 0;
};
} // namespace mesh
