// options: --class counted::Port
// expect: counted::Port
// expect: destructor
// expect: private
namespace counted {
class Port {
public:
    virtual int open() = 0;
    void release() { delete this; }

private:
    virtual ~Port() = default; // refused here
};
} // namespace counted
